import Foundation
import GlazeGeometry
import GlazeTree
import Synchronization
import Testing

@testable import GlazeCommit
@testable import GlazeLayers

/// The cost of commits.
@Suite struct CommitCostTests {
  private func addresses(_ tree: LayerTree) -> [UnsafeRawPointer?] {
    [
      tree.nodes.withUnsafeBytes { $0.baseAddress },
      tree.versions.withUnsafeBytes { $0.baseAddress },
      tree.borders.withUnsafeBytes { $0.baseAddress },
    ]
  }

  @Test("100 of 10,000 layers: their nodes are written, and no array is copied")
  func aCommitCostsWhatChanged() {
    let root = CALayer()
    let layers = (0..<10_000).map { _ in CALayer() }
    for layer in layers { layer.borderWidth = 1 }
    root.sublayers = layers
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    committer.queue.animatesChanges = false
    let (before, versions) = {
      let tree = committer.commit(at: 0)
      return (addresses(tree), tree.versions)
    }()
    committer.forgetChanges()
    for (index, layer) in layers.enumerated() where index % 100 == 7 {
      layer.position.x += 1
      layer.borderWidth = index < 5000 ? 2 : 1
    }
    let after = committer.commit(at: 0)
    #expect(addresses(after)[0] == before[0] && addresses(after)[2] == before[2])
    let changed: [Int32] = (0..<100).map { (hundred: Int32) -> Int32 in hundred * 100 + 8 }
    #expect(Set(after.changes.nodes) == Set(changed))
    // Half of the layers look different in their own plane, and so does the root.
    let renewed = zip(versions, after.versions).count { $0 != $1 }
    #expect(renewed == 51)
  }

  @Test("Layers that only move copy no array, however they are moved", arguments: [false, true])
  func movesCopyNothing(drawsBorders: Bool) {
    let root = CALayer()
    let layers = (0..<1000).map { _ in CALayer() }
    for layer in layers where drawsBorders { layer.borderWidth = 1 }
    root.sublayers = layers
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    committer.queue.animatesChanges = false
    var before = addresses(committer.commit(at: 0))
    for change in [
      { $0.position.y += 1 }, { $0.zPosition += 1 }, { $0.bounds.size.width += 1 },
      { $0.opacity = 0.5 },
    ] as [(CALayer) -> Void] {
      for layer in layers { change(layer) }
      committer.forgetChanges()
      let after = addresses(committer.commit(at: 0))
      #expect(after == before)
      before = after
    }
  }

  @MainActor @Test("10,000 changes of a shown layer make no system call to find their thread")
  func changesAskTheSystemNothing() {
    let root = CALayer()
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    committer.queue.threadOwner = ThreadOwner(MainActor.shared)
    _ = committer.commit(at: 0)
    let questions = MainQueue.questions.load(ordering: .relaxed)
    CATransaction.withoutActions {
      for index in 0..<10_000 { root.position.x = CGFloat(index) }
    }
    // Threads of other tests may ask meanwhile, each once.
    #expect(MainQueue.questions.load(ordering: .relaxed) < questions + 1000)
    #expect(committer.commit(at: 0).nodes[0].position.x == 9999)
  }

  @Test("A move is what a whole write is, also from and to places that are not finite")
  func movesEqualWrites() {
    let root = CALayer()
    let (moved, hidden) = (CALayer(), CALayer())
    hidden.isHidden = true
    func draw(_ layer: CALayer) {
      layer.bounds.size = CGSize(width: 3, height: 3)
      layer.shadowOpacity = 1
      layer.shadowPathIsBounds = true
    }
    for layer in [moved, hidden] { draw(layer) }
    root.sublayers = [moved, hidden]
    let committer = LayerCommitter(root: root, isGeometryFlipped: true)
    committer.queue.animatesChanges = false
    _ = committer.commit(at: 0)
    for x in [1, .infinity, 2, -.infinity, -.infinity, 3, 1e300] as [CGFloat] {
      for layer in [moved, hidden] { layer.position.x = x }
      moved.zPosition = -x
      let patched = committer.commit(at: 0)
      let (a, b) = (CALayer(), CALayer())
      let fresh = CALayer()
      fresh.sublayers = [a, b]
      for layer in [a, b] { layer.position.x = x }
      a.zPosition = -x
      b.isHidden = true
      for layer in [a, b] { draw(layer) }
      let built = LayerCommitter(root: fresh, isGeometryFlipped: true).commit(at: 0)
      #expect(patched.resolvedNodes == built.resolvedNodes, "x = \(x)")
    }
  }
}
