import Foundation
import GlazeGeometry
import Synchronization

/// A property of a `CALayer` subclass that animations can change; its name is the key.
///
/// It replaces `@NSManaged` or `@objc dynamic` on a Mac. The value is the layer's `value(forKey:)`:
/// a change calls `action(forKey:)`, an animation of the key changes the value in `presentation()`,
/// and if `needsDisplay(forKey:)` returns true, the layer draws itself in every frame with the
/// value of that frame.
///
/// ```swift
/// class Ring: CALayer {
///   @Animatable var progress: CGFloat = 0
///   override class func needsDisplay(forKey key: String) -> Bool {
///     key == "progress" || super.needsDisplay(forKey: key)
///   }
/// }
/// ```
///
/// Source: Glaze's own choice, as Swift has no key-value coding on Linux. The name is found by
/// reflection, which `-disable-reflection-metadata` removes.
@propertyWrapper
public struct Animatable<Value> {
  private let identity = AnimatableIdentity()
  /// The value of the property before it is set.
  private var initial: Value

  /// Creates a property with its initial value.
  public init(wrappedValue: Value) { initial = wrappedValue }

  /// Unavailable: only layers have such properties.
  @available(*, unavailable, message: "@Animatable is for properties of subclasses of CALayer")
  public var wrappedValue: Value {
    get { initial }
    set { initial = newValue }
  }

  /// Accesses the property of a layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer, wrapped property: ReferenceWritableKeyPath<Layer, Value>,
    storage storage: ReferenceWritableKeyPath<Layer, Self>
  ) -> Value {
    get {
      let (key, wrapper) = (key(of: storage, in: layer), layer[keyPath: storage])
      return layer.storedValue(forKey: key).flatMap(value) ?? wrapper.initial
    }
    set {
      let key = key(of: storage, in: layer)
      layer.setCustomValue(PropertyValue.unwrapped(newValue), forKey: key) {
        // If nil is stored under the key, this is returned.
        layer[keyPath: storage].initial = newValue
      }
    }
  }

  /// Converts a stored value; numbers between those of the type, which animations produce, lose
  /// their fraction.
  private static func value(_ stored: Any) -> Value? {
    if let value = stored as? Value { return value }
    guard let type = Value.self as? any BinaryInteger.Type, let number = stored as? Double else {
      return nil
    }
    return type.init(clamping: Int(clamping: number)) as? Value
  }

  private static func key<Layer: CALayer>(
    of storage: ReferenceWritableKeyPath<Layer, Self>, in layer: Layer
  ) -> String {
    let place = AnimatablePlace(path: storage)
    if let key = animatableKeys.withLock({ $0[place] }) { return key }
    let identity = layer[keyPath: storage].identity
    guard let key = layer.animatables.first(where: { $0.value.isIdentical(to: identity) })?.key
    else {
      preconditionFailure(
        "The name of an @Animatable property of \(type(of: layer)) cannot be found by reflection")
    }
    animatableKeys.withLock { $0[place] = key }
    return key
  }
}

/// The keys of the properties that were used.
private let animatableKeys = Mutex<[AnimatablePlace: String]>([:])

/// The key path of a property's wrapper in objects of its class.
private struct AnimatablePlace: Hashable, @unchecked Sendable {
  // Immutable; the path of a stored property captures nothing.
  let path: AnyKeyPath
}

/// Identifies a property among others of its type.
private final class AnimatableIdentity: Sendable {}

/// An `Animatable` of any type.
private protocol AnyAnimatable {
  var initialValue: Any? { get }
  func isIdentical(to identity: AnimatableIdentity) -> Bool
}

extension Animatable: AnyAnimatable {
  fileprivate var initialValue: Any? {
    PropertyValue.unwrapped(initial).map { $0 as? NSNumber ?? $0 }
  }
  fileprivate func isIdentical(to other: AnimatableIdentity) -> Bool { identity === other }
}

extension CALayer {
  /// The `@Animatable` properties, by key.
  fileprivate var animatables: some Sequence<(key: String, value: any AnyAnimatable)> {
    sequence(first: Mirror(reflecting: self), next: \.superclassMirror).lazy.flatMap(\.children)
      .compactMap { child in
        guard let value = child.value as? any AnyAnimatable, let label = child.label else {
          return nil
        }
        // The compiler calls the wrapper of a property by its name after an underscore.
        return (String(label.dropFirst()), value)
      }
  }

  /// Returns the initial value of an `@Animatable` property; nil if none has the key.
  final func initialAnimatable(forKey key: String) -> Any? {
    guard watch.contains(.foreignClass) else { return nil }
    return animatables.first { $0.key == key }?.value.initialValue
  }
}
