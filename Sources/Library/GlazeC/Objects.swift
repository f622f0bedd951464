// glaze.h documents the public functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CGlaze
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

// Properties by key, of layers, animations, emitter cells and filters.

/// The object of a handle, if it has properties.
private enum Owner {
  case table(PropertyOwner)
  /// A filter, which has inputs of any name instead of a table.
  case filter(CAFilter)

  init(_ handle: OpaquePointer?) throws(Failure) {
    let (object, kind) = try HandleTable.shared.object(handle, "object")
    if kind == .filter {
      self = .filter(unsafeDowncast(object, to: CAFilter.self))
    } else if let owner = PropertyOwner(object, kind) {
      self = .table(owner)
    } else {
      throw HandleTable.shared.misuse("object is \(kind.name), which has no properties")
    }
  }
}

/// Writes a value that is not an object and not a list.
private func set(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: PropertyValue
) throws(Failure) {
  switch try Owner(handle) {
  case .table(let owner):
    guard let key else { throw .argument("key is NULL") }
    let path = try KeyCache.shared.path(key, in: owner.properties)
    let (target, rest) = try owner.resolve(path)
    try target.write(value, to: rest, key: rest.name(key))
  case .filter(let filter): try filter.set(value.boxed(as: .double), text(key, "key"))
  }
}

/// Writes any value.
private func setObject(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: Any?
) throws(Failure) {
  switch try Owner(handle) {
  case .table(let owner):
    guard let key else { throw .argument("key is NULL") }
    let (target, path) = try owner.resolve(KeyCache.shared.path(key, in: owner.properties))
    try target.writeObject(value, to: path, key: path.name(key))
  case .filter(let filter): try filter.set(value, text(key, "key"))
  }
}

extension PropertyPath {
  /// The name of the path in messages.
  @inline(__always)
  fileprivate func name(_ key: UnsafePointer<CChar>) -> String {
    switch self {
    case .property(let property): property.name
    case .component, .inside: String(cString: key)
    case .unknown(let key): key
    }
  }
}

extension CAFilter {
  /// Sets an input, the name, or `enabled`.
  func set(_ value: Any?, _ key: String) throws(Failure) {
    var value = value
    let fits: Bool
    switch (key, CAFilter.kind(ofInput: key)) {
    case ("name", _): fits = value == nil || value is String
    case ("enabled", _): fits = value == nil || (value as? NSNumber)?.isBool == true
    case (_, .double): fits = value == nil || (value as? NSNumber)?.isBool == false
    case ("type", _): fits = false
    case (_, .color): fits = value == nil || value is CGColor
    case (_, .colorMatrix):
      let isNothing = value == nil
      value = value.flatMap { CAColorMatrix($0) }
      fits = isNothing || value != nil
    default: fits = true
    }
    guard fits else {
      throw Failure(GLAZE_ERROR_WRONG_TYPE, "\(type).\(key) does not take a value of this type")
    }
    setValue(value, forKey: key)
  }
}

/// Returns the value of a key.
private func get(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?
) throws(Failure) -> Any? {
  switch try Owner(handle) {
  case .filter(let filter): return filter.value(forKey: try text(key, "key"))
  case .table(let owner):
    guard let key else { throw .argument("key is NULL") }
    let (target, path) = try owner.resolve(KeyCache.shared.path(key, in: owner.properties))
    switch path {
    case .property(let property): return property.readObject(target.object)
    case .component(let property, let component):
      return property.read(target.object)[component]?.boxed(as: component.kind)
    case .inside(let property, let name, let rest):
      guard let filter = target.filter(named: name, in: property) else {
        throw target.missing(name, in: property)
      }
      return filter.value(forKey: rest)
    case .unknown(let key): throw target.unknownKey(key)
    }
  }
}

/// Returns the value of a key, as one type.
private func get<Value>(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ type: Value.Type
) throws(Failure) -> Value {
  guard let value = try get(handle, key) as? Value else { throw wrongResult(key) }
  return value
}

private func wrongResult(_ key: UnsafePointer<CChar>?) -> Failure {
  Failure(
    GLAZE_ERROR_WRONG_TYPE,
    "the value of \(key.map { String(cString: $0) } ?? "") does not have the requested type")
}

private func require<Pointee>(
  _ pointer: UnsafeMutablePointer<Pointee>?, _ name: StaticString
) throws(Failure) -> UnsafeMutablePointer<Pointee> {
  guard let pointer else { throw .argument("\(name) is NULL") }
  return pointer
}

