/// One change that a state makes to one layer.
///
/// Observed: the elements of `LKState` in CAML documents; a controller accepts only Glaze's own
/// types.
public protocol LKStateElement {
  /// The layer that changes.
  var target: CALayer { get }
}

/// A layer that joins the sublayers of another one.
///
/// Observed: the element `LKStateAddElement` of CAML documents, with the key path `sublayers`.
public struct LKStateAddElement: LKStateElement {
  /// The layer that receives the sublayer.
  public var target: CALayer
  /// The layer that is added.
  public var object: CALayer
  /// The sublayer behind which it is inserted; nil puts it in front of all.
  public var beforeObject: CALayer?

  /// Creates an addition of a state.
  public init(target: CALayer, object: CALayer, beforeObject: CALayer? = nil) {
    self.target = target
    self.object = object
    self.beforeObject = beforeObject
  }
}

/// A layer that leaves the sublayers of another one.
///
/// Observed: the element `LKStateRemoveElement` of CAML documents, with the key path `sublayers`.
public struct LKStateRemoveElement: LKStateElement {
  /// The layer that loses the sublayer.
  public var target: CALayer
  /// The layer that is removed.
  public var object: CALayer

  /// Creates a removal of a state.
  public init(target: CALayer, object: CALayer) {
    self.target = target
    self.object = object
  }
}

/// An animation that a layer has in a state.
///
/// Observed: the element `LKStateAddAnimation` of CAML documents.
public struct LKStateAddAnimation: LKStateElement {
  /// The layer that is animated.
  public var target: CALayer
  /// The key of the animation on its layer.
  public var key: String
  /// The animation; a copy is added.
  public var animation: CAAnimation

  /// Creates an animation of a state.
  public init(target: CALayer, key: String, animation: CAAnimation) {
    self.target = target
    self.key = key
    self.animation = animation
  }
}

/// An animation that a layer loses in a state.
///
/// Observed: the element `LKStateRemoveAnimation` of CAML documents.
public struct LKStateRemoveAnimation: LKStateElement {
  /// The layer that is animated.
  public var target: CALayer
  /// The key of the animation on its layer.
  public var key: String

  /// Creates a removal of an animation.
  public init(target: CALayer, key: String) {
    self.target = target
    self.key = key
  }
}
