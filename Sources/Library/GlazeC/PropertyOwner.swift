import CGlaze
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers
import Synchronization

/// An object with a table of properties: a layer, an animation or an emitter cell.
struct PropertyOwner {
  let object: NSObject
  let properties: PropertyTable

  init?(_ object: AnyObject, _ kind: HandleKind) {
    switch kind {
    case .layer:
      let layer = unsafeDowncast(object, to: CALayer.self)
      (self.object, properties) = (layer, layer.properties)
    case .animation:
      let animation = unsafeDowncast(object, to: CAAnimation.self)
      (self.object, properties) = (animation, animation.properties)
    case .emitterCell:
      let cell = unsafeDowncast(object, to: CAEmitterCell.self)
      (self.object, properties) = (cell, cell.properties)
    default: return nil
    }
  }

  /// The owner for an object that another object contains.
  private init?(found object: Any?) {
    switch object {
    case let layer as CALayer: self.init(layer, .layer)
    case let cell as CAEmitterCell: self.init(cell, .emitterCell)
    default: return nil
    }
  }

  // MARK: Keys

  /// The target of a key path, after it was followed into sublayers, masks and cells.
  ///
  /// - Throws: `Failure` for an unknown key.
  func resolve(_ path: PropertyPath) throws(Failure) -> (PropertyOwner, PropertyPath) {
    guard case .inside(let property, let name, let rest) = path else { return (self, path) }
    // Filters have no table; their inputs are looked up when they are set.
    if [.filters, .filter].contains(property.kind) { return (self, path) }
    let held = property.readObject(object)
    let found: Any? =
      switch held {
      case let layers as [CALayer]: layers.first { $0.name == name }
      case let cells as [CAEmitterCell]: cells.first { $0.name == name }
      default: held
      }
    guard let owner = PropertyOwner(found: found) else { throw missing(name, in: property) }
    return try owner.resolve(PropertyPath(rest, in: owner.properties))
  }

  /// Returns the compositing filter, or the first filter with a name.
  func filter(named name: String?, in property: LayerProperty) -> CAFilter? {
    let held = property.readObject(object)
    return held as? CAFilter ?? (held as? [CAFilter])?.first { $0.name == name }
  }

  /// The key path of a filter's input.
  func path(_ property: LayerProperty, _ name: String?, _ key: String) -> String {
    [property.name, name, key].compactMap(\.self).joined(separator: ".")
  }

  func missing(_ name: String?, in property: LayerProperty) -> Failure {
    Failure(
      GLAZE_ERROR_UNKNOWN_NAME,
      "\(properties.className).\(property.name) has no item named \"\(name ?? "")\"")
  }

  func unknownKey(_ key: String) -> Failure {
    Failure(
      GLAZE_ERROR_UNKNOWN_NAME, "\(properties.className) has no property \"\(key)\"")
  }
}

/// A cache of parsed key paths, so that a call only compares bytes.
///
/// Each pair of a class and a key has one slot, in which it replaces another pair, so that memory is bounded
/// for any keys.
final class KeyCache: Sendable {
  static let shared = KeyCache()

  private final class Entry: Sendable {
    let table: ObjectIdentifier
    let key: [UInt8]
    let path: PropertyPath

    init(_ table: PropertyTable, _ key: [UInt8], _ path: PropertyPath) {
      (self.table, self.key, self.path) = (ObjectIdentifier(table), key, path)
    }
  }

  private static let capacity = 1024
  private let entries = Mutex([Entry?](repeating: nil, count: KeyCache.capacity))

  func path(_ key: UnsafePointer<CChar>, in table: PropertyTable) throws(Failure) -> PropertyPath {
    let bytes = UnsafeBufferPointer(start: key, count: strlen(key)).withMemoryRebound(
      to: UInt8.self, { $0 })
    let identity = ObjectIdentifier(table)
    // FNV-1a: keys are short.
    var hash = UInt64(UInt(bitPattern: identity.hashValue)) ^ 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place = Int((hash ^ hash >> 32) % UInt64(Self.capacity))
    let known = entries.withLock { $0[place] }
    if let known, known.table == identity, known.key.elementsEqual(bytes) {
      return known.path
    }
    let path = PropertyPath(try text(key, "key"), in: table)
    let entry = Entry(table, Array(bytes), path)
    entries.withLock { $0[place] = entry }
    return path
  }
}
