/// Something that acts on all particles of an emitter while they live.
package enum EmitterBehavior: Sendable, Equatable {
  /// Multiplies a value, over the share of its life that a particle has behind it.
  case overLife(ParticleValue, ParticleCurve)
  /// Multiplies a value, over the distance in points from where a particle was born.
  case overDistance(ParticleValue, ParticleCurve)
  /// Slows particles down: by this share of the velocity in a second, for a mass of 1.
  case drag(Double)
  /// Pushes all particles to and fro: the force at its height, and how often in a second.
  case wave(force: SIMD3<Double>, frequency: Double)
  case attractor(EmitterAttractor)
  /// Shines on particles, which are dark where no light reaches them.
  case light(EmitterLight)
  /// Turns pictures to where particles fly; the angle is added, in radians.
  case alignToMotion(Double)

  /// Whether particles leave the way that their birth set them on.
  package var isForce: Bool {
    switch self {
    case .drag, .wave, .attractor: true
    case .overLife, .overDistance, .light, .alignToMotion: false
    }
  }
}

/// What of a particle a behavior multiplies.
package enum ParticleValue: Sendable, Equatable {
  case scale
  /// All four components, each by its own.
  case color
  /// One component.
  case component(Int)
}

/// A piecewise linear function.
package struct ParticleCurve: Sendable, Equatable {
  /// Ascending; as many as there are values, at least one.
  package let locations: [Float]
  package let values: [SIMD4<Float>]

  /// nil for a curve without values.
  ///
  /// - Parameter locations: Spread evenly over 0...1 when there are not as many as values.
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

  /// The value at a place; before the first and after the last location it stays.
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
  /// In points per second squared for each point of distance, for a mass of 1.
  package var stiffness = 0.0
  /// So far away it neither pulls nor pushes.
  package var radius = 0.0
  package var position = SIMD3<Double>.zero
  /// Of the line, or across the plane; of length 1.
  package var direction = SIMD3<Double>(0, 0, 1)
  package var falloff = EmitterFalloff()

  package init() {}
}

/// A light that colors particles.
package struct EmitterLight: Sendable, Equatable {
  /// What the colors of particles next to it are multiplied with.
  package var color = SIMD4<Float>(repeating: 1)
  package var position = SIMD3<Double>.zero
  package var falloff = EmitterFalloff()
  /// How narrow its cone is: the power of the cosine of the angle to its direction; 0 shines all around.
  package var spot = 0.0
  /// Where a cone shines; of length 1.
  package var direction = SIMD3<Double>(0, 0, 1)
  /// Whether the light's share is of the alpha of particles, too.
  package var appliesAlpha = false

  package init() {}
}

/// How what acts on particles becomes weaker with the distance, evenly.
package struct EmitterFalloff: Sendable, Equatable {
  /// Up to here nothing is lost, in points.
  package var start = 0.0
  /// From there to where nothing is left; infinite for what does not become weaker.
  package var length = Double.infinity

  package init() {}

  /// What is left at a distance, in 0...1.
  @inlinable
  package func share(at distance: Float) -> Float {
    guard length < .infinity else { return 1 }
    let beyond = distance - Float(start)
    return beyond <= 0 ? 1 : max(0, 1 - beyond / Float(length))
  }
}
