import Foundation
import GlazeGeometry
import GlazeTree

// The effect of animations on emitters and their cells.

extension KindValues {
  /// Replaces a value of the first own cell with a name by an animated value.
  ///
  /// - Returns: Whether the property is drawn.
  mutating func set(_ value: PropertyValue, _ path: String, ofCell name: String?) -> Bool {
    guard case .emitter(var values) = self,
      let index = values.cellNames.firstIndex(of: name), values.cells[index].set(value, path)
    else { return false }
    self = .emitter(values)
    return true
  }
}

extension LayerEmitter {
  /// Replaces the layer's own value by an animated value.
  ///
  /// - Returns: Whether the property is drawn.
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
  /// Replaces the cell's own value by an animated value.
  ///
  /// - Returns: Whether the property is drawn.
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
