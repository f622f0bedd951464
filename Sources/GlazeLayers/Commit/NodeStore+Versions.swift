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

  /// What of a layer shows in its own plane beside its node.
  struct Painting: Equatable {
    private var border: LayerBorder?
    private var sublayerTransform: CATransform3D?

    init(border: LayerBorder?, sublayerTransform: CATransform3D?) {
      self.border = border
      self.sublayerTransform = sublayerTransform
    }
  }

  /// What of a layer shows in its own plane beside its node.
  ///
  /// Few layers have any of it: the others cost next to nothing.
  func painting(of node: LayerNode) -> Painting {
    guard node.slots >= 0 else { return Painting(border: nil, sublayerTransform: nil) }
    let slots = tree.slots(of: node)
    let border = slots.border < 0 ? nil : tree.borders[Int(slots.border)]
    guard slots.transforms >= 0 else { return Painting(border: border, sublayerTransform: nil) }
    let transform = tree.transforms[Int(slots.transforms)].sublayerTransform
    return Painting(
      border: border, sublayerTransform: CATransform3DIsIdentity(transform) ? nil : transform)
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
    tree.changes.origins = []
    tree.changes.bereft = []
  }

  private mutating func note(_ index: Int) {
    // Whoever reads none of them is not to pile them up.
    if tree.changes.nodes.count > 2 * tree.nodes.count { beginChanges() }
    tree.changes.state = Self.newVersion()
    tree.changes.nodes.append(Int32(index))
  }
}

extension LayerNode {
  /// Whether a node looks the same in its own plane, its sublayers and its slots apart: wherever it is,
  /// and however transparent.
  func paintsLike(_ other: LayerNode) -> Bool {
    let whole: Flags = [.isHidden, .isAway, .isDoubleSided, .allowsGroupOpacity]
    return bounds == other.bounds && anchorPoint == other.anchorPoint
      && backgroundColor == other.backgroundColor && cornerRadius == other.cornerRadius
      && maskedCorners == other.maskedCorners && softEdges == other.softEdges
      && flags.subtracting(whole) == other.flags.subtracting(whole)
  }
}
