import Foundation
import GlazeGeometry
import GlazeLayers
import GlazeTree
import Synchronization

// The content of a layer in its plane has a version, so that images of it can be cached: moving,
// rotating or fading the layer changes the versions of the layers around it, but not its own.

/// The last number that was given to a version; no two trees share one.
private let lastVersion = Atomic<UInt64>(0)

extension NodeStore {
  /// Returns a number that no version has.
  static func newVersion() -> UInt64 {
    lastVersion.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// The content in a layer's own plane, apart from its node.
  struct Painting: Equatable {
    private var border: LayerBorder?
    private var sublayerTransform: CATransform3D?

    /// Finds the content in a layer's own plane, apart from its node.
    ///
    /// Few layers have any of it: the others cost next to nothing.
    @inline(__always)
    init(of node: LayerNode, in tree: LayerTree) {
      guard node.slots >= 0 else { return }
      let slots = tree.slots[Int(node.slots)]
      if slots.border >= 0 { border = tree.borders[Int(slots.border)] }
      guard slots.transforms >= 0 else { return }
      let transform = tree.transforms[Int(slots.transforms)].sublayerTransform
      if !CATransform3DIsIdentity(transform) { sublayerTransform = transform }
    }
  }

  /// Gives a layer and those around it new versions.
  ///
  /// - Parameter since: The last version before this commit: layers above it are finished.
  mutating func touch(_ index: Int, since: UInt64) {
    tree.versions[index] = Self.newVersion()
    touchAncestors(of: index, since: since)
  }

  /// Records that a layer looks different, and gives the layers around it new versions.
  mutating func touchAncestors(of index: Int, since: UInt64) {
    note(index, since: since)
    var parent = Int(tree.nodes[index].parent)
    while parent >= 0, tree.versions[parent] <= since {
      tree.versions[parent] = Self.newVersion()
      parent = Int(tree.nodes[parent].parent)
    }
  }

  // MARK: Changes

  /// Starts recording the differences from the current state.
  mutating func beginChanges() {
    tree.changes.base = tree.changes.state
    tree.changes.nodes.removeAll(keepingCapacity: true)
    tree.changes.origins = []
    tree.changes.bereft = []
  }

  private mutating func note(_ index: Int, since: UInt64) {
    // Unread records must not accumulate.
    if tree.changes.nodes.count > 2 * tree.nodes.count { beginChanges() }
    // One number for a commit: those who saw the tree before it have an older one.
    if tree.changes.state <= since { tree.changes.state = Self.newVersion() }
    tree.changes.nodes.append(Int32(index))
  }
}

extension LayerNode {
  /// Returns whether a node looks the same in its own plane, apart from its sublayers and slots:
  /// wherever it is, and however transparent.
  func paintsLike(_ other: LayerNode) -> Bool {
    return bounds == other.bounds && anchorPoint == other.anchorPoint
      && backgroundColor == other.backgroundColor && cornerRadius == other.cornerRadius
      && maskedCorners == other.maskedCorners && softEdges == other.softEdges
      && flags.subtracting(.ofWhole) == other.flags.subtracting(.ofWhole)
  }
}

extension LayerNode.Flags {
  /// How the layer is shown as a whole.
  fileprivate static let ofWhole: Self = [.isHidden, .isAway, .isDoubleSided, .allowsGroupOpacity]
}
