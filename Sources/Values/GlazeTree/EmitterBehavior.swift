/// An effect on all particles of an emitter during their lives.
package enum EmitterBehavior: Sendable, Equatable {
  /// Multiplies a value, as a function of the elapsed fraction of the particle's life.
  case overLife(ParticleValue, ParticleCurve)
  /// Multiplies a value, as a function of the distance from the particle's birthplace, in points.
  case overDistance(ParticleValue, ParticleCurve)
  /// Slows particles down: by this fraction of the velocity in a second, for a mass of 1.
  case drag(Double)
  /// Pushes all particles back and forth: the amplitude of the force, and its frequency in hertz.
  case wave(force: SIMD3<Double>, frequency: Double)
  case attractor(EmitterAttractor)
  /// Lights particles, which are dark where no light reaches them.
  case light(EmitterLight)
  /// Rotates images to the particles' direction of flight; the angle is added, in radians.
  case alignToMotion(Double)

  /// Whether it diverts particles from their initial path.
  package var isForce: Bool {
    switch self {
    case .drag, .wave, .attractor: true
    case .overLife, .overDistance, .light, .alignToMotion: false
    }
  }
}

/// The value of a particle that a behavior multiplies.
package enum ParticleValue: Sendable, Equatable {
  case scale
  /// All four components, each by its own factor.
  case color
  /// One component.
  case component(Int)
}

/// A piecewise linear function.
package struct ParticleCurve: Sendable, Equatable {
  /// The locations in ascending order; at least one, and as many as there are values.
  package let locations: [Float]
  package let values: [SIMD4<Float>]

  /// nil for a curve without values.
  ///
  /// - Parameter locations: Distributed evenly over 0...1 when their number differs from that of
  ///   the values.
  package init?(locations: [Float], values: [SIMD4<Float>]) {
    guard !values.isEmpty else { return nil }
    self.values = values
    var last: Float = -.infinity
    let given =
      locations.count == values.count
      ? locations : values.indices.map { Float($0) / Float(max(1, values.count - 1)) }
    self.locations = given.map { location in
      last = max(last, location.isFinite ? location : last)
      return last.isFinite ? last : 0
    }
  }

  /// The value at a location; it is constant before the first and after the last location.
  @inlinable
  package func value(at place: Float) -> SIMD4<Float> {
    guard var next = locations.firstIndex(where: { $0 > place }) else {
      return values[values.count - 1]
    }
    if next == 0 { return values[0] }
    next -= 1
    let part = (place - locations[next]) / (locations[next + 1] - locations[next])
    return values[next] + (values[next + 1] - values[next]) * part
  }
}

/// A spring that pulls particles toward a point, a line or a plane.
package struct EmitterAttractor: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case radial, axial, planar
  }

  package var kind = Kind.radial
  /// The acceleration in points per second squared for each point of distance, for a mass of 1.
  package var stiffness = 0.0
  /// The distance at which it neither pulls nor pushes.
  package var radius = 0.0
  package var position = SIMD3<Double>.zero
  /// The direction of the line, or perpendicular to the plane; of length 1.
  package var direction = SIMD3<Double>(0, 0, 1)
  package var falloff = EmitterFalloff()

  package init() {}
}

/// A light that colors particles.
package struct EmitterLight: Sendable, Equatable {
  /// The factor of the colors of particles next to it.
  package var color = SIMD4<Float>(repeating: 1)
  package var position = SIMD3<Double>.zero
  package var falloff = EmitterFalloff()
  /// The narrowness of its cone: the exponent of the cosine of the angle to its direction; 0 shines
  /// in all directions.
  package var spot = 0.0
  /// The direction of the cone; of length 1.
  package var direction = SIMD3<Double>(0, 0, 1)
  /// Whether the light also multiplies the alpha of particles.
  package var appliesAlpha = false

  package init() {}
}

/// The linear decrease of an effect with the distance.
package struct EmitterFalloff: Sendable, Equatable {
  /// The distance up to which the effect is full, in points.
  package var start = 0.0
  /// The distance from there to where the effect is 0; infinite for no decrease.
  package var length = Double.infinity

  package init() {}

  /// The remaining fraction at a distance, in 0...1.
  @inlinable
  package func share(at distance: Float) -> Float {
    guard length < .infinity else { return 1 }
    let beyond = distance - Float(start)
    return beyond <= 0 ? 1 : max(0, 1 - beyond / Float(length))
  }
}
