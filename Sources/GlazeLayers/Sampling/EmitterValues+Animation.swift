import Foundation
import GlazeGeometry
import GlazeTree

// What animations do to emitters and to their cells.

extension KindValues {
  /// Puts an animated value in the place of that of the first own cell of a name.
  ///
  /// - Returns: Whether pictures know the property.
  mutating func set(_ value: PropertyValue, _ path: String, ofCell name: String?) -> Bool {
    guard case .emitter(var values) = self,
      let index = values.cellNames.firstIndex(of: name), values.cells[index].set(value, path)
    else { return false }
    self = .emitter(values)
    return true
  }
}

extension LayerEmitter {
  /// Puts an animated value in the place of the layer's own.
  ///
  /// - Returns: Whether pictures know the property.
  mutating func set(_ value: PropertyValue, _ name: String) -> Bool {
    switch (name, value) {
    case ("emitterPosition", .point(let point)):
      (position.x, position.y) = (point.x.native, point.y.native)
      return true
    case ("emitterSize", .size(let shown)):
      (size.x, size.y) = (shown.width.native, shown.height.native)
      return true
    default: break
    }
    guard let number = value.double, number.isFinite else { return false }
    switch name {
    case "birthRate": birthRate = max(0, number)
    case "lifetime": lifetime = max(0, number)
    case "velocity": velocity = number
    case "scale": scale = number
    case "spin": spin = number
    case "spinBias": spinBias = number
    case "emitterZPosition": position.z = number
    case "emitterDepth": size.z = number
    default: return false
    }
    return true
  }
}

extension EmitterCell {
  /// Puts an animated value in the place of the cell's own.
  ///
  /// - Returns: Whether pictures know the property.
  fileprivate mutating func set(_ value: PropertyValue, _ path: String) -> Bool {
    if path == "color", case .color(let color) = value {
      self.color = color.shown
      return true
    }
    guard let number = value.double, number.isFinite else { return false }
    if let field = Self.numbers[path] {
      self[keyPath: field] = number
    } else if let field = Self.components[path] {
      self[keyPath: field] = Float(number)
    } else if path == "birthRate" {
      birthRate = max(0, number)
    } else {
      return false
    }
    return true
  }

  private typealias Field<Value> = WritableKeyPath<EmitterCell, Value> & Sendable

  private static let numbers: [String: any Field<Double>] = [
    "lifetime": \.lifetime.mean, "lifetimeRange": \.lifetime.range,
    "emissionLatitude": \.latitude, "emissionLongitude": \.longitude,
    "emissionRange": \.coneAngle, "velocity": \.velocity.mean, "velocityRange": \.velocity.range,
    "xAcceleration": \.acceleration.x, "yAcceleration": \.acceleration.y,
    "zAcceleration": \.acceleration.z, "scale": \.scale.mean, "scaleRange": \.scale.range,
    "scaleSpeed": \.scaleSpeed, "spin": \.spin.mean, "spinRange": \.spin.range,
  ]

  private static let components: [String: any Field<Float>] = [
    "redRange": \.colorRange.x, "greenRange": \.colorRange.y, "blueRange": \.colorRange.z,
    "alphaRange": \.colorRange.w, "redSpeed": \.colorSpeed.x, "greenSpeed": \.colorSpeed.y,
    "blueSpeed": \.colorSpeed.z, "alphaSpeed": \.colorSpeed.w,
  ]
}
