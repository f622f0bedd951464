/// An animation that moves its layer to points of another layer.
///
/// One point determines the position. With two or more, the position is their center, and the
/// vector from the first to the second determines rotation and scale.
///
/// Source: the names of the class and its properties are in Apple's files; the class is private,
/// and their meaning is Glaze's own interpretation. `presentation()` ignores it; frames do not.
open class CAMatchMoveAnimation: CAAnimation {
  private final var storage = Storage()

  private struct Storage {
    var source = FollowedLayer()
    var sourcePoints: [Any]?
    var keyPath: String?
    var usesNormalizedCoordinates = false
    var targetsSuperlayer = false
    var appliesX = true
    var appliesY = true
    var appliesScale = true
    var appliesRotation = true
    var isAdditive = false
  }

  /// The followed layer, for an animation and all its copies: documents may name a layer before
  /// they define it.
  package final class FollowedLayer {
    package weak var layer: CALayer?
  }

  /// The layer to follow, in the same tree; not retained; default nil, which follows nothing.
  open var sourceLayer: CALayer? {
    get { storage.source.layer }
    set {
      guard mayChange("sourceLayer") else { return }
      storage.source = FollowedLayer()
      storage.source.layer = newValue
    }
  }

  /// The points of the followed layer, as `CGPoint` or boxed, in its coordinates; default nil, the
  /// center of its bounds.
  open var sourcePoints: [Any]? {
    get { storage.sourcePoints }
    set { if mayChange("sourcePoints") { storage.sourcePoints = newValue } }
  }

  /// The property that moves, according to files; stored without effect; default nil.
  open var keyPath: String? {
    get { storage.keyPath }
    set { if mayChange("keyPath") { storage.keyPath = newValue } }
  }

  /// A Boolean value that indicates whether points are fractions of the followed layer's size, from
  /// its center; default false.
  open var usesNormalizedCoordinates: Bool {
    get { storage.usesNormalizedCoordinates }
    set {
      if mayChange("usesNormalizedCoordinates") { storage.usesNormalizedCoordinates = newValue }
    }
  }

  /// A value that files store about the superlayer; not drawn; default false.
  open var targetsSuperlayer: Bool {
    get { storage.targetsSuperlayer }
    set { if mayChange("targetsSuperlayer") { storage.targetsSuperlayer = newValue } }
  }

  /// A Boolean value that indicates whether the layer follows along x; default true.
  open var appliesX: Bool {
    get { storage.appliesX }
    set { if mayChange("appliesX") { storage.appliesX = newValue } }
  }

  /// A Boolean value that indicates whether the layer follows along y; default true.
  open var appliesY: Bool {
    get { storage.appliesY }
    set { if mayChange("appliesY") { storage.appliesY = newValue } }
  }

  /// A Boolean value that indicates whether the layer scales with the points; default true.
  open var appliesScale: Bool {
    get { storage.appliesScale }
    set { if mayChange("appliesScale") { storage.appliesScale = newValue } }
  }

  /// A Boolean value that indicates whether the layer rotates with the points; default true.
  open var appliesRotation: Bool {
    get { storage.appliesRotation }
    set { if mayChange("appliesRotation") { storage.appliesRotation = newValue } }
  }

  /// A Boolean value that indicates whether the result is added to the layer's own values instead
  /// of replacing them; default false.
  open var isAdditive: Bool {
    get { storage.isAdditive }
    set { if mayChange("additive") { storage.isAdditive = newValue } }
  }

  /// The followed layer, for readers that find its definition later.
  package final var followed: FollowedLayer { storage.source }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CAMatchMoveAnimation { storage = other.storage }
  }

  package override class var propertyTable: PropertyTable { .matchMoveAnimation }
}
