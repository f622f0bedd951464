import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// The root's clip, where it ends inside of pixels.
struct RootEdgesTests {
  private func root(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Layer {
    box(
      x, y, width, height, fill: clear, box(-9, -9, 60, 400, fill: black),
      box(20, 0, 400, 400)
    ).with { $0.node.flags.insert(.masksToBounds) }
  }

  private func plan(
    _ root: Layer, background: SIMD4<Float>, _ optimizations: Optimizations = .all
  ) -> FramePlan {
    var planner = FramePlanner(optimizations: optimizations)
    return planner.plan(
      tree(root), viewport: Viewport(width: 100, height: 80, background: background))
  }

  @Test func theBackgroundIsDrawnOverTheRestOfThePixels() {
    let white = SIMD4<Float>(1, 1, 1, 1)
    let plan = plan(root(10.25, -20, 60, 90.5), background: white)
    #expect(plan.passes.count == 1 && plan.clips.isEmpty)
    let strips = plan.rectangles.suffix(3)
    #expect(
      strips.map(\.edges) == [
        SIMD4(10, 0, 11, 71), SIMD4(70, 0, 71, 71), SIMD4(10, 70, 71, 71),
      ])
    #expect(strips.map(\.color) == [white * 0.25, white * 0.75, white * 0.5])
    let other = Optimizations.all.subtracting(.foldClips)
    #expect(self.plan(root(10.25, -20, 60, 90.5), background: white, other).passes.count == 2)
  }

  @Test func withoutABackgroundTheRestIsErased() {
    let plan = plan(root(0, 0, 100, 70.5), background: .zero)
    #expect(plan.passes.count == 2)
    #expect(plan.targets.map(\.height) == [80, 1])
    #expect(plan.draws.last?.blendMode == .destinationOut)
    #expect(plan.rectangles.contains { $0.color == SIMD4(0, 0, 0, 0.5) })
  }

  @Test func onlyStripsWithContentAreDrawn() {
    var inside = root(0.5, 0.5, 99, 79)
    inside.sublayers = [box(5, 5, 30, 30), box(20, 20, 30, 30)]
    #expect(plan(inside, background: .zero).draws.allSatisfy { $0.blendMode == .sourceOver })
  }

  /// There it cannot be drawn again.
  @Test func otherBackgroundsTakeAPass() {
    let translucent = plan(root(0, 0, 100, 70.5), background: SIMD4(0.2, 0.2, 0.2, 0.5))
    #expect(translucent.passes.count == 2 && translucent.targets[1].height > 70)
    let rounded = root(0, 0, 100, 70.5).with { $0.node.cornerRadius = 9 }
    #expect(plan(rounded, background: .zero).targets[1].height > 70)
  }
}
