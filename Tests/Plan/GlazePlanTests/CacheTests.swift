import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

/// Images of layers that are cached between frames.
struct CacheTests {
  private func rasterized(_ x: Double = 50) -> Layer {
    box(x, 50, 100, 80, box(10, 10, 20, 20)).with {
      var effects = LayerEffects()
      effects.rasterizationScale = 1
      $0.effects = effects
    }
  }

  private func versioned(_ layer: Layer, _ versions: [UInt64]) -> LayerTree {
    var result = tree(box(0, 0, 400, 300, fill: clear).with { $0.sublayers = [layer] })
    result.versions = versions
    return result
  }

  private let viewport = Viewport(width: 400, height: 300)

  @Test func whatDoesNotChangeIsNotDrawnAgain() {
    var planner = FramePlanner()
    let first = planner.plan(versioned(rasterized(), [1, 2, 3]), viewport: viewport)
    let second = planner.plan(versioned(rasterized(), [1, 2, 3]), viewport: viewport)
    #expect(first.passes.count == 2 && second.passes.count == 1)
    #expect(first.targets[1].key != nil && !first.targets[1].isCached)
    #expect(second.targets[1].key == first.targets[1].key && second.targets[1].isCached)
    #expect(first.cachedBytes == 100 * 80 * 4)
  }

  @Test("pitfall 80 and 82: moving and fading keep the image, changes inside drop it")
  func movingKeepsTheImage() {
    var planner = FramePlanner()
    _ = planner.plan(versioned(rasterized(), [1, 2, 3]), viewport: viewport)
    let moved = rasterized(90).with { $0.node.opacity = 0.5 }
    #expect(planner.plan(versioned(moved, [4, 2, 3]), viewport: viewport).targets[1].isCached)
    let changed = planner.plan(versioned(moved, [5, 6, 7]), viewport: viewport)
    #expect(!changed.targets[1].isCached)
  }

  @Test func whatIsNotUsedIsReleased() {
    var planner = FramePlanner()
    let key = planner.plan(versioned(rasterized(), [1, 2, 3]), viewport: viewport).targets[1].key
    let empty = versioned(box(0, 0, 1, 1), [8, 9])
    var released: [UInt64] = []
    for _ in 0..<100 { released += planner.plan(empty, viewport: viewport).released }
    #expect(released == [key])
    #expect(planner.cachedKeys.isEmpty)
  }

  @Test func theBudgetIsObserved() {
    var planner = FramePlanner()
    var bytes = 0
    for index in 0..<40 {
      let version = UInt64(index * 3)
      let layer = rasterized().with { $0.node.bounds.size = CGSize(width: 2000, height: 2000) }
      let tree = versioned(layer, [version, version + 1, version + 2])
      bytes = planner.plan(tree, viewport: Viewport(width: 2500, height: 2500)).cachedBytes
      #expect(bytes < 128 << 20)
    }
    #expect(bytes > 16 << 20)
  }

  @Test func copiesShareABitmap() {
    let layer = box(0, 0, 400, 300, fill: clear, rasterized()).with {
      $0.replicator = LayerReplicator(
        count: 5, transform: CATransform3DMakeTranslation(10, 0, 0))
    }
    var planner = FramePlanner()
    let plan = planner.plan(versioned(layer, [1, 2, 3, 4]), viewport: viewport)
    #expect(plan.passes.count == 2)
    #expect(plan.images.count == 5)
  }

  @Test func treesWithoutVersionsKeepNothing() {
    var planner = FramePlanner()
    let plan = planner.plan(versioned(rasterized(), []), viewport: viewport)
    #expect(plan.targets.allSatisfy { $0.key == nil })
  }

  @Test func theCacheCanBeSwitchedOff() {
    var planner = FramePlanner(optimizations: Optimizations.all.subtracting(.cache))
    let plan = planner.plan(versioned(rasterized(), [1, 2, 3]), viewport: viewport)
    #expect(plan.targets.allSatisfy { $0.key == nil })
  }
}
