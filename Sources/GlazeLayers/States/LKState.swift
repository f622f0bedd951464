/// A named set of values that layers of a tree take together, as documents hold them.
///
/// Observed: the element `LKState` of CAML documents; Apple's class is private.
public struct LKState {
  /// What the state is selected by.
  public var name: String
  /// The state whose values apply first; nil starts from the layers' own values.
  public var basedOn: String?
  /// What it does to layers, in order.
  public var elements: [any LKStateElement]
  /// What a document says of it besides.
  package var keepsake: Keepsake?

  /// Makes a state.
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
  /// Any key path that `setValue(_:forKeyPath:)` takes.
  public var keyPath: String
  /// The value, as key-value coding hands it out; nil is nothing, as for a colour.
  public var value: Any?

  /// Makes a value of a state.
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
  /// What stands for any state.
  public static let anyState = "*"

  /// The name of the state that is left, or `*`.
  public var fromState: String
  /// The name of the state that is entered, or `*`.
  public var toState: String
  /// The animations; a value without one changes at once.
  public var elements: [LKStateTransitionElement]
  /// What a document says of it besides.
  package var keepsake: Keepsake?

  /// Makes a transition.
  public init(
    fromState: String = anyState, toState: String = anyState,
    elements: [LKStateTransitionElement] = []
  ) {
    self.fromState = fromState
    self.toState = toState
    self.elements = elements
  }
}

/// How one value moves in a transition.
///
/// Observed: the element `LKStateTransitionElement` of CAML documents.
public struct LKStateTransitionElement {
  /// The layer that is animated.
  public var target: CALayer
  /// The key of the animation on its layer: mostly the key path.
  public var key: String
  /// Added as a copy; one that names neither end starts where the layer was and ends where it goes.
  public var animation: CAAnimation

  /// Makes an element.
  public init(target: CALayer, key: String, animation: CAAnimation) {
    self.target = target
    self.key = key
    self.animation = animation
  }
}
