import Foundation
import GlazeGeometry
import GlazeTree
import Testing

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
    committer.animatesChanges = false
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
}
