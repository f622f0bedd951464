import Foundation
import GlazeGeometry
import GlazeTree
import Testing

@testable import GlazeCommit
@testable import GlazeLayers

/// The changes that a rebuilt tree records relative to the previous tree.
@Suite struct RebuildTests {
  private func committer(_ root: CALayer) -> LayerCommitter {
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    committer.queue.animatesChanges = false
    return committer
  }

  private func layers(_ count: Int) -> [CALayer] { (0..<count).map { _ in CALayer() } }

  @Test func newLayersGoneOnesAndThoseElsewhereAreTold() {
    let root = CALayer()
    let sublayers = layers(5)
    root.sublayers = sublayers
    let committer = committer(root)
    let first = committer.commit(at: 0)
    #expect(first.changes.base == 0)
    committer.forgetChanges()

    sublayers[1].removeFromSuperlayer()
    root.addSublayer(CALayer())
    let second = committer.commit(at: 0)
    #expect(second.changes.base == first.changes.state)
    #expect(second.changes.origins == [0, 1, 3, 4, 5, -1])
    #expect(second.changes.originCount == 6)
    #expect(second.changes.nodes == [5] && second.changes.bereft == [0])

    // Before the change was drawn: the origins refer to the tree that was drawn.
    root.insertSublayer(sublayers[4], at: 0)
    sublayers[2].opacity = 0.5
    let third = committer.commit(at: 0)
    #expect(third.changes.base == first.changes.state)
    #expect(third.changes.origins == [0, 5, 1, 3, 4, -1])
    #expect(Set(third.changes.nodes) == [1, 3, 5] && third.changes.originCount == 6)

    committer.forgetChanges()
    let fourth = committer.commit(at: 0)
    #expect(fourth.changes.isEmpty && fourth.changes.state == third.changes.state)
  }

  @Test func aLayerThatMovesIntoAnotherCountsForBoth() {
    let root = CALayer()
    let sublayers = layers(3)
    root.sublayers = sublayers
    let committer = committer(root)
    _ = committer.commit(at: 0)
    committer.forgetChanges()
    sublayers[0].addSublayer(sublayers[1])
    let tree = committer.commit(at: 0)
    // The order is the same as before, but one node is no longer a leaf.
    #expect(tree.changes.origins == [0, 1, 2, 3])
    #expect(Set(tree.changes.nodes) == [1, 2] && tree.changes.bereft == [0])
  }

  @Test(arguments: [
    ([0, 1, 2, 3], []), ([0, 2, 3, 1], [3]), ([0, 3, 1, 2], [1]), ([2, 1, 0], [0, 1]),
    ([-1, 1, -1, 0, 2], [1]), ([], []),
  ])
  func asFewAsPossibleAreOutOfOrder(origins: [Int32], expected: [Int32]) {
    #expect(NodeStore.outOfOrder(origins) == expected)
  }
}