// MARK: Keys and types

@c @implementation
public func glaze_object_class_name(_ object: OpaquePointer!) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let (object, kind) = try HandleTable.shared.object(object, "object")
    switch kind {
    case .image: return ConstantText.pointer(to: "CGImage")
    case .externalImage: return ConstantText.pointer(to: "ExternalImage")
    case .filter: return ConstantText.pointer(to: "CAFilter")
    default:
      guard let owner = PropertyOwner(object, kind) else {
        throw HandleTable.shared.misuse("object is \(kind.name), not an object of the model")
      }
      return ConstantText.pointer(to: owner.properties.className)
    }
  }
}

@c @implementation
public func glaze_object_key_count(_ object: OpaquePointer!) -> Int {
  attempt(or: 0) { try keys(object).count }
}

@c @implementation
public func glaze_object_key_at(
  _ object: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  attempt(or: nil) {
    let keys = try keys(object)
    guard keys.indices.contains(index) else {
      throw Failure.argument("there is no property \(index); the object has \(keys.count)")
    }
    return ConstantText.pointer(to: keys[index].name)
  }
}

private func keys(_ handle: OpaquePointer?) throws(Failure) -> [LayerProperty] {
  let (object, kind) = try HandleTable.shared.object(handle, "object")
  guard kind.isObject else {
    throw HandleTable.shared.misuse("object is \(kind.name), not an object of the model")
  }
  return PropertyOwner(object, kind)?.properties.properties ?? []
}

