/// A named set of values that the layers of a tree take together, as stored in documents.
///
/// Observed: the element `LKState` of CAML documents; Apple's class is private.
public struct LKState {
  /// The name that selects the state.
  public var name: String
  /// The state whose values apply first; nil starts from the layers' own values.
  public var basedOn: String?
  /// The elements that the state applies to layers, in order.
  public var elements: [any LKStateElement]
  /// The other attributes of the state in its document.
  package var keepsake: Keepsake?

  /// Creates a state.
  public init(name: String, basedOn: String? = nil, elements: [any LKStateElement] = []) {
    self.name = name
    self.basedOn = basedOn
    self.elements = elements
  }
}

/// One value that a state gives to one layer.
///
/// Observed: the element `LKStateSetValue` of CAML documents.
public struct LKStateSetValue: LKStateElement {
  /// The layer that takes the value.
  public var target: CALayer
  /// A key path that `setValue(_:forKeyPath:)` accepts.
  public var keyPath: String
  /// The value, as in key-value coding; nil means none, for example no color.
  public var value: Any?

  /// Creates a value of a state.
  public init(target: CALayer, keyPath: String, value: Any?) {
    self.target = target
    self.keyPath = keyPath
    self.value = value
  }
}

/// The animations between two states.
///
/// Observed: the element `LKStateTransition` of CAML documents.
public struct LKStateTransition {
  /// The name that matches any state.
  public static let anyState = "*"

  /// The name of the state before the transition, or `*`.
  public var fromState: String
  /// The name of the state after the transition, or `*`.
  public var toState: String
  /// The animations; values without one change at once.
  public var elements: [LKStateTransitionElement]
  /// The other attributes of the transition in its document.
  package var keepsake: Keepsake?

  /// Creates a transition.
  public init(
    fromState: String = anyState, toState: String = anyState,
    elements: [LKStateTransitionElement] = []
  ) {
    self.fromState = fromState
    self.toState = toState
    self.elements = elements
  }
}

/// The animation of one value in a transition.
///
/// Observed: the element `LKStateTransitionElement` of CAML documents.
public struct LKStateTransitionElement {
  /// The layer that is animated.
  public var target: CALayer
  /// The key of the animation on its layer, usually the key path.
  public var key: String
  /// The animation, added as a copy; without start and end values it runs from the old value to the
  /// new one.
  public var animation: CAAnimation

  /// Creates an element.
  public init(target: CALayer, key: String, animation: CAAnimation) {
    self.target = target
    self.key = key
    self.animation = animation
  }
}
