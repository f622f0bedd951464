/// One live particle, in its layer's space.
struct Particle: Equatable {
  /// The center; w is the age in seconds, in its cell's time.
  var place: SIMD4<Float>
  /// The color, with straight alpha.
  var color: SIMD4<Float>
  /// The factor of the image's size; above 0.
  var scale: Float
  /// The rotation from x to y, in radians.
  var angle: Float
  /// The tilt of the image: the sine and the cosine of the angle between its normal and z, and the
  /// direction of the tilt in the plane.
  var tilt = SIMD4<Float>(0, 1, 1, 0)
  /// The index of the contents in `LayerEmitter.contents`.
  var contents: Int32
}

/// The live particles of an emitter, in drawing order.
struct ParticleCloud {
  var particles: [Particle] = []
  /// The least and the greatest coordinates that the particles' images may reach.
  var low = SIMD3<Float>(repeating: .infinity)
  var high = SIMD3<Float>(repeating: -.infinity)
  /// The number of particles that were computed, also those that are not drawn.
  var visited = 0
  /// The number of particles that were omitted because there are too many.
  var leftOut = 0
  /// The time at which the first particle was or will be born, in the layer's time; infinite for
  /// never.
  var firstBirth = Double.infinity

  static let none = ParticleCloud()
}
