import Foundation
import GlazeGeometry

/// An object with a table of properties that also stores values for any other key.
protocol PropertyHolder: NSObject {
  var properties: PropertyTable { get }
  func customValue(forKey key: String) -> Any?
  func setCustomValue(_ value: Any?, forKey key: String)
  /// The values of keys that are not properties.
  var customKeys: [String] { get }
  /// The attributes that a document gives to the object in addition to its properties.
  var keepsake: Keepsake? { get set }
  /// A new object of Glaze's class, which has the defaults of its properties.
  var pristine: NSObject { get }
  func shouldArchiveValue(forKey key: String) -> Bool
  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
}

extension CALayer: PropertyHolder {
  /// The properties of this layer's class.
  package final var properties: PropertyTable { type(of: self).propertyTable }

  final func customValue(forKey key: String) -> Any? {
    storedValue(forKey: key) ?? initialAnimatable(forKey: key)
  }

  /// Returns the value for a key that is not a property: the one that was set, or that of the style
  /// or the class; numbers as `NSNumber`, which casts to all number types.
  final func storedValue(forKey key: String) -> Any? {
    valueAsSet(forKey: key).map { $0 as? NSNumber ?? $0 }
  }

  private func valueAsSet(forKey key: String) -> Any? {
    if let value = objects.custom?[key] { return value }
    var style = objects.style
    while let level = style {
      if let value = level[key] { return value }
      style = level["style"] as? [AnyHashable: Any]
    }
    return type(of: self).defaultValue(forKey: key)
  }

  final var pristine: NSObject { type(of: self).layerClass.make() }

  final func setCustomValue(_ value: Any?, forKey key: String) {
    setCustomValue(value, forKey: key) {}
  }

  /// - Parameter write: Stores the value elsewhere as well, after an action was searched.
  final func setCustomValue(_ value: Any?, forKey key: String, _ write: () -> Void) {
    if refusesChange(key) { return }
    // Numbers are compared as they are read, whatever their types.
    let isNews =
      !watch.isEmpty && !isSame(value.map { $0 as? NSNumber ?? $0 }, customValue(forKey: key))
    let action = isNews ? actionIfEnabled(forKey: key) : nil
    queue?.keep(self, before: .undrawn)
    objects.custom = objects.custom ?? [:]
    objects.custom?[key] = value
    write()
    noteChange(.undrawn)
    if watch.contains(.foreignClass) { displayForKey(key) }
    action?.run(forKey: key, object: self, arguments: nil)
  }

  /// The keys that were set and are not properties, in no order.
  package final var customKeys: [String] { Array((objects.custom ?? [:]).keys) }
}

extension CAEmitterCell: PropertyHolder {
  /// The properties of cells.
  package final var properties: PropertyTable { .emitterCell }

  final func customValue(forKey key: String) -> Any? { customValues[key] }

  final var customKeys: [String] { Array(customValues.keys) }

  final var pristine: NSObject { CAEmitterCell() }

  final func setCustomValue(_ value: Any?, forKey key: String) { customValues[key] = value }
}

/// Key-value coding over property tables, since there is none on Linux.
enum PropertyAccess {
  static func value(of owner: some PropertyHolder, forKey key: String) -> Any? {
    if let property = owner.properties[key] { return property.readObject(owner) }
    return owner.customValue(forKey: key)
  }

  static func set(_ value: Any?, of owner: some PropertyHolder, forKey key: String) {
    if let property = owner.properties[key] {
      property.writeObject(value, to: owner)
    } else {
      let plain = (value as? PropertyValue)?.boxed(as: .double) ?? PropertyValue.unwrapped(value)
      owner.setCustomValue(plain, forKey: key)
    }
    if let layer = owner as? CALayer, type(of: layer).needsDisplay(forKey: key) {
      layer.setNeedsDisplay()
    }
  }

