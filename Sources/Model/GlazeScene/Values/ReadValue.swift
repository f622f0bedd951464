import GlazeLayers

/// A value of a property as a document gives it.
///
/// Most values are typed: a box for any value would take memory for each of them.
enum ReadValue {
  case value(PropertyValue)
  /// A value that a `PropertyValue` does not hold: a list, a filter, a font or an object of animations.
  case object(Any)

  /// The value for key-value coding; nil is nothing.
  func boxed(as kind: PropertyKind) -> Any? {
    switch self {
    case .value(let value): value.boxed(as: kind)
    case .object(let object): object
    }
  }
}
