/// An animation that places its layer where points of another layer are.
///
/// One point gives the position. Two or more give the position by their middle, and turn and scale the layer
/// as the way from the first to the second is turned and scaled.
///
/// Source: the class and its properties are names that Apple's files have; the class is private, and what it
/// does with them is Glaze's own reading. `presentation()` knows nothing of it; pictures do.
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

  /// Which layer is followed, for an animation and all its copies: documents name layers that come later.
  package final class FollowedLayer {
    package weak var layer: CALayer?
  }

  /// The layer that is followed, of the same tree; not held; default nil, which follows nothing.
  open var sourceLayer: CALayer? {
    get { storage.source.layer }
    set {
      guard mayChange("sourceLayer") else { return }
      storage.source = FollowedLayer()
      storage.source.layer = newValue
    }
  }

  /// Points of the followed layer, as `CGPoint` or boxed, in its coordinates; default nil is the middle of its
  /// bounds.
  open var sourcePoints: [Any]? {
    get { storage.sourcePoints }
    set { if mayChange("sourcePoints") { storage.sourcePoints = newValue } }
  }

  /// What files note of the property that moves; kept, and not used; default nil.
  open var keyPath: String? {
    get { storage.keyPath }
    set { if mayChange("keyPath") { storage.keyPath = newValue } }
  }

  /// Whether points are shares of the followed layer's size, from its middle; default false.
  open var usesNormalizedCoordinates: Bool {
    get { storage.usesNormalizedCoordinates }
    set {
      if mayChange("usesNormalizedCoordinates") { storage.usesNormalizedCoordinates = newValue }
    }
  }

  /// What files say of the superlayer; kept, and not drawn; default false.
  open var targetsSuperlayer: Bool {
    get { storage.targetsSuperlayer }
    set { if mayChange("targetsSuperlayer") { storage.targetsSuperlayer = newValue } }
  }

  /// Whether the layer follows along x; default true.
  open var appliesX: Bool {
    get { storage.appliesX }
    set { if mayChange("appliesX") { storage.appliesX = newValue } }
  }

  /// Whether the layer follows along y; default true.
  open var appliesY: Bool {
    get { storage.appliesY }
    set { if mayChange("appliesY") { storage.appliesY = newValue } }
  }

  /// Whether the layer becomes larger and smaller with the points; default true.
  open var appliesScale: Bool {
    get { storage.appliesScale }
    set { if mayChange("appliesScale") { storage.appliesScale = newValue } }
  }

  /// Whether the layer turns with the points; default true.
  open var appliesRotation: Bool {
    get { storage.appliesRotation }
    set { if mayChange("appliesRotation") { storage.appliesRotation = newValue } }
  }

  /// Whether all this is added to what the layer has, instead of replacing it; default false.
  open var isAdditive: Bool {
    get { storage.isAdditive }
    set { if mayChange("additive") { storage.isAdditive = newValue } }
  }

  /// Which layer is followed, for readers that meet it later.
  package final var followed: FollowedLayer { storage.source }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CAMatchMoveAnimation { storage = other.storage }
  }

  package override class var propertyTable: PropertyTable { .matchMoveAnimation }
}
