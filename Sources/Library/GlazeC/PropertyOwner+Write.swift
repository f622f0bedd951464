import CGlaze
import Foundation
import Glaze
import GlazeGeometry
import GlazeLayers

// C programs can write only values of a property's type into it. Key-value coding would convert others; here they
// are errors.

extension PropertyOwner {
  /// Writes a value that is not an object and not a list.
  ///
  /// - Parameter key: The name of the path in messages.
  func write(
    _ value: PropertyValue, to path: PropertyPath, key: @autoclosure () -> String
  ) throws(Failure) {
    switch path {
    case .property(let property):
      if property.isValue, value.suits(property.kind) {
        if !(object is CALayer) { try requireThawed(property.name) }
        property.write(value, to: object)
      } else {
        try writeObject(value.boxed(as: .double), to: property)
      }
    case .component(let property, let component):
      guard value.suits(component.kind),
        let whole = property.read(object).replacing(component, with: value)
      else { throw wrongType(key()) }
      property.write(whole, to: object)
    case .inside(let property, let name, let rest):
      try setInput(value.boxed(as: .double), rest, ofFilter: name, in: property)
    case .unknown: throw unknownKey(key())
    }
  }

  /// Writes any value; nil removes it.
  func writeObject(
    _ value: Any?, to path: PropertyPath, key: @autoclosure () -> String
  ) throws(Failure) {
    switch path {
    case .property(let property): try writeObject(value, to: property)
    case .component(let property, let component):
      guard let part = try component.kind.accepted(value, by: self, key()),
        let value = PropertyValue(part, as: component.kind)
      else { throw wrongType(key()) }
      try write(value, to: .component(property, component), key: key())
    case .inside(let property, let name, let rest):
      try setInput(value, rest, ofFilter: name, in: property)
    case .unknown: throw unknownKey(key())
    }
  }

  private func writeObject(_ value: Any?, to property: LayerProperty) throws(Failure) {
    let accepted = try property.kind.accepted(value, by: self, property.name)
    try requireThawed(property.name)
    if let layer = object as? CALayer { try layer.requireNoCycle(entering: accepted) }
    guard property.writeObject(accepted, to: object) else { throw wrongType(property.name) }
  }

  func wrongType(_ key: String) -> Failure {
    Failure(
      GLAZE_ERROR_WRONG_TYPE, "\(properties.className).\(key) does not take a value of this type")
  }

  /// Replaces a filter by a changed copy.
  private func setInput(
    _ value: Any?, _ key: String, ofFilter name: String?, in property: LayerProperty
  ) throws(Failure) {
    guard let copy = filter(named: name, in: property)?.copy() as? CAFilter else {
      throw missing(name, in: property)
    }
    try copy.set(value, key)
    (object as? CALayer)?.setValue(
      copy.value(forKey: key), forKeyPath: path(property, name, key))
  }

  /// Rejects changes of animations that belong to a layer, which holds a copy.
  private func requireThawed(_ key: String) throws(Failure) {
    if let animation = object as? CAAnimation, animation.isFrozen {
      throw .argument(
        "\(properties.className).\(key) cannot be changed: the animation belongs to a layer; "
          + "change the original, and add it again")
    }
  }
}

extension CALayer {
  /// Rejects a layer that contains this one, for which Core Animation raises an exception.
  func requireNoCycle(entering value: Any?) throws(Failure) {
    let layers: [CALayer] =
      switch value {
      case let layer as CALayer: [layer]
      case let layers as [CALayer]: layers
      default: []
      }
    if layers.isEmpty { return }
    var next: CALayer? = self
    while let layer = next {
      if layers.contains(where: { $0 === layer }) {
        throw .argument("a layer cannot contain itself")
      }
      next = layer.superlayer
    }
  }
}

extension PropertyValue {
  /// Returns whether a property of a kind takes the value without conversion.
  fileprivate func suits(_ kind: PropertyKind) -> Bool {
    switch (self, kind) {
    case (.number, _): kind.isNumber && kind != .bool
    case (.bool, .bool), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
      (.affine, .affine), (.affine, .transform), (.color, .color), (.path, .path),
      (.string, .string):
      true
    default: false
    }
  }
}

extension PropertyKind {
  /// Returns the value in the form that a property of this kind stores.
  ///
  /// - Throws: `Failure` for a value of another type, and for a name that is not in the list.
  fileprivate func accepted(
    _ value: Any?, by owner: PropertyOwner, _ key: String
  ) throws(Failure) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    if case .name(let names) = self {
      guard let name = value as? String else { throw owner.wrongType(key) }
      if names.contains(name) { return name }
      throw Failure(
        GLAZE_ERROR_UNKNOWN_NAME,
        "\(owner.properties.className).\(key) cannot be \"\(name)\"; use one of "
          + names.joined(separator: ", "))
    }
    guard let accepted = try converted(value, by: owner, key) else { throw owner.wrongType(key) }
    return accepted
  }

  private func converted(
    _ value: Any, by owner: PropertyOwner, _ key: String
  ) throws(Failure) -> Any? {
    switch self {
    case .bool, .int, .float, .double, .bits:
      let number = value as? NSNumber
      return number?.isBool == (self == .bool) ? number : nil
    case .point: return value as? CGPoint
    case .size: return value as? CGSize
    case .rect: return value as? CGRect
    case .transform: return value is CATransform3D || value is CGAffineTransform ? value : nil
    case .affine: return value as? CGAffineTransform
    case .color: return value as? CGColor
    case .path: return value as? CGPath
    case .image: return value is CGImage || value is ExternalImage ? value : nil
    case .string, .font: return value as? String
    case .layer: return value as? CALayer
    case .layers: return value as? [CALayer]
    case .cells: return value as? [CAEmitterCell]
    case .filter: return value is CAFilter || value is String ? value : nil
    case .filters: return value as? [CAFilter]
    case .animations: return value as? [CAAnimation]
    case .colorMatrix: return CAColorMatrix(value)
    case .timingFunction: return CAMediaTimingFunction(value)
    case .valueFunction: return CAValueFunction(value)
    case .object: return value
    case .name: return nil
    case .array(let element):
      guard let list = value as? [Any] else { return nil }
      var accepted: [Any] = []
      for item in list {
        accepted.append(try element.accepted(item, by: owner, key) ?? NSNull())
      }
      return accepted
    }
  }
}

extension CAMediaTimingFunction {
  /// Makes a timing function from a name or four numbers.
  fileprivate convenience init?(_ value: Any) {
    if let name = value as? String {
      let name = CAMediaTimingFunctionName(rawValue: name)
      guard CAMediaTimingFunction.named(name) != nil else { return nil }
      self.init(name: name)
      return
    }
    guard let points = value as? [NSNumber], points.count == 4 else { return nil }
    let p = points.map(\.floatValue)
    self.init(controlPoints: p[0], p[1], p[2], p[3])
  }
}

extension CAValueFunction {
  /// Makes a value function from a name.
  fileprivate convenience init?(_ value: Any) {
    guard let name = value as? String else { return nil }
    self.init(name: CAValueFunctionName(rawValue: name))
  }
}

extension CAColorMatrix {
  /// Makes a color matrix from 20 numbers, row by row.
  init?(_ value: Any) {
    guard let numbers = value as? [NSNumber], numbers.count == 20 else { return nil }
    self = numbers.map(\.floatValue).withUnsafeBytes { $0.loadUnaligned(as: CAColorMatrix.self) }
  }
}