  static func value(of owner: some PropertyHolder, forKeyPath keyPath: String) -> Any? {
    switch PropertyPath(keyPath, in: owner.properties) {
    case .property: return owner.value(forKey: keyPath)
    case .component(let property, let component):
      return property.read(owner)[component]?.boxed(as: component.kind)
    case .inside(let property, let name, let rest):
      if let filter = filter(of: property, named: name, in: owner) {
        return filter.value(forKey: rest)
      }
      return target(of: property, named: name, in: owner)?.value(forKeyPath: rest)
    case .unknown:
      return owner.value(forKey: keyPath) ?? valueInDictionary(of: owner, keyPath)
    }
  }

  static func set(_ value: Any?, of owner: some PropertyHolder, forKeyPath keyPath: String) {
    switch PropertyPath(keyPath, in: owner.properties) {
    case .property, .unknown: owner.setValue(value, forKey: keyPath)
    case .component(let property, let component):
      guard let part = PropertyValue(value, as: component.kind),
        let whole = property.read(owner).replacing(component, with: part)
      else { return }
      property.write(whole, to: owner)
    case .inside(let property, let name, let rest):
      if let filter = filter(of: property, named: name, in: owner) {
        replace(filter, of: property, in: owner, bySetting: value, forKey: rest)
      } else {
        target(of: property, named: name, in: owner)?.setValue(value, forKeyPath: rest)
      }
    }
  }

  /// Returns the compositing filter, or the first filter with a name.
  private static func filter(
    of property: LayerProperty, named name: String?, in owner: some PropertyHolder
  ) -> CAFilter? {
    switch property.kind {
    case .filter: property.readObject(owner) as? CAFilter
    case .filters:
      (property.readObject(owner) as? [Any])?.lazy.compactMap { $0 as? CAFilter }
        .first { $0.name == name }
    default: nil
    }
  }

  /// Replaces a filter with a changed copy: other layers may share the original.
  private static func replace(
    _ filter: CAFilter, of property: LayerProperty, in owner: some PropertyHolder,
    bySetting value: Any?, forKey key: String
  ) {
    guard let copy = filter.copy() as? CAFilter else { return }
    copy.setValue(value, forKey: key)
    guard let list = property.readObject(owner) as? [Any] else {
      property.writeObject(copy, to: owner)
      return
    }
    property.writeObject(list.map { $0 as? CAFilter === filter ? copy : $0 }, to: owner)
  }

  /// Returns the mask, or the first sublayer or cell with a name.
  private static func target(
    of property: LayerProperty, named name: String?, in owner: some PropertyHolder
  ) -> (any PropertyHolder)? {
    switch property.readObject(owner) {
    case let layer as CALayer: layer
    case let layers as [CALayer]: layers.first { $0.name == name }
    case let cells as [CAEmitterCell]: cells.first { $0.name == name }
    default: nil
    }
  }

  /// Follows a path into dictionaries that are stored under a key.
  private static func valueInDictionary(of owner: some PropertyHolder, _ keyPath: String) -> Any? {
    let keys = keyPath.split(separator: ".").map(String.init)
    guard keys.count > 1, let first = keys.first else { return nil }
    var value = owner.value(forKey: first)
    for key in keys.dropFirst() {
      value = (value as? [AnyHashable: Any])?[key]
    }
    return value
  }
}

extension PropertyAccess {
  /// Returns the value that a property of a class of layers has initially.
  ///
  /// Like Apple's, it is nil for zeros, but not for these four.
  static func defaultValue(of type: CALayer.Type, forKey key: String) -> Any? {
    let table = type.propertyTable
    guard let property = table[key], property.isValue else { return nil }
    let value = property.read(type.layerClass.make())
    let isKept = ["hidden", "geometryFlipped", "opaque", "contentsHeadroom"].contains(key)
    return value == .zero(of: property.kind) && !isKept ? nil : value.boxed(as: property.kind)
  }
}
