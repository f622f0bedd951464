import Foundation
import GlazeGeometry
import GlazeTree

/// The extents of subtrees, cached between frames: a list that scrolls changes none of them.
struct SubtreeExtents: Sendable {
  private struct Entry {
    /// The version of the content to which the extent belongs; 0 for none.
    var version: UInt64 = 0
    var extent = CGRect.zero
  }

  private var entries: [Entry] = []

  /// Returns the part of a layer's plane that it may paint with its sublayers, its shadow and its filters.
  ///
  /// - Complexity: O(1) for content that was examined before, else O(n) in the subtree.
  mutating func extent(of root: Int, in tree: LayerTree) -> CGRect {
    guard root < tree.versions.count else {
      return tree.rasterizedExtent(of: root, tree.planeExtent(of: root))
    }
    makeRoom(for: tree.nodes.count)
    let version = tree.versions[root]
    if entries[root].version != version {
      let extent = tree.rasterizedExtent(of: root, tree.planeExtent(of: root))
      entries[root] = Entry(version: version, extent: extent)
    }
    return entries[root].extent
  }

  /// Versions never repeat, so entries of nodes that now have another index do no harm.
  private mutating func makeRoom(for count: Int) {
    if entries.count < count {
      entries += repeatElement(Entry(), count: count - entries.count)
    } else if entries.count / 4 > count {
      entries = Array(repeating: Entry(), count: count)
    }
  }
}
