import CGlazeShaders
import Foundation
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Targets drawn as textures.
@Suite struct BitmapTests {
  private func content(_ plan: inout FramePlan, _ format: FramePlan.PixelFormat) -> Int {
    let target = plan.start(24, 17, format: format)
    var state: UInt32 = 7
    for y in stride(from: 0.0, to: 17, by: 2) {
      for x in stride(from: 0.0, to: 24, by: 3) {
        state = state &* 1_664_525 &+ 1_013_904_223
        let alpha = Float(state >> 24) / 255
        let color = SIMD4<Float>(alpha, alpha / 2, alpha * Float(state >> 16 & 255) / 255, alpha)
        plan.add(BoxInstance(.rectangle(x, y, 3, 2), fill: color))
      }
    }
    return target
  }

  @Test(arguments: [FramePlan.PixelFormat.unorm8, .float16])
  func atFullSizeItIsACopy(format: FramePlan.PixelFormat) throws {
    var plan = FramePlan()
    plan.start(50, 40)
    let target = content(&plan, format)
    plan.start(50, 40, clear: SIMD4(0, 0.5, 0, 1), target: 0)
    var copy = plan
    var shape = Shape.rectangle(9, 11, 24, 17)
    plan.addImage(target, shape)
    copy.addComposite(target, quad: rectangle(9, 11, 24, 17), at: SIMD2(9, 11))
    #expect(try render(plan) == render(copy))
    shape.softEdges = 0
    plan.addImage(target, shape)
    #expect(try render(plan).difference(from: ReferencePlan(plan).buffer).worst <= 1)
  }

  @Test(arguments: 0..<5, [FramePlan.PixelFormat.unorm8, .float16])
  func samplesAreBilinear(placement: Int, format: FramePlan.PixelFormat) throws {
    let shapes = [
      Shape.rectangle(3, 2, 70, 50), Shape.rectangle(20.3, 15.6, 11, 9.5),
      Shape(matrix: .rotation(0.5, at: 40, 30), half: SIMD2(30, 18)),
      Shape(
        matrix: Matrix(m: [1, 0.2, 32, -0.1, 1, 30, 0.004, 0.012, 1]), half: SIMD2(20, 16),
        corners: SIMD4(repeating: 7)),
      // Texels at their positions, up to a fraction.
      Shape.rectangle(10.25, 12.75, 24, 17),
    ]
    var plan = FramePlan()
    plan.start(80, 60)
    let target = content(&plan, format)
    plan.start(80, 60, clear: SIMD4(0, 0.5, 0, 1), target: 0)
    plan.clips = [Shape(matrix: .rotation(0.2, at: 40, 30), half: SIMD2(35, 22)).box]
    let isAlphaOnly = placement == 2
    plan.addImage(
      target, shapes[placement], color: SIMD4(0.9, 0.8, 0.7, 0.9), isAlphaOnly: isAlphaOnly,
      clips: 0..<1)
    let difference = try render(plan).difference(from: ReferencePlan(plan).buffer)
    #expect(difference.worst <= 1, "\(difference)")
    #expect(try render(plan, shortCuts: false).difference(from: render(plan)).worst == 0)
  }

  /// Rows of texels that are parallel to those of pixels are mixed before they are sampled.
  @Test(arguments: 0..<60)
  func rowsAreSampledAsPixels(number: Int) throws {
    var g = SystemRandomNumberGenerator()
    var plan = FramePlan()
    plan.start(150, 60)
    let target = content(&plan, .float16)
    plan.start(150, 60, clear: SIMD4(0, 0.5, 0, 1), target: 0)
    func scale() -> Double {
      let size = exp(Double.random(in: -2...3, using: &g))
      return Bool.random(using: &g) ? size : -size
    }
    let shape = Shape(
      matrix: Matrix(m: [
        scale(), 0, .random(in: -20...170, using: &g), 0, scale(),
        .random(in: -20...80, using: &g), 0, 0, 1,
      ]), half: SIMD2(12, 8.5))
    plan.clips = [Shape(matrix: .rotation(0.2, at: 70, 30), half: SIMD2(50, 22)).box]
    plan.addImage(
      target, shape, color: SIMD4(0.9, 0.8, 0.7, 0.9), isAlphaOnly: Bool.random(using: &g),
      clips: Bool.random(using: &g) ? 0..<1 : 0..<0)
    let image = try render(plan)
    #expect(try render(plan, shortCuts: false) == image, "\(plan.images[0])")
    #expect(try renderBaseline(plan) == image, "\(plan.images[0])")
    let difference = image.difference(from: ReferencePlan(plan).buffer)
    #expect(difference.worst <= 1, "\(difference) \(plan.images[0])")
  }

  @Test(arguments: [FramePlan.PixelFormat.unorm8, .float16])
  func outsideIsTransparent(format: FramePlan.PixelFormat) throws {
    var plan = FramePlan()
    plan.start(40, 40)
    let target = plan.start(4, 4, format: format, clear: .white)
    plan.start(40, 40, target: 0)
    plan.addImage(target, .rectangle(0, 0, 40, 40))
    // The whole target in the middle half.
    plan.images[0].mapping.x *= 2
    plan.images[0].mapping.y *= 2
    let image = try render(plan)
    #expect(image.pixel(20, 20) == SIMD4(255, 255, 255, 255))
    #expect(image.pixel(3, 20) == .zero)
    #expect(image.pixel(20, 36) == .zero)
    // The edge fades over the length of a texel; here, 0.4 of it from the center of the outermost
    // texel.
    #expect(abs(image.alpha(10, 20) - 153) <= 1)
    #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
  }

  @Test func alphaStandsForAllComponents() throws {
    let image = makeImage(8, 8) { _, _ in SIMD4(10, 20, 30, 200) }
    var plan = FramePlan(width: 8, height: 8)
    var instance = ImageInstance(.rectangle(0, 0, 8, 8), image: image, color: SIMD4(1, 0.5, 0, 1))
    instance.texture.w = 1
    plan.add(
      instance,
      texture: FramePlan.Texture(image: image, minification: .linear, magnification: .linear))
    #expect(try render(plan).pixel(4, 4) == SIMD4(200, 100, 0, 200))
  }
}
