import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Targets of bytes, on which most colors are composited in integers.
@Suite struct ByteTests {
  /// A row of coverage from 0 to 255 over one color.
  private func row(over backdrop: SIMD4<Float>, _ color: SIMD4<Float>) -> FramePlan {
    var plan = FramePlan()
    plan.start(256, 1, clear: backdrop)
    plan.masks = [.init(identity: 1, width: 256, height: 1, bytes: (0...255).map { UInt8($0) })]
    let quad = rectangle(0, 0, 256, 1)
    plan.coverages = [
      CoverageInstance(
        quad01: quad.0, quad23: quad.1, source: .zero, color: color, params: .zero)
    ]
    plan.draws.append(.init(kind: .coverage(mask: 0), instances: 0..<1, clipCount: 0))
    plan.passes[plan.passes.count - 1].draws = 0..<1
    return plan
  }

  private static let colors: [SIMD4<Float>] = [
    SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1), SIMD4(1, 0, 128 / 255, 1),
    SIMD4(0.5, 0.25, 0, 0.5), SIMD4(0, 0, 1 / 255, 1 / 255), .zero,
  ]

  @Test(arguments: colors)
  func coverageOfNothingAndOfAllIsExact(color: SIMD4<Float>) throws {
    for level in 0...255 {
      let backdrop = SIMD4<Float>(Float(level) / 255, 1 - Float(level) / 255, 0, 1)
      let plan = row(over: backdrop, color)
      let image = try render(plan)
      let bytes = UInt8(level)
      #expect(image.pixel(0, 0) == SIMD4(bytes, 255 - bytes, 0, 255))
      if color.w == 1 {
        #expect(image.pixel(255, 0) == SIMD4<UInt8>((color * 255).rounded(.toNearestOrEven)))
      }
      let expected = ReferencePlan(plan).buffer
      #expect(image.difference(from: expected).worst <= 1, "\(color) over \(level)")
    }
  }

  /// A color outside of 0...1 is limited after it is multiplied by its coverage.
  @Test func extendedColorsAreLimitedLast() throws {
    let image = try render(row(over: SIMD4(0, 0, 0, 1), SIMD4(2, 0.5, 0, 1)))
    for coverage in 0..<256 {
      let pixel = image.pixel(coverage, 0)
      #expect(abs(Int(pixel.x) - min(255, 2 * coverage)) <= 1)
      #expect(abs(Int(pixel.y) - coverage / 2) <= 1)
      #expect(pixel.w == 255)
    }
    var plan = FramePlan(width: 4, height: 1)
    plan.add(BoxInstance(.rectangle(0, 0, 3.5, 1), fill: SIMD4(1.5, 0, 0, 1)))
    #expect(try render(plan).pixel(3, 0) == SIMD4(191, 0, 0, 128))
  }

  /// In one block of eight pixels, the parameter passes several stops.
  @Test(arguments: [1.0 / 3, 0.5, 1, 2.7, 8, 9], [true, false])
  func blocksPassManyStops(distance: Float, isDithered: Bool) throws {
    var plan = FramePlan(width: 61, height: 9, clear: SIMD4(0.2, 0.4, 0.6, 1))
    var stops: [(Float, SIMD4<Float>)] = []
    for index in 0..<12 {
      let alpha: Float = index % 5 == 1 ? 0.4 : 1
      let green: Float = Float(index % 3) / 2
      let color = SIMD4<Float>(Float(index % 2), green, 0.3, alpha)
      stops.append((Float(index) * distance, color))
    }
    for opacity: Float in [1, 0.6] {
      plan.addGradient(
        .rectangle(opacity == 1 ? 1 : 34.5, 1, opacity == 1 ? 33 : 26, 7), kind: .axial,
        line: SIMD4(1, 0.1, 15, 0),
        stops: stops, opacity: opacity, isDithered: isDithered)
    }
    let image = try render(plan)
    #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
    #expect(try render(plan, shortCuts: false) == image)
    #expect(try renderBaseline(plan) == image)
  }

  /// Gradients with a color outside of 0...1 are drawn in floating point, and limited at the end.
  @Test func extendedStopsAreLimitedLast() throws {
    var plan = FramePlan(width: 32, height: 1)
    plan.addGradient(
      .rectangle(0, 0, 32, 1), kind: .axial, line: SIMD4(0.03125, 0, 0.5, 0),
      stops: [(0, SIMD4(0, 0, 0, 1)), (1, SIMD4(2, 1, 0, 1))])
    let image = try render(plan)
    for x in 0..<32 {
      let way = (Float(x) + 0.5) / 32 * 255
      #expect(abs(Float(image.pixel(x, 0).x) - min(2 * way, 255)) <= 1)
      #expect(abs(Float(image.pixel(x, 0).y) - way) <= 1)
    }
  }
}
