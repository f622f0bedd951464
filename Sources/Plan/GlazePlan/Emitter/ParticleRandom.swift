import GlazeGeometry

/// The random numbers of one particle: a function of its number, not of the particles before it.
///
/// A particle is 64 bits: `mix(key + index * golden)`. The key belongs to the cell: for the layer's
/// cells it is made from the seed and the cell's index in the list, for others from the emitting
/// particle's 64 bits and the index. The properties come from `mix(bits + property * odd)`. Any
/// particle is therefore computed in O(1), and no property changes when another one is drawn or
/// not.
///
/// `mix` is the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014, doi:10.1145/2660193.2660195). Source: Glaze's own choice; Apple's
/// generator is not known.
struct ParticleRandom {
  let bits: UInt64

  /// The properties, two for each draw.
  enum Pair: UInt64 {
    case lifetimeAndSpeed = 1
    case place, depthAndSide, direction, sizeAndSpin, redAndGreen, blueAndAlpha, rotation, tilt,
      frameAndMass
  }

  @inline(__always) init(key: UInt64, index: UInt64) {
    bits = Self.mix(key &+ index &* 0x9E37_79B9_7F4A_7C15)
  }

  /// The key of one of the layer's own cells.
  static func key(seed: UInt32, cell: Int) -> UInt64 {
    mix(mix(UInt64(seed) &+ 0x6A09_E667_F3BC_C909) &+ UInt64(cell) &* 0xA0761D6478BD642F)
  }

  /// The key of a cell that the particle emits.
  @inline(__always) func key(child: Int) -> UInt64 {
    Self.mix(~bits &+ UInt64(child) &* 0xA0761D6478BD642F)
  }

  /// Returns two numbers in 0..<1, of 24 bits each.
  @inline(__always) func pair(_ pair: Pair) -> SIMD2<Float> {
    let z = Self.mix(bits &+ pair.rawValue &* 0xD134_2543_DE82_EF95)
    return SIMD2(Float(z >> 40), Float((z >> 8) & 0xFF_FFFF)) * 0x1p-24
  }

  @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
