/// One live particle, in its layer's space.
struct Particle: Equatable {
  /// The middle; w is the age in seconds, in its cell's time.
  var place: SIMD4<Float>
  /// Unpremultiplied.
  var color: SIMD4<Float>
  /// A factor of the picture's size; above 0.
  var scale: Float
  /// From x to y, in radians.
  var angle: Float
  /// How the picture leans: the sine and the cosine of the angle of its normal from z, and the direction
  /// of that in the plane.
  var tilt = SIMD4<Float>(0, 1, 1, 0)
  /// An index into `LayerEmitter.contents`.
  var contents: Int32
}

/// The live particles of an emitter, in the order that they are drawn.
struct ParticleCloud {
  var particles: [Particle] = []
  /// The least and the greatest coordinates that their pictures may reach.
  var low = SIMD3<Float>(repeating: .infinity)
  var high = SIMD3<Float>(repeating: -.infinity)
  /// How many were left out, since there are too many.
  var leftOut = 0
  /// When the first particle was or will be born, in the time of the layer; infinite for never.
  var firstBirth = Double.infinity

  static let none = ParticleCloud()
}
