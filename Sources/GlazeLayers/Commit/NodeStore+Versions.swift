import Foundation
import GlazeGeometry
import GlazeTree
import Synchronization

// What a layer paints in its plane has a version, so that pictures of it can be kept: moving, turning
// or fading the layer changes the versions of the layers around it, but not its own.

/// The last number that was given to a version; no two trees share one.
private let lastVersion = Atomic<UInt64>(0)

extension NodeStore {
  /// A number that nothing has.
  static func newVersion() -> UInt64 {
    lastVersion.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// What of a layer, its sublayers apart, shows in its own plane.
  struct Painting: Equatable {
    private var node: LayerNode
    private var border: LayerBorder?
    private var sublayerTransform: CATransform3D

    init(_ tree: LayerTree, at index: Int) {
      node = tree.nodes[index]
      border = node.border < 0 ? nil : tree.borders[Int(node.border)]
      sublayerTransform =
        node.transforms < 0
        ? CATransform3DIdentity : tree.transforms[Int(node.transforms)].sublayerTransform
      node.position = .zero
      node.zPosition = 0
      node.opacity = 1
      node.flags.subtract([.isHidden, .isDoubleSided, .allowsGroupOpacity])
      node.clearSlots()
    }
  }

  /// Gives a layer and those around it new versions.
  ///
  /// - Parameter since: The last version before this commit: layers above it are done.
  mutating func touch(_ index: Int, since: UInt64) {
    tree.versions[index] = Self.newVersion()
    touchAncestors(of: index, since: since)
  }

  /// Notes that a layer is shown in another way, and gives those around it new versions.
  mutating func touchAncestors(of index: Int, since: UInt64) {
    note(index)
    var parent = Int(tree.nodes[index].parent)
    while parent >= 0, tree.versions[parent] <= since {
      tree.versions[parent] = Self.newVersion()
      parent = Int(tree.nodes[parent].parent)
    }
  }

  // MARK: Changes

  /// Begins to note what is not as it is now.
  mutating func beginChanges() {
    tree.changes.base = tree.changes.state
    tree.changes.nodes.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ index: Int) {
    // Whoever reads none of them is not to pile them up.
    if tree.changes.nodes.count > 2 * tree.nodes.count { beginChanges() }
    tree.changes.state = Self.newVersion()
    tree.changes.nodes.append(Int32(index))
  }
}
