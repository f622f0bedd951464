package import Foundation
package import GlazeGeometry

/// The unit of the numbers of a property.
package enum PropertyUnit: String, Sendable {
  case points, pixels, seconds, radians
  /// A fraction of the bounds or of an image: 0 is the minimum edge, 1 the maximum.
  case unitSquare = "of the size, 0 to 1"
  case pixelsPerPoint = "pixels per point"
  case pointsPerSecond = "points per second"
  case pointsPerSecondSquared = "points per second squared"
  case radiansPerSecond = "radians per second"
  case perSecond = "per second"
  case times
}

/// One property of a layer, an emitter cell or an animation: its name, its kind of value and its
/// accessors.
package struct LayerProperty: Sendable {
  /// Apple's key, as in files and in key-value coding: `hidden`, not `isHidden`.
  package let name: String
  package let kind: PropertyKind
  /// The kinds of change that writing it causes.
  package let change: LayerChanges
  package let isAnimatable: Bool
  /// A Boolean value that indicates whether the property is drawn; false for properties that are
  /// only stored.
  package let isDrawn: Bool
  /// The unit of numbers; nil for values without a unit.
  package private(set) var unit: PropertyUnit?
  /// The first version of Glaze that has the property.
  package let since = "0.1.0"
  let access: Access

  enum Access: Sendable {
    case value(
      get: @Sendable (NSObject) -> PropertyValue, set: @Sendable (NSObject, PropertyValue) -> Void)
    case object(get: @Sendable (NSObject) -> Any?, set: @Sendable (NSObject, Any?) -> Bool)
  }

  /// Returns the same property with another unit than that of its kind.
  package func `in`(_ unit: PropertyUnit?) -> LayerProperty {
    var result = self
    result.unit = unit
    return result
  }

  /// A Boolean value that indicates whether values can be a `PropertyValue`; false for layers,
  /// filters, fonts and other objects.
  package var isValue: Bool {
    if case .value = access { true } else { false }
  }

  /// Returns the value; `none` for properties whose values cannot be a `PropertyValue`.
  ///
  /// - Parameter owner: An object of the class that this property belongs to.
  package func read(_ owner: NSObject) -> PropertyValue {
    if case .value(let get, _) = access { get(owner) } else { .none }
  }

  /// Writes a value of this property's kind; one of another kind is converted.
  ///
  /// - Returns: Whether the property accepted it.
  @discardableResult
  package func write(_ value: PropertyValue, to owner: NSObject) -> Bool {
    guard case .value(_, let set) = access, let fitting = value.converted(to: kind) else {
      return false
    }
    set(owner, fitting)
    return true
  }

  /// Returns the value as in key-value coding.
  package func readObject(_ owner: NSObject) -> Any? {
    switch access {
    case .value(let get, _): get(owner).boxed(as: kind)
    case .object(let get, _): get(owner)
    }
  }

  /// Writes anything that can be converted to this property's kind.
  ///
  /// - Returns: Whether the property accepted it.
  @discardableResult
  package func writeObject(_ value: Any?, to owner: NSObject) -> Bool {
    switch access {
    case .object(_, let set):
      let typed = value as? PropertyValue
      return set(owner, PropertyValue.unwrapped(typed == nil ? value : typed?.boxed(as: kind)))
    case .value(_, let set):
      if let typed = value as? PropertyValue { return write(typed, to: owner) }
      guard let typed = PropertyValue(value, as: kind) else { return false }
      set(owner, typed)
      return true
    }
  }
}

extension PropertyValue {
  /// Returns the same value as another kind; nil if it cannot be converted.
  package func converted(to kind: PropertyKind) -> PropertyValue? {
    switch (self, kind) {
    case (.none, _): .zero(of: kind)
    case (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
      (.affine, .affine), (.color, .color), (.colorMatrix, .colorMatrix), (.image, .image),
      (.images, .image),
      (.path, .path), (.string, .string),
      (.string, .name), (.number, .float), (.number, .double), (.bool, .bool):
      self
    default: PropertyValue(boxed(as: .double), as: kind)
    }
  }
}

/// A builder of the properties of one class from key paths.
package struct PropertyBuilder<Owner: NSObject>: Sendable {
  package typealias Path<Value> = ReferenceWritableKeyPath<Owner, Value> & Sendable

  /// A Boolean value that indicates whether properties are drawn by default.
  var isDrawn = true

  /// Creates a builder.
  package init() {}

  private func make<Value>(
    _ name: String, _ kind: PropertyKind, _ path: any Path<Value>, _ change: LayerChanges,
    animatable: Bool, drawn: Bool?, get: @escaping @Sendable (Value) -> PropertyValue,
    set: @escaping @Sendable (PropertyValue) -> Value?
  ) -> LayerProperty {
    LayerProperty(
      name: name, kind: kind, change: change, isAnimatable: animatable,
      isDrawn: drawn ?? isDrawn, unit: Self.unit(of: kind),
      access: .value(
        get: { get(unsafeDowncast($0, to: Owner.self)[keyPath: path]) },
        set: { owner, value in
          guard let value = set(value) else { return }
          unsafeDowncast(owner, to: Owner.self)[keyPath: path] = value
        }))
  }

  private static func unit(of kind: PropertyKind) -> PropertyUnit? {
    switch kind {
    case .point, .size, .rect, .path: .points
    default: nil
    }
  }

  package func bool(
    _ name: String, _ path: any Path<Bool>, _ change: LayerChanges = .undrawn,
    animatable: Bool = false, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .bool, path, change, animatable: animatable, drawn: drawn) {
      .bool($0)
    } set: {
      $0.double.map { $0 != 0 }
    }
  }

