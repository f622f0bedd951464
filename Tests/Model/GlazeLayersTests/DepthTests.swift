import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Testing

/// Trees that are too deep for recursion, on threads with half a megabyte of stack.
@Suite struct DepthTests {
  private static let depth = 10_000

  /// Builds a chain in which every other layer may be of another class.
  private static func chain(_ make: (Int) -> CALayer) -> (top: CALayer, bottom: CALayer) {
    let top = make(0)
    var bottom = top
    for index in 1..<depth {
      let layer = make(index)
      bottom.addSublayer(layer)
      bottom = layer
    }
    return (top, bottom)
  }

  /// Runs a closure on a thread with a small stack, as in thread pools.
  private static func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test func deepTreesAreBuiltCommittedAndReleased() async {
    await Self.onSmallStack {
      let (top, bottom) = Self.chain { _ in makeLayer(10, 10, at: CGPoint(x: 5, y: 5)) }
      let committer = stillCommitter(root: top, isGeometryFlipped: true)
      let tree = committer.commit()
      #expect(tree.nodes.count == Self.depth)
      #expect(tree.firstViolatedInvariant() == nil)
      bottom.opacity = 0.5
      #expect(committer.commit().nodes.last?.opacity == 0.5)
      #expect(top.hitTest(CGPoint(x: 1, y: 1)) === bottom)
      #expect(bottom.convert(CGPoint.zero, to: top) == .zero)
      #expect(top.convert(CGPoint.zero, to: bottom) == .zero)
      top.layoutIfNeeded()
      bottom.layoutIfNeeded()
      #expect(!bottom.contentsAreFlipped() || committer.queue.isGeometryFlipped)
    }
  }

  @Test func deepTreesWithoutACommitterAreReleased() async {
    await Self.onSmallStack {
      weak var released: CALayer?
      do {
        let (top, bottom) = Self.chain { _ in CALayer() }
        released = bottom
        #expect(top.superlayer == nil)
      }
      #expect(released == nil)
    }
  }

  @Test func deepTransformLayersAreHitAndConverted() async {
    await Self.onSmallStack {
      let (top, bottom) = Self.chain { index in
        let layer = index == Self.depth - 1 ? CALayer() : CATransformLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.position = CGPoint(x: 5, y: 5)
        return layer
      }
      #expect(top.hitTest(CGPoint(x: 1, y: 1)) === bottom)
      #expect(bottom.convert(CGPoint(x: 1, y: 2), to: top) == CGPoint(x: 1, y: 2))
    }
  }

  @Test func aNewSizeReachesTheBottom() async {
    await Self.onSmallStack {
      let (top, bottom) = Self.chain { _ in
        let layer = makeLayer(10, 10, at: CGPoint(x: 5, y: 5))
        layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
        return layer
      }
      top.bounds.size = CGSize(width: 20, height: 30)
      #expect(bottom.frame == CGRect(x: 0, y: 0, width: 20, height: 30))
    }
  }

  @Test func chainsOfMasksAreReleased() async {
    await Self.onSmallStack {
      weak var released: CALayer?
      do {
        let top = CALayer()
        var layer = top
        for _ in 1..<Self.depth {
          let mask = CALayer()
          layer.mask = mask
          layer = mask
        }
        released = layer
        // Masks of masks are ignored.
        #expect(stillCommitter(root: top, isGeometryFlipped: true).commit().nodes.count == 2)
      }
      #expect(released == nil)
    }
  }
}
