import Foundation
import GlazeGeometry
import Synchronization

/// A property of a subclass of `CALayer` that animations can change, by its name as the key.
///
/// It is what `@NSManaged` or `@objc dynamic` make on a Mac. The value is the layer's
/// `value(forKey:)`: a change asks `action(forKey:)`, an animation of the key changes what
/// `presentation()` shows, and where `needsDisplay(forKey:)` says so, the layer draws itself for every
/// frame with the value of that frame.
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
/// reflection, which `-disable-reflection-metadata` takes away.
@propertyWrapper
public struct Animatable<Value> {
  private let identity = AnimatableIdentity()
  /// What the property is before anybody sets it.
  private var initial: Value

  /// Makes a property with a value that it has before it is set.
  public init(wrappedValue: Value) { initial = wrappedValue }

  /// Not there: only layers have such properties.
  @available(*, unavailable, message: "@Animatable is for properties of subclasses of CALayer")
  public var wrappedValue: Value {
    get { initial }
    set { initial = newValue }
  }

  /// The property of a layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer, wrapped property: ReferenceWritableKeyPath<Layer, Value>,
    storage storage: ReferenceWritableKeyPath<Layer, Self>
  ) -> Value {
    get {
      let (key, wrapper) = (key(of: storage, in: layer), layer[keyPath: storage])
      return layer.keptValue(forKey: key).flatMap(value) ?? wrapper.initial
    }
    set {
      let key = key(of: storage, in: layer)
      // Where nil is kept under the key, this is the nil that is read.
      if !layer.watch.contains(.presentation) { layer[keyPath: storage].initial = newValue }
      layer.setCustomValue(PropertyValue.unwrapped(newValue), forKey: key)
    }
  }

  /// A value that was kept; numbers between those of the type, as animations make them, lose their
  /// fraction.
  private static func value(_ kept: Any) -> Value? {
    if let value = kept as? Value { return value }
    guard let type = Value.self as? any BinaryInteger.Type, let number = kept as? Double else {
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

/// Where the wrapper of a property is in objects of its class.
private struct AnimatablePlace: Hashable, @unchecked Sendable {
  // Immutable, and the path of a stored property captures nothing.
  let path: AnyKeyPath
}

/// Tells a property from others of its type.
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

  /// What an `@Animatable` property is that was not set; nil when there is none of the key.
  final func initialAnimatable(forKey key: String) -> Any? {
    guard watch.contains(.foreignClass) else { return nil }
    return animatables.first { $0.key == key }?.value.initialValue
  }
}
