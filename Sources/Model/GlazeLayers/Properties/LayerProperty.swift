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

  /// The end of a phrase that names the property; empty where the phrase itself says the unit.
  fileprivate var phrase: String {
    switch self {
    case .unitSquare, .pixelsPerPoint, .perSecond, .times: ""
    default: ", in \(rawValue)"
    }
  }
}

/// One property of a layer, an emitter cell or an animation: its name, its kind of value and its
/// accessors.
///
/// It is an object, because changes, animations and readers of documents hand it on many times.
package final class LayerProperty: Sendable {
  /// Apple's key, as in files and in key-value coding: `hidden`, not `isHidden`.
  package let name: String
  /// The meaning of the value, as a part of a sentence without its unit; other properties are in backticks.
  package let meaning: String
  package let kind: PropertyKind
  /// The kinds of change that writing it causes.
  package let change: LayerChanges
  /// The function that shows an animated value in place of the own one; nil for a property that
  /// animations do not change.
  package let show: Show?
  /// A Boolean value that indicates whether the property is drawn; false for properties that are
  /// only stored.
  package let isDrawn: Bool
  /// The unit of numbers; nil for values without a unit.
  package let unit: PropertyUnit?
  /// The default action of a change in a layer that is shown; nil for none.
  package let action: ImplicitAction?
  /// The holder of the value.
  package let holder: Holder
  /// The field of a node into which frames write animated values; nil where a value becomes more than
  /// one field.
  package let nodeField: NodeField?
  let access: Access

  fileprivate init(
    name: String, meaning: String, kind: PropertyKind, change: LayerChanges, show: Show?,
    isDrawn: Bool, unit: PropertyUnit?, access: Access, action: ImplicitAction? = nil,
    holder: Holder = .owner, nodeField: NodeField? = nil
  ) {
    (self.name, self.meaning, self.kind) = (name, meaning, kind)
    (self.change, self.show, self.isDrawn, self.access) = (change, show, isDrawn, access)
    (self.unit, self.action, self.holder, self.nodeField) = (unit, action, holder, nodeField)
  }

  private func with(
    unit: PropertyUnit?? = nil, action: ImplicitAction? = nil, holder: Holder? = nil,
    nodeField: NodeField? = nil
  ) -> LayerProperty {
    LayerProperty(
      name: name, meaning: meaning, kind: kind, change: change, show: show, isDrawn: isDrawn,
      unit: unit ?? self.unit, access: access, action: action ?? self.action,
      holder: holder ?? self.holder, nodeField: nodeField ?? self.nodeField)
  }

  /// A Boolean value that indicates whether animations change the property, and frames show that.
  package var isAnimatable: Bool { show != nil }

  /// A function that writes a value of the property's kind into a record.
  ///
  /// It returns whether the record has the property.
  package enum Show: Sendable {
    case layer(@Sendable (inout LayerRecord, PropertyValue) -> Bool)
    case cell(@Sendable (inout CellRecord, PropertyValue) -> Bool)
  }

  enum Access: Sendable {
    case value(
      get: @Sendable (NSObject) -> PropertyValue, set: @Sendable (NSObject, PropertyValue) -> Void)
    case object(get: @Sendable (NSObject) -> Any?, set: @Sendable (NSObject, Any?) -> Bool)
  }

  /// The meaning of the value, with its unit.
  package var phrase: String {
    let end = meaning.firstIndex { ";:".contains($0) } ?? meaning.endIndex
    return meaning[..<end] + (unit?.phrase ?? "") + meaning[end...]
  }

  /// Returns the same property with another unit than that of its kind.
  package func `in`(_ unit: PropertyUnit?) -> LayerProperty { with(unit: .some(unit)) }

  /// The holder of the value of a property.
  package enum Holder: Sendable {
    /// The object that has the property.
    case owner
    /// Other properties, from which it follows.
    case others
    /// The program: the value is an object that is archived if it can be.
    case program
    /// The program, which also owns the object.
    case reference
  }

  /// Returns the same property with another holder.
  package func held(by holder: Holder) -> LayerProperty { with(holder: holder) }

  /// Returns the same property with a field of nodes into which frames write animated values.
  func written(to field: NodeField) -> LayerProperty { with(nodeField: field) }

  /// The default action of a change in a layer that is shown.
  package enum ImplicitAction: Sendable {
    /// The property is animated from its former value.
    case animation
    /// The layer fades from its former appearance.
    case transition
  }

  /// Returns the same property with a default action.
  func acting(_ action: ImplicitAction = .animation) -> LayerProperty { with(action: action) }

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
    if isOften(of: kind) { return self }
    switch (self, kind) {
    case (.none, _): return .zero(of: kind)
    case (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
      (.affine, .affine), (.color, .color), (.colorMatrix, .colorMatrix), (.image, .image),
      (.images, .image),
      (.path, .path), (.string, .string),
      (.string, .name), (.number, .float), (.number, .double), (.bool, .bool):
      return self
    case (.array(let values), .array(let element)):
      let converted = values.compactMap { $0.converted(to: element) }
      return converted.count == values.count ? .array(converted) : nil
    default: return PropertyValue(boxed(as: .double), as: kind)
    }
  }

  /// Whether it is of a kind, of those that are animated most; comparing both at once would copy them.
  fileprivate func isOften(of kind: PropertyKind) -> Bool {
    switch kind {
    case .float, .double: if case .number = self { true } else { false }
    case .path: if case .path = self { true } else { false }
    case .color: if case .color = self { true } else { false }
    default: false
    }
  }
}