  func int<I: BinaryInteger & Sendable>(
    _ name: String, _ path: any Path<I>, _ change: LayerChanges = .undrawn, animatable: Bool = true,
    drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .int, path, change, animatable: animatable, drawn: drawn) {
      .number(Double($0))
    } set: {
      $0.double.map { I(clamping: Int(clamping: $0)) }
    }
  }

  func float(
    _ name: String, _ path: any Path<Float>, _ change: LayerChanges = .undrawn,
    animatable: Bool = true, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .float, path, change, animatable: animatable, drawn: drawn) {
      .number(Double($0))
    } set: {
      $0.double.map { Float($0) }
    }
  }

  package func double(
    _ name: String, _ path: any Path<CGFloat>, _ change: LayerChanges = .undrawn,
    animatable: Bool = true, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .double, path, change, animatable: animatable, drawn: drawn) {
      .number(Double($0))
    } set: {
      $0.double.map { CGFloat($0) }
    }
  }

  func seconds(
    _ name: String, _ path: any Path<Double>, _ change: LayerChanges = .undrawn,
    animatable: Bool = false, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .double, path, change, animatable: animatable, drawn: drawn) {
      .number($0)
    } set: {
      $0.double
    }.in(.seconds)
  }

  func point(
    _ name: String, _ path: any Path<CGPoint>, _ change: LayerChanges = .undrawn,
    animatable: Bool = true, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .point, path, change, animatable: animatable, drawn: drawn) {
      .point($0)
    } set: {
      if case .point(let value) = $0 { value } else { nil }
    }
  }

  func size(
    _ name: String, _ path: any Path<CGSize>, _ change: LayerChanges = .undrawn,
    animatable: Bool = true, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .size, path, change, animatable: animatable, drawn: drawn) {
      .size($0)
    } set: {
      if case .size(let value) = $0 { value } else { nil }
    }
  }

  func rect(
    _ name: String, _ path: any Path<CGRect>, _ change: LayerChanges = .undrawn,
    animatable: Bool = true, drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .rect, path, change, animatable: animatable, drawn: drawn) {
      .rect($0)
    } set: {
      if case .rect(let value) = $0 { value } else { nil }
    }
  }

  func transform(
    _ name: String, _ path: any Path<CATransform3D>, _ change: LayerChanges = .undrawn,
    drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .transform, path, change, animatable: true, drawn: drawn) {
      .transform($0)
    } set: {
      if case .transform(let value) = $0 { value } else { nil }
    }
  }

  package func color(
    _ name: String, _ path: any Path<CGColor?>, _ change: LayerChanges = .undrawn,
    drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .color, path, change, animatable: true, drawn: drawn) {
      $0.map(PropertyValue.color) ?? .none
    } set: {
      if case .color(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  func path(
    _ name: String, _ path: any Path<CGPath?>, _ change: LayerChanges = .undrawn,
    drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .path, path, change, animatable: true, drawn: drawn) {
      $0.map(PropertyValue.path) ?? .none
    } set: {
      if case .path(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  func text(_ name: String, _ path: any Path<String?>, _ change: LayerChanges) -> LayerProperty {
    make(name, .string, path, change, animatable: false, drawn: nil) {
      $0.map(PropertyValue.string) ?? .none
    } set: {
      if case .string(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  /// Returns a property that holds a name itself, not a struct around it.
  func plainName(_ name: String, _ names: [String], _ path: any Path<String>) -> LayerProperty {
    make(name, .name(names), path, .undrawn, animatable: false, drawn: nil) {
      .string($0)
    } set: {
      if case .string(let value) = $0 { value } else { nil }
    }
  }

  package func name<Name: RawRepresentable<String> & Sendable>(
    _ name: String, _ values: [Name], _ path: any Path<Name>, _ change: LayerChanges = .undrawn,
    drawn: Bool? = nil
  ) -> LayerProperty {
    make(name, .name(values.map(\.rawValue)), path, change, animatable: false, drawn: drawn) {
      .string($0.rawValue)
    } set: {
      if case .string(let value) = $0 { Name(rawValue: value) } else { nil }
    }
  }

  /// Returns a property for an optional name.
  func name<Name: RawRepresentable<String> & Sendable>(
    _ name: String, _ values: [Name], _ path: any Path<Name?>
  ) -> LayerProperty {
    make(
      name, .name(values.map(\.rawValue)), path, .undrawn, animatable: false, drawn: nil
    ) {
      $0.map { .string($0.rawValue) } ?? .none
    } set: {
      if case .string(let value) = $0 { .some(Name(rawValue: value)) } else { .some(.none) }
    }
  }

  func bits<Options: OptionSet & Sendable>(
    _ name: String, _ path: any Path<Options>, _ change: LayerChanges = .undrawn
  ) -> LayerProperty where Options.RawValue: BinaryInteger {
    make(name, .bits, path, change, animatable: false, drawn: nil) {
      .number(Double($0.rawValue))
    } set: {
      $0.double.map { Options(rawValue: Options.RawValue(clamping: Int(clamping: $0))) }
    }
  }

  package func object<Value>(
    _ name: String, _ kind: PropertyKind, _ path: any Path<Value?>,
    _ change: LayerChanges = .undrawn, animatable: Bool = false, drawn: Bool? = nil
  ) -> LayerProperty {
    LayerProperty(
      name: name, kind: kind, change: change, isAnimatable: animatable,
      isDrawn: drawn ?? isDrawn,
      access: .object(
        get: { unsafeDowncast($0, to: Owner.self)[keyPath: path].map { $0 as Any } },
        set: { owner, value in
          // "value as? Value" would wrap nil if Value is Any.
          let typed = value.flatMap { $0 as? Value }
          if value != nil && typed == nil { return false }
          unsafeDowncast(owner, to: Owner.self)[keyPath: path] = typed
          return true
        }))
  }
}