@c @implementation
public func glaze_object_key_type(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> glaze_type {
  attempt(or: GLAZE_TYPE_NONE) {
    switch try Owner(object) {
    case .filter: return CAFilter.kind(ofInput: try text(key, "key")).type
    case .table(let owner):
      let name = try text(key, "key")
      let (target, path) = try owner.resolve(KeyCache.shared.path(key, in: owner.properties))
      switch path {
      case .property(let property): return property.kind.type
      case .component(_, let component): return component.kind.type
      case .inside: return GLAZE_TYPE_ANY
      case .unknown: throw target.unknownKey(name)
      }
    }
  }
}

extension PropertyKind {
  /// The type of the kind's values in C.
  fileprivate var type: glaze_type {
    switch self {
    case .bool: GLAZE_TYPE_BOOL
    case .int, .float, .double, .bits: GLAZE_TYPE_NUMBER
    case .point: GLAZE_TYPE_POINT
    case .size: GLAZE_TYPE_SIZE
    case .rect: GLAZE_TYPE_RECT
    case .transform: GLAZE_TYPE_TRANSFORM
    case .affine: GLAZE_TYPE_AFFINE
    case .color: GLAZE_TYPE_COLOR
    case .path: GLAZE_TYPE_PATH
    case .string, .name, .font, .valueFunction: GLAZE_TYPE_STRING
    case .image, .layer: GLAZE_TYPE_OBJECT
    case .colorMatrix, .array, .layers, .cells, .filters, .animations: GLAZE_TYPE_ARRAY
    case .filter, .timingFunction, .object: GLAZE_TYPE_ANY
    }
  }
}

// MARK: Writing

@c @implementation
public func glaze_object_set(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: UnsafePointer<glaze_value>!
) -> glaze_code {
  attemptChange {
    guard let value else { throw Failure.argument("value is NULL") }
    try setObject(object, key, value.pointee.object())
  }
}

@c @implementation
public func glaze_object_set_none(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> glaze_code {
  attemptChange { try setObject(object, key, nil) }
}

@c @implementation
public func glaze_object_set_number(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ number: Double
) -> glaze_code {
  attemptChange { try set(object, key, .number(number)) }
}

@c @implementation
public func glaze_object_set_bool(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ boolean: Bool
) -> glaze_code {
  attemptChange { try set(object, key, .bool(boolean)) }
}

@c @implementation
public func glaze_object_set_point(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ point: glaze_point
) -> glaze_code {
  attemptChange { try set(object, key, .point(point.point)) }
}

@c @implementation
public func glaze_object_set_size(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ size: glaze_size
) -> glaze_code {
  attemptChange { try set(object, key, .size(size.size)) }
}

@c @implementation
public func glaze_object_set_rect(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ rect: glaze_rect
) -> glaze_code {
  attemptChange { try set(object, key, .rect(rect.rect)) }
}

@c @implementation
public func glaze_object_set_color(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ color: glaze_color
) -> glaze_code {
  attemptChange { try set(object, key, .color(color.color)) }
}

@c @implementation
public func glaze_object_set_transform(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ transform: UnsafePointer<glaze_transform>!
) -> glaze_code {
  attemptChange {
    guard let transform else { throw Failure.argument("transform is NULL") }
    try set(object, key, .transform(transform.pointee.transform))
  }
}

@c @implementation
public func glaze_object_set_string(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ string: UnsafePointer<CChar>!
) -> glaze_code {
  attemptChange { try set(object, key, .string(text(string, "string"))) }
}

@c @implementation
public func glaze_object_set_path(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ svg: UnsafePointer<CChar>!
) -> glaze_code {
  attemptChange { try set(object, key, .path(path(text(svg, "svg")))) }
}

@c @implementation
public func glaze_object_set_numbers(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ numbers: UnsafePointer<Double>!,
  _ count: Int
) -> glaze_code {
  attemptChange {
    let list = try buffer(numbers, count, "numbers").map { NSNumber(value: $0) }
    try setObject(object, key, list)
  }
}

@c @implementation
public func glaze_object_set_object(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: OpaquePointer!
) -> glaze_code {
  attemptChange { try setObject(object, key, model(value)) }
}

@c @implementation
public func glaze_object_set_objects(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ values: UnsafePointer<OpaquePointer?>!, _ count: Int
) -> glaze_code {
  attemptChange {
    let list = try buffer(values, count, "values").map { handle in
      guard let object = try model(handle) else {
        throw Failure(GLAZE_ERROR_INVALID_HANDLE, "one of the values is NULL")
      }
      return object
    }
    try setObject(object, key, list)
  }
}

/// Returns an object of the model; nil for NULL.
private func model(_ handle: OpaquePointer?) throws(Failure) -> AnyObject? {
  guard let handle else { return nil }
  let (object, kind) = try HandleTable.shared.object(handle, "value")
  guard kind.isObject else {
    throw HandleTable.shared.misuse("value is \(kind.name), not an object of the model")
  }
  return object
}

private func buffer<Element>(
  _ pointer: UnsafePointer<Element>?, _ count: Int, _ name: StaticString
) throws(Failure) -> UnsafeBufferPointer<Element> {
  if count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
  guard let pointer, count > 0, count <= Int.max / MemoryLayout<Element>.stride else {
    throw .argument("\(name) is NULL, or its count is out of range")
  }
  return UnsafeBufferPointer(start: pointer, count: count)
}

// MARK: Reading

@c @implementation
public func glaze_object_get(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ value: UnsafeMutablePointer<glaze_value>!
) -> glaze_code {
  value?.pointee = .none
  return attempt {
    let result = try require(value, "value")
    result.pointee = glaze_value(owning: try get(object, key))
  }
}

@c @implementation
public func glaze_object_get_number(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<Double>!
) -> glaze_code {
  attempt {
    let number = try get(object, key, NSNumber.self)
    if number.isBool { throw wrongResult(key) }
    try require(result, "result").pointee = number.doubleValue
  }
}

@c @implementation
public func glaze_object_get_bool(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<Bool>!
) -> glaze_code {
  attempt {
    let number = try get(object, key, NSNumber.self)
    guard number.isBool else { throw wrongResult(key) }
    try require(result, "result").pointee = number.boolValue
  }
}

@c @implementation
public func glaze_object_get_point(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<glaze_point>!
) -> glaze_code {
  attempt { try require(result, "result").pointee = glaze_point(get(object, key, CGPoint.self)) }
}

@c @implementation
public func glaze_object_get_size(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<glaze_size>!
) -> glaze_code {
  attempt { try require(result, "result").pointee = glaze_size(get(object, key, CGSize.self)) }
}

@c @implementation
public func glaze_object_get_rect(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<glaze_rect>!
) -> glaze_code {
  attempt { try require(result, "result").pointee = glaze_rect(get(object, key, CGRect.self)) }
}

@c @implementation
public func glaze_object_get_color(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<glaze_color>!
) -> glaze_code {
  attempt { try require(result, "result").pointee = glaze_color(get(object, key, CGColor.self)) }
}

@c @implementation
public func glaze_object_get_transform(
  _ object: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ result: UnsafeMutablePointer<glaze_transform>!
) -> glaze_code {
  attempt {
    try require(result, "result").pointee = glaze_transform(get(object, key, CATransform3D.self))
  }
}
