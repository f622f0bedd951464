import Foundation
import GlazeTree

// The values of behaviors. Their names and inputs are those of Apple's files; their effects are not
// documented, and are Glaze's own interpretation.

extension EmitterBehavior {
  /// Creates the values; nil for an unknown type or key path.
  init?(_ behavior: CAEmitterBehavior) {
    switch behavior.type {
    case "valueOverLife", "valueOverDistance":
      guard let value = ParticleValue(keyPath: behavior.text("keyPath") ?? ""),
        let curve = ParticleCurve(behavior, "values")
      else { return nil }
      self =
        behavior.type == "valueOverLife" ? .overLife(value, curve) : .overDistance(value, curve)
    case "colorOverLife":
      guard let curve = ParticleCurve(behavior, "colors") else { return nil }
      self = .overLife(.color, curve)
    case "drag": self = .drag(max(0, behavior.number("drag")))
    case "wave":
      self = .wave(force: behavior.vector("force").vector, frequency: behavior.number("frequency"))
    case "attractor", "simpleAttractor": self = .attractor(EmitterAttractor(behavior))
    case "light": self = .light(EmitterLight(behavior))
    case "alignToMotion": self = .alignToMotion(behavior.number("rotation"))
    default: return nil
    }
  }

  /// Returns the unsupported features that a behavior requests; nil if there are none.
  static func problem(of behavior: CAEmitterBehavior) -> UndrawnFeature? {
    guard behavior.isEnabled else { return nil }
    if EmitterBehavior(behavior) != nil { return nil }
    let path = behavior.text("keyPath").map { " of \"\($0)\"" } ?? ""
    return .emitterKey("the behavior \"\(behavior.type)\"\(path)")
  }
}

extension ParticleValue {
  fileprivate init?(keyPath: String) {
    switch keyPath {
    case "scale", "scale.xy": self = .scale
    case "color": self = .color
    case "color.red", "red": self = .component(0)
    case "color.green", "green": self = .component(1)
    case "color.blue", "blue": self = .component(2)
    case "color.alpha", "alpha", "opacity": self = .component(3)
    default: return nil
    }
  }
}

extension ParticleCurve {
  /// Creates the values; nil for a curve without values.
  fileprivate init?(_ behavior: CAEmitterBehavior, _ key: String) {
    let values = behavior.list(key).map { row in
      let row = row.map { Float($0).isFinite ? Float($0) : 0 }
      // A number applies to all components; a color without alpha is opaque.
      if row.count == 1 { return SIMD4(repeating: row[0]) }
      return SIMD4((row + [1, 1, 1, 1]).prefix(4))
    }
    self.init(locations: behavior.vector("locations").map { Float($0) }, values: values)
  }
}

extension EmitterAttractor {
  fileprivate init(_ behavior: CAEmitterBehavior) {
    self.init()
    kind = behavior.text("attractorType").flatMap(Kind.init) ?? .radial
    stiffness = behavior.number("stiffness")
    radius = behavior.number("radius")
    position = behavior.position
    falloff = EmitterFalloff(behavior)
    direction = behavior.direction("orientation")
  }
}

extension EmitterLight {
  fileprivate init(_ behavior: CAEmitterBehavior) {
    self.init()
    let components = behavior.vector("color").map { Float($0).isFinite ? Float($0) : 0 }
    if components.count >= 3 {
      color = SIMD4(components[0], components[1], components[2], 1)
    }
    position = behavior.position
    falloff = EmitterFalloff(behavior)
    appliesAlpha = behavior.number("appliesAlpha") != 0
    spot = min(max(behavior.number("spot"), 0), 1000)
    direction = behavior.direction("direction")
  }
}

extension EmitterFalloff {
  /// Apple's files contain `falloff="inf" falloffDistance="0"` if nothing is lost.
  fileprivate init(_ behavior: CAEmitterBehavior) {
    self.init()
    start = max(0, behavior.number("falloffDistance"))
    let given = behavior.number("falloff")
    if given > 0 { length = given }
  }
}

extension CAEmitterBehavior {
  /// Returns a direction; it has length 1; angles are from the z axis, like those of particle
  /// planes.
  fileprivate func direction(_ name: String) -> SIMD3<Double> {
    let (latitude, longitude) = (number("\(name)Latitude"), number("\(name)Longitude"))
    return SIMD3(
      sin(latitude) * cos(longitude), sin(latitude) * sin(longitude), cos(latitude))
  }

  fileprivate var position: SIMD3<Double> {
    var position = vector("position").vector
    if inputs["zPosition"] != nil { position.z = number("zPosition") }
    return position
  }
}

extension [Double] {
  /// The first three components, with 0 for missing or non-finite ones.
  fileprivate var vector: SIMD3<Double> {
    SIMD3((self + [0, 0, 0]).prefix(3).map { $0.isFinite ? $0 : 0 })
  }
}