/// A record whose fields animations may change.
package protocol AnimatedRecord: SendableMetatype {
  static func show(
    _ write: @escaping @Sendable (inout Self, PropertyValue) -> Bool
  ) -> LayerProperty.Show?
}

extension LayerRecord: AnimatedRecord {
  package static func show(
    _ write: @escaping @Sendable (inout LayerRecord, PropertyValue) -> Bool
  ) -> LayerProperty.Show? { .layer(write) }
}

extension CellRecord: AnimatedRecord {
  package static func show(
    _ write: @escaping @Sendable (inout CellRecord, PropertyValue) -> Bool
  ) -> LayerProperty.Show? { .cell(write) }
}

extension ClassRecord {
  package static func show(
    _ write: @escaping @Sendable (inout Self, PropertyValue) -> Bool
  ) -> LayerProperty.Show? {
    .layer { record, value in
      record.own?.modify(as: Self.self) { write(&$0, value) } ?? false
    }
  }
}

/// The record of objects that are not animated.
package struct NoRecord: AnimatedRecord {
  package static func show(
    _ write: @escaping @Sendable (inout NoRecord, PropertyValue) -> Bool
  ) -> LayerProperty.Show? { nil }
}

/// A builder of the properties of one class from key paths.
///
/// A property with a field of the record is animated; others are only set.
package struct PropertyBuilder<Owner: NSObject, Record: AnimatedRecord>: Sendable {
  package typealias Path<Value> = ReferenceWritableKeyPath<Owner, Value> & Sendable
  package typealias Field<Value> = WritableKeyPath<Record, Value>

  /// Creates a builder.
  package init() {}

  private func make<Value>(
    _ name: String, _ meaning: String, _ kind: PropertyKind, _ path: any Path<Value>,
    _ change: LayerChanges,
    _ field: Field<Value>?, drawn: Bool, get: @escaping @Sendable (Value) -> PropertyValue,
    set: @escaping @Sendable (PropertyValue) -> Value?
  ) -> LayerProperty {
    LayerProperty(
      name: name, meaning: meaning, kind: kind, change: change, show: show(field, set),
      isDrawn: drawn, unit: Self.unit(of: kind),
      access: .value(
        get: { get(unsafeDowncast($0, to: Owner.self)[keyPath: path]) },
        set: { owner, value in
          guard let value = set(value) else { return }
          unsafeDowncast(owner, to: Owner.self)[keyPath: path] = value
        }))
  }

  private func show<Value>(
    _ field: Field<Value>?, _ convert: @escaping @Sendable (PropertyValue) -> Value?
  ) -> LayerProperty.Show? {
    guard let field else { return nil }
    // Key paths do not change, but the compiler takes no optional ones that say so.
    nonisolated(unsafe) let path = field
    return Record.show { record, value in
      guard let value = convert(value) else { return false }
      record[keyPath: path] = value
      return true
    }
  }

  private static func unit(of kind: PropertyKind) -> PropertyUnit? {
    switch kind {
    case .point, .size, .rect, .path: .points
    default: nil
    }
  }

  /// Returns a property whose kind its type says.
  package func callAsFunction<Value: PropertyType>(
    _ name: String, _ meaning: String, _ path: any Path<Value>, _ change: LayerChanges = .undrawn,
    field: Field<Value>? = nil, drawn: Bool = true
  ) -> LayerProperty {
    make(
      name, meaning, Value.propertyKind, path, change, field, drawn: drawn, get: \.propertyValue,
      set: Value.of)
  }

  package func color(
    _ name: String, _ meaning: String, _ path: any Path<CGColor?>,
    _ change: LayerChanges = .undrawn,
    field: Field<CGColor?>? = nil
  ) -> LayerProperty {
    make(name, meaning, .color, path, change, field, drawn: true) {
      $0.map(PropertyValue.color) ?? .none
    } set: {
      if case .color(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  func path(
    _ name: String, _ meaning: String, _ path: any Path<CGPath?>, _ change: LayerChanges = .undrawn,
    field: Field<CGPath?>? = nil
  ) -> LayerProperty {
    make(name, meaning, .path, path, change, field, drawn: true) {
      $0.map(PropertyValue.path) ?? .none
    } set: {
      if case .path(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  func text(
    _ name: String, _ meaning: String, _ path: any Path<String?>, _ change: LayerChanges
  ) -> LayerProperty {
    make(name, meaning, .string, path, change, nil, drawn: true) {
      $0.map(PropertyValue.string) ?? .none
    } set: {
      if case .string(let value) = $0 { .some(.some(value)) } else { .some(.none) }
    }
  }

  /// Returns a property that holds a name itself, not a struct around it.
  func plainName(
    _ name: String, _ meaning: String, _ names: [String], _ path: any Path<String>
  ) -> LayerProperty {
    make(name, meaning, .name(names), path, .undrawn, nil, drawn: true) {
      .string($0)
    } set: {
      if case .string(let value) = $0 { value } else { nil }
    }
  }

  package func name<Name: RawRepresentable<String> & Sendable>(
    _ name: String, _ meaning: String, _ values: [Name], _ path: any Path<Name>,
    _ change: LayerChanges = .undrawn,
    drawn: Bool = true
  ) -> LayerProperty {
    make(name, meaning, .name(values.map(\.rawValue)), path, change, nil, drawn: drawn) {
      .string($0.rawValue)
    } set: {
      if case .string(let value) = $0 { Name(rawValue: value) } else { nil }
    }
  }

  /// Returns a property for an optional name.
  func name<Name: RawRepresentable<String> & Sendable>(
    _ name: String, _ meaning: String, _ values: [Name], _ path: any Path<Name?>
  ) -> LayerProperty {
    make(name, meaning, .name(values.map(\.rawValue)), path, .undrawn, nil, drawn: true) {
      $0.map { .string($0.rawValue) } ?? .none
    } set: {
      if case .string(let value) = $0 { .some(Name(rawValue: value)) } else { .some(.none) }
    }
  }

  func bits<Options: OptionSet & Sendable>(
    _ name: String, _ meaning: String, _ path: any Path<Options>, _ change: LayerChanges = .undrawn
  ) -> LayerProperty where Options.RawValue: BinaryInteger {
    make(name, meaning, .bits, path, change, nil, drawn: true) {
      .number(Double($0.rawValue))
    } set: {
      $0.double.map { Options(rawValue: Options.RawValue(clamping: Int(clamping: $0))) }
    }
  }

  package func object<Value>(
    _ name: String, _ meaning: String, _ kind: PropertyKind, _ path: any Path<Value?>,
    _ change: LayerChanges = .undrawn, field: Field<Value?>? = nil
  ) -> LayerProperty {
    LayerProperty(
      name: name, meaning: meaning, kind: kind, change: change,
      show: show(field) { value in
        let boxed: Any? =
          if case .images(let mix) = value { mix.image } else { value.boxed(as: kind) }
        // "boxed as? Value" would wrap nil if Value is Any.
        return .some(boxed.flatMap { $0 as? Value })
      }, isDrawn: true, unit: nil,
      access: .object(
        get: { unsafeDowncast($0, to: Owner.self)[keyPath: path].map { $0 as Any } },
        set: { owner, value in
          let typed = value.flatMap { $0 as? Value }
          if value != nil && typed == nil { return false }
          unsafeDowncast(owner, to: Owner.self)[keyPath: path] = typed
          return true
        }))
  }
}
