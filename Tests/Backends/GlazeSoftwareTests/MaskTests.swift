import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Composites through masks, and passes that continue a target.
@Suite struct MaskTests {
  private static let formats: [(FramePlan.PixelFormat, FramePlan.PixelFormat)] = [
    (.unorm8, .unorm8), (.float16, .unorm8), (.unorm8, .float16), (.float16, .float16),
  ]

  @Test(arguments: formats)
  func masksMultiply(source: FramePlan.PixelFormat, mask: FramePlan.PixelFormat) throws {
    for opacity: Float in [1, 0.3] {
      var plan = FramePlan()
      plan.start(70, 40)
      let content = plan.start(50, 30, format: source)
      plan.add(BoxInstance(.rectangle(0, 0, 50, 20), fill: SIMD4(0.2, 0.4, 0.6, 0.7)))
      let stencil = plan.start(33, 21, format: mask)
      var round = Shape.rectangle(3, 2, 28, 17)
      round.corners = SIMD4(repeating: 8)
      plan.add(BoxInstance(round, fill: SIMD4(0, 0, 0, 0.9)))
      plan.start(70, 40, clear: SIMD4(0.5, 0, 0, 1), target: 0)
      plan.clips = [Shape(matrix: .rotation(0.3, at: 30, 20), half: SIMD2(20, 11)).box]
      plan.addComposite(
        content, mask: stencil, quad: rectangle(0, 0, 70, 40), at: SIMD2(7, 4),
        maskAt: SIMD2(15, -2), opacity: opacity, clips: 0..<1)
      plan.addComposite(
        content, mask: stencil, quad: rectangle(0, 20, 70, 20), at: SIMD2(-9, 19),
        maskAt: SIMD2(2, 21), opacity: opacity)
      let expected = ReferencePlan(plan).buffer
      #expect(try render(plan).difference(from: expected).worst <= 1)
      #expect(try render(plan, shortCuts: false).difference(from: expected).worst <= 1)
    }
  }

  @Test func passesGoOn() throws {
    for format in [FramePlan.PixelFormat.unorm8, .float16] {
      var plan = FramePlan()
      plan.start(40, 24, clear: SIMD4(0, 0, 1, 1))
      plan.add(BoxInstance(.rectangle(4, 4, 20, 10), fill: SIMD4(1, 0, 0, 1)))
      // The frame itself is read, as filters of a layer's backdrop do.
      let copy = plan.start(40, 24, format: format)
      plan.addComposite(0, quad: rectangle(0, 0, 40, 24), at: SIMD2(3, 2))
      plan.start(40, 24, format: format, clear: nil, target: copy)
      plan.add(BoxInstance(.rectangle(30, 0, 5, 24), fill: SIMD4(0, 0.5, 0, 0.5)))
      plan.start(40, 24, clear: nil, target: 0)
      plan.addComposite(copy, quad: rectangle(0, 10, 40, 14), opacity: 0.5)
      let image = try render(plan)
      #expect(image.pixel(5, 5) == SIMD4(255, 0, 0, 255))
      #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
      #expect(try render(plan, threads: 4) == image)
    }
  }

  @Test func nothingCannotGoOn() {
    var plan = FramePlan(width: 4, height: 4)
    plan.passes[0].clearColor = nil
    #expect(
      throws: SoftwareRendererError.invalidPlan(.undrawnTarget(pass: 0, draw: nil, target: 0))
    ) {
      try render(plan)
    }
  }

  @Test func framesAreBytes() {
    var plan = FramePlan(width: 4, height: 4)
    plan.targets[0].format = .float16
    #expect(throws: SoftwareRendererError.invalidPlan(.frameFormat(.float16))) { try render(plan) }
  }
}
