import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Layers that are drawn with the path that masks them in one instance, and those that are not.
struct FoldedPathTests {
  private let path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 60, height: 40), transform: nil)
  private let ink = SIMD4<Float>(0, 0, 0, 1)

  private func gradient(mask: Layer) -> Layer {
    box(50, 50, 100, 80, fill: clear).with {
      $0.gradient = LayerGradient(
        kind: .axial,
        stops: [
          LayerGradient.Stop(location: 0, color: SIMD4(1, 0, 0, 1)),
          LayerGradient.Stop(location: 1, color: SIMD4(0, 0, 1, 1)),
        ], start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
      $0.mask = [mask]
    }
  }

  private func mask(_ change: (inout LayerShape) -> Void = { _ in }) -> Layer {
    box(0, 0, 100, 80, fill: clear).with {
      var shape = LayerShape(path: path, fill: ink)
      change(&shape)
      $0.shape = shape
    }
  }

  private func page(_ layers: Layer...) -> Layer {
    box(0, 0, 400, 300, fill: clear).with { $0.sublayers = layers }
  }

  @Test func gradientAndPathAreOneInstance() throws {
    let layer = gradient(mask: mask())
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.maskedGradient(mask: 0)])
    let instance = try #require(plan.maskedGradients.first)
    #expect(instance.isCovered && instance.stops.w == 1)
    #expect(instance.source.lowHalf == instance.quad01.lowHalf)
    #expect(self.plan(page(layer), Optimizations.all.subtracting(.foldMasks)).passes.count == 3)
  }

  @Test func linesAreMasksToo() {
    let line = mask {
      $0.fill = nil
      $0.stroke = ink
    }
    #expect(plan(page(gradient(mask: line).rotated(0.4))).passes.count == 1)
  }

  @Test func masksFade() {
    var layer = gradient(
      mask: mask { $0.fill = SIMD4(1, 0, 0, 0.5) }.with { $0.node.opacity = 0.5 })
    layer.node.opacity = 0.8
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.maskedGradients.map(\.stops.w) == [0.2])
  }

  @Test func onlyOnePathFolds() {
    let both = gradient(mask: mask { $0.stroke = ink })
    let background = gradient(mask: mask().with { $0.node.backgroundColor = ink })
    let clipped = gradient(mask: mask().with { $0.node.flags.insert(.masksToBounds) })
    let aliased = gradient(mask: mask()).with { $0.node.softEdges = 0 }
    let coloured = gradient(mask: mask()).with { $0.node.backgroundColor = ink }
    for layer in [both, background, clipped, aliased, coloured] {
      #expect(plan(page(layer)).maskedGradients.isEmpty)
    }
  }

  @Test func boxesAroundTheirMaskArePaths() throws {
    var layer = box(50, 50, 100, 80, fill: SIMD4(0, 1, 0, 0.5))
    layer.mask = [mask { $0.fill = SIMD4(1, 0, 0, 0.5) }]
    layer.node.opacity = 0.5
    let plan = plan(page(layer))
    #expect(plan.passes.count == 1)
    #expect(plan.draws.map(\.kind) == [.coverage(mask: 0)])
    #expect(plan.coverages.map(\.color) == [SIMD4(0, 0.125, 0, 0.125)])
    #expect(self.plan(page(layer), Optimizations.all.subtracting(.foldMasks)).passes.count == 3)
  }

  /// Its own edge would not be drawn.
  @Test func boxesThatEndInTheirMaskTakePasses() {
    var layer = box(50, 50, 60, 80)
    layer.mask = [mask()]
    #expect(plan(page(layer)).passes.count == 3)
  }

  private func plan(_ root: Layer, _ optimizations: Optimizations = .all) -> FramePlan {
    var planner = FramePlanner(optimizations: optimizations)
    return planner.plan(tree(root), viewport: Viewport(width: 400, height: 300))
  }
}
