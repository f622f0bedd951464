import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Composites in all blend modes.
@Suite struct BlendModeTests {
  /// Premultiplied colors: alphas with components that are 0, full, equal and in between, none of
  /// them halfway between two bytes.
  private static let colors: [SIMD4<Float>] = {
    var colors = [SIMD4<Float>.zero]
    for alpha: Float in [1, 0.6, 51.0 / 255] {
      let plain: [SIMD3<Float>] = [
        [0, 0, 0], [1, 1, 1], [0.4, 0.4, 0.4], [1, 0, 0], [0, 0.2, 1], [0.71, 0.31, 0.55],
        [0.11, 0.91, 0.6], [0.25, 0.75, 0.55],
      ]
      colors += plain.map { SIMD4($0 * alpha, alpha) }
    }
    return colors
  }()

  /// Draws every color over every other; the rows of the image are backdrops and its columns are
  /// sources.
  private func plan(
    _ mode: BlendMode, format: FramePlan.PixelFormat, opacity: Float, clip: RoundedBox? = nil
  ) -> FramePlan {
    let count = Self.colors.count
    var plan = FramePlan()
    plan.start(count, count)
    let source = plan.start(count, count, format: format)
    for (x, color) in Self.colors.enumerated() {
      plan.add(BoxInstance(.rectangle(Double(x), 0, 1, Double(count)), fill: color))
    }
    let backdrop = plan.start(count, count, format: format)
    for (y, color) in Self.colors.enumerated() {
      plan.add(BoxInstance(.rectangle(0, Double(y), Double(count), 1), fill: color))
    }
    if let clip { plan.clips = [clip] }
    let quad = rectangle(0, 0, Float(count), Float(count))
    plan.addComposite(
      source, quad: quad, opacity: opacity, mode: mode, clips: clip == nil ? 0..<0 : 0..<1)
    plan.start(count, count, target: 0)
    plan.addComposite(backdrop, quad: quad)
    return plan
  }

  @Test(arguments: BlendMode.allCases)
  func colorsOverColors(mode: BlendMode) throws {
    for format in [FramePlan.PixelFormat.unorm8, .float16] {
      for opacity: Float in [1, 0.5] {
        let plan = plan(mode, format: format, opacity: opacity)
        let difference = try render(plan).difference(from: ReferencePlan(plan).buffer)
        #expect(difference.worst <= 1, "\(mode) \(format) \(opacity): \(difference)")
      }
    }
  }

  @Test(arguments: BlendMode.allCases)
  func clipsMixWithTheBackdrop(mode: BlendMode) throws {
    let clip = Shape(matrix: .rotation(0.4, at: 12, 12), half: SIMD2(9, 5)).box
    let plan = plan(mode, format: .unorm8, opacity: 0.8, clip: clip)
    let difference = try render(plan).difference(from: ReferencePlan(plan).buffer)
    #expect(difference.worst <= 1, "\(mode): \(difference)")
  }

  @Test func modesReachOutsideOfTheSource() throws {
    for mode in [BlendMode.copy, .sourceIn, .destinationIn, .clear, .destinationAtop] {
      var plan = FramePlan()
      plan.start(40, 20)
      let source = plan.start(8, 6, clear: SIMD4(1, 0, 0, 1))
      plan.start(40, 20, clear: SIMD4(0, 1, 0, 1), target: 0)
      plan.addComposite(source, quad: rectangle(2, 2, 30, 14), at: SIMD2(5, 5), mode: mode)
      let image = try render(plan)
      #expect(image.pixel(1, 8) == SIMD4(0, 255, 0, 255))
      #expect(image.pixel(20, 8) == .zero, "\(mode)")
      #expect(image.pixel(7, 3) == .zero, "\(mode)")
      #expect(image.difference(from: ReferencePlan(plan).buffer).worst == 0, "\(mode)")
    }
  }

  @Test func onlyCompositesHaveModes() {
    var plan = FramePlan(width: 4, height: 4)
    plan.add(BoxInstance(.rectangle(0, 0, 4, 4), fill: .white))
    plan.draws[0].blendMode = .multiply
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }
}
