import GlazeGeometry
import GlazeTree

/// The last tree, which was within limits, so that of the next one only the changes are counted.
///
/// The sums are upper bounds: new values are added, and the values that they replace are not
/// subtracted. Where a bound exceeds its limit, the whole tree is counted.
struct TreeAdmission {
  private let limits: RenderLimits
  /// The state of the tree.
  private var state: UInt64
  /// At least the segments of all paths.
  private var segments = 0
  /// At least the colors of all gradients.
  private var stops = 0
  /// Whether the layers stay within their limit while no replicator changes, whatever is shown.
  private var isBounded: Bool

  /// - Complexity: O(n) in the paths and gradients.
  init(_ tree: borrowing LayerTree, _ limits: RenderLimits) {
    self.limits = limits
    state = tree.changes.state
    isBounded = Self.isBounded(tree, limits)
    for shape in tree.shapes.indices { addShape(shape, of: tree) }
    for gradient in tree.gradients.indices { addGradient(gradient, of: tree) }
  }

  /// Whether a tree is this one, which is not so if its state is unknown.
  func isOf(_ tree: borrowing LayerTree, _ limits: RenderLimits) -> Bool {
    tree.changes.state != 0 && tree.changes.state == state && limits == self.limits
  }

  /// Adds what changed since the last tree, in values and not in structure; false where that is
  /// unknown, or may exceed a limit.
  ///
  /// - Complexity: O(m) in the layers that changed.
  mutating func extend(to tree: borrowing LayerTree, _ limits: RenderLimits) -> Bool {
    guard tree.changes.state != 0, tree.changes.base == state, tree.changes.origins.isEmpty,
      limits == self.limits
    else { return false }
    state = tree.changes.state
    var repeats = false
    for node in tree.changes.nodes {
      let slots = tree.slots(of: Int(node))
      repeats = repeats || slots.replicator >= 0
      if slots.shape >= 0 { addShape(Int(slots.shape), of: tree) }
      if slots.gradient >= 0 { addGradient(Int(slots.gradient), of: tree) }
    }
    if repeats { isBounded = Self.isBounded(tree, limits) }
    return isBounded && segments <= limits[.segments] && stops <= limits[.stops]
  }

  private static func isBounded(_ tree: borrowing LayerTree, _ limits: RenderLimits) -> Bool {
    tree.excessOfLayers(limits[.layers], countsHidden: true) == nil
  }

  private mutating func addShape(_ slot: Int, of tree: borrowing LayerTree) {
    segments = segments.plusAtMost(tree.shapes[slot].path.elementCount)
  }

  private mutating func addGradient(_ slot: Int, of tree: borrowing LayerTree) {
    stops = stops.plusAtMost(tree.gradients[slot].stops.count)
  }
}
