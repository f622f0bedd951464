import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Passes whose drawing waits until other passes composite their targets.
@Suite struct WaitingTests {
  /// Groups in groups, with masks and color matrices, that extend across the bands of a frame.
  private func plan(shift: Float, format: FramePlan.PixelFormat) -> FramePlan {
    var plan = FramePlan()
    plan.start(90, 150)
    let inner = plan.start(60, 70, format: format, clear: SIMD4(0, 0.1, 0, 0.1))
    plan.add(BoxInstance(.rectangle(3.5, 4.25, 40, 60), fill: SIMD4(0.5, 0.2, 0, 0.7)))
    var round = Shape(matrix: .rotation(0.3, at: 30, 40), half: SIMD2(22, 26))
    round.corners = SIMD4(repeating: 9)
    plan.add(
      BoxInstance(
        round, fill: SIMD4(0, 0, 0.6, 0.6), border: SIMD4(0, 0.4, 0, 0.4), width: 3))
    let mask = plan.start(50, 100, format: format)
    plan.add(BoxInstance(.rectangle(0, 5, 44, 80), fill: SIMD4(0, 0, 0, 0.8)))
    let outer = plan.start(80, 120)
    plan.add(BoxInstance(.rectangle(0, 0, 80, 33), fill: SIMD4(0.3, 0.3, 0.3, 1)))
    plan.addMatrix(
      inner, .identity, quad: rectangle(0, 0, 80, 120), at: SIMD2(11, 37 + shift), opacity: 0.8)
    plan.start(90, 150, clear: SIMD4(0.9, 0.9, 1, 1), target: 0)
    plan.addComposite(
      outer, mask: mask, quad: rectangle(2, 3, 85, 140), at: SIMD2(4, 9 - shift),
      maskAt: SIMD2(20, shift - 6), opacity: 0.9)
    plan.add(BoxInstance(.rectangle(10, 140, 30, 4), fill: SIMD4(0, 0, 0, 1)))
    return plan
  }

  @Test(arguments: [Float(0), 1, 17, 31, -45], [FramePlan.PixelFormat.unorm8, .float16])
  func waitingDoesNotShow(shift: Float, format: FramePlan.PixelFormat) throws {
    let plan = plan(shift: shift, format: format)
    let image = try render(plan)
    #expect(image.difference(from: try render(plan, shortCuts: false)).worst == 0)
    #expect(try render(plan, threads: 3) == image)
    #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 2)
  }

  @Test func whatIsLaidOverOnceNeedsNoTarget() throws {
    let renderer = SoftwareRenderer(threads: 2)
    _ = try renderer.execute(plan(shift: 0, format: .unorm8))
    #expect(renderer.cacheUsage[.surfaces].count == 0)
  }

  /// A target that another pass changes later is read at once.
  @Test func whatChangesIsReadAtOnce() throws {
    var plan = FramePlan()
    plan.start(20, 50, clear: SIMD4(1, 0, 0, 1))
    let copy = plan.start(20, 50)
    plan.addComposite(0, quad: rectangle(0, 0, 20, 50))
    plan.start(20, 50, clear: SIMD4(0, 1, 0, 1), target: 0)
    plan.addComposite(copy, quad: rectangle(0, 10, 20, 40))
    let image = try render(plan)
    #expect(image.pixel(3, 5) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(3, 20) == SIMD4(255, 0, 0, 255))
  }

  @Test(arguments: 0..<4)
  func rectanglesAreThoseOfTheShaders(seed: Int) throws {
    var plan = FramePlan(width: 64, height: 90, clear: SIMD4(1, 1, 1, 1))
    for number in 0..<200 {
      let place = Double(number * 37 + seed * 11)
      let x = (place * 0.731).truncatingRemainder(dividingBy: 70) - 6
      let y = (place * 1.173).truncatingRemainder(dividingBy: 95) - 6
      let width = 0.3 + (place * 0.419).truncatingRemainder(dividingBy: number % 5 == 0 ? 50 : 14)
      let height = 0.3 + (place * 0.287).truncatingRemainder(dividingBy: number % 7 == 0 ? 60 : 9)
      var shape = Shape.rectangle(x, y, width, height)
      shape.softEdges = Float(number % 16)
      let alpha: Float = number % 3 == 0 ? 1 : 0.4
      plan.add(
        BoxInstance(
          shape, fill: SIMD4(alpha * 0.2, alpha * Float(number % 10) / 10, alpha, alpha),
          opacity: number % 4 == 0 ? 0.5 : 1))
    }
    let image = try render(plan)
    #expect(image.difference(from: try render(plan, shortCuts: false)).worst == 0)
    #expect(try renderBaseline(plan) == image)
    #expect(try render(plan, threads: 4) == image)
  }
}
