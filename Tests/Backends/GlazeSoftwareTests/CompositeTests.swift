import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Targets drawn over targets.
@Suite struct CompositeTests {
  /// Plans a 24 x 16 target of one color with a box in it, drawn over a green frame at (x, y).
  private func plan(x: Float, y: Float, opacity: Float, fill: SIMD4<Float>) -> FramePlan {
    var plan = FramePlan(width: 24, height: 16)
    plan.add(BoxInstance(.rectangle(4, 4, 16, 8), fill: fill))
    plan.startFrame(width: 40, height: 40, clear: SIMD4(0, 1, 0, 1))
    let quad = Shape.rectangle(0, 0, 40, 40).quad()
    plan.add(
      CompositeInstance(
        quad01: quad.0, quad23: quad.1, source: SIMD4(x, y, opacity, 0), mask: .zero, params: .zero),
      target: 1)
    return plan
  }

  @Test func texelsLieOnPixels() throws {
    let image = try render(plan(x: 10, y: 20, opacity: 1, fill: SIMD4(1, 0, 0, 1)))
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (14..<30).contains(x) && (24..<32).contains(y)
        #expect(image.pixel(x, y) == (isInside ? SIMD4(255, 0, 0, 255) : SIMD4(0, 255, 0, 255)))
      }
    }
  }

  @Test func opacityAndAlphaMultiply() throws {
    let image = try render(plan(x: 0, y: 0, opacity: 0.5, fill: SIMD4(0.5, 0, 0, 0.5)))
    let pixel = image.pixel(10, 8)
    #expect(abs(Int(pixel.x) - 64) <= 1 && abs(Int(pixel.y) - 191) <= 1 && pixel.w == 255)
  }

  @Test func outsideOfTheSourceNothingIsDrawn() throws {
    let image = try render(plan(x: -12, y: 30, opacity: 1, fill: SIMD4(1, 0, 0, 1)))
    #expect(image.pixel(7, 35) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(8, 35) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(39, 39) == SIMD4(0, 255, 0, 255))
    let far = try render(plan(x: 3e8, y: -3e8, opacity: 1, fill: .white))
    #expect(far.pixel(0, 0) == SIMD4(0, 255, 0, 255))
  }

  @Test func memoryOfTargetsIsCachedAndShared() throws {
    let renderer = SoftwareRenderer(threads: 1)
    var plan = plan(x: 0, y: 0, opacity: 1, fill: .white)
    // Twice, because a target that is drawn over another only once needs no memory.
    plan.add(plan.composites[0], target: 1)
    let first = try renderer.execute(plan)
    #expect(renderer.cacheUsage[.surfaces].count == 1)
    #expect(try renderer.execute(plan) == first)
    #expect(renderer.cacheUsage[.surfaces].count == 1)
    // The memory is retained for one frame that does not need it.
    _ = try renderer.execute(FramePlan(width: 4, height: 4))
    #expect(renderer.cacheUsage[.surfaces].count == 1)
    _ = try renderer.execute(FramePlan(width: 4, height: 4))
    #expect(renderer.cacheUsage[.surfaces].count == 0)
  }
}
