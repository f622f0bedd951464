import Foundation
import GlazeTree

/// The positions at which particles begin, and the direction from which their angles are measured.
///
/// Points, rectangles and boxes emit along +x, lines along -y, circles and spheres outward: along
/// the radius in every mode except those that fill their inside. Source: for points, Apple's
/// documentation; for lines and outlines, published code that was made for Apple's renderer; else
/// Glaze's own choice.
struct EmissionShape {
  private let shape: LayerEmitter.Shape
  private let mode: LayerEmitter.Mode
  private let isSequential: Bool
  private let outline: EmissionOutline

  init(_ emitter: LayerEmitter) {
    shape = emitter.shape
    isSequential = emitter.mode == .sequential
    mode = isSequential ? .points : emitter.mode
    outline = EmissionOutline(emitter.shape == .path ? emitter.outline : [])
  }

  /// A position in the layer's space, with the angles of the shape's own direction there.
  struct Start {
    var place: SIMD3<Float>
    var longitude: Float = 0
    var latitude: Float = 0
  }

  @inline(__always)
  func start(
    _ center: SIMD3<Float>, _ size: SIMD3<Float>, _ number: Int, _ random: ParticleRandom
  ) -> Start {
    switch shape {
    case .point: Start(place: center)
    case .path: path(center, number, random)
    case .line: line(center, size, random)
    case .rectangle: Start(place: center + size * rectangle(size, random))
    case .cuboid: Start(place: center + size * cuboid(size, random))
    case .circle: circle(center, size.x, random)
    case .sphere: sphere(center, size.x, random)
    }
  }

  /// Paths keep their coordinates in the layer's space; the center of the emitter moves them.
  private func path(_ center: SIMD3<Float>, _ number: Int, _ random: ParticleRandom) -> Start {
    let u = random.pair(.place)
    let place =
      switch mode {
      case .points, .sequential: outline.corner(isSequential ? number : nil, u.x)
      case .outline: outline.place(along: u.x)
      case .surface, .volume: outline.place(inside: random)
      }
    return Start(place: center + SIMD3(place.x, place.y, 0))
  }

  private func line(
    _ center: SIMD3<Float>, _ size: SIMD3<Float>, _ random: ParticleRandom
  )
    -> Start
  {
    let u = random.pair(.place).x
    let x = mode == .points ? (u < 0.5 ? -0.5 : 0.5) : u - 0.5
    return Start(place: center + SIMD3(size.x * x, 0, 0), longitude: -.pi / 2)
  }

  private func circle(
    _ center: SIMD3<Float>, _ radius: Float, _ random: ParticleRandom
  ) -> Start {
    let u = random.pair(.place)
    let angle = 2 * .pi * u.x
    let isRim = mode == .points || mode == .outline
    let r = isRim ? radius : radius * u.y.squareRoot()
    return Start(
      place: center + SIMD3(cosf(angle), sinf(angle), 0) * r, longitude: isRim ? angle : 0)
  }

  private func sphere(
    _ center: SIMD3<Float>, _ radius: Float, _ random: ParticleRandom
  ) -> Start {
    let u = random.pair(.place)
    let angle = 2 * .pi * u.x
    let z = 1 - 2 * u.y
    let across = max(0, 1 - z * z).squareRoot()
    let direction = SIMD3(cosf(angle) * across, sinf(angle) * across, z)
    guard mode == .volume else {
      return Start(place: center + direction * radius, longitude: angle, latitude: asinf(z))
    }
    return Start(place: center + direction * (radius * cbrtf(random.pair(.depthAndSide).x)))
  }

  /// A position relative to the center, in units of the size.
  private func rectangle(_ size: SIMD3<Float>, _ random: ParticleRandom) -> SIMD3<Float> {
    let u = random.pair(.place)
    switch mode {
    case .points, .sequential:
      return SIMD3(u.x < 0.5 ? -0.5 : 0.5, u.y < 0.5 ? -0.5 : 0.5, 0)
    case .outline:
      // Chooses one of the two directions in proportion to the lengths of their sides.
      let width = abs(size.x)
      let isAlong = random.pair(.depthAndSide).x * (width + abs(size.y)) < width
      let side: Float = u.y < 0.5 ? -0.5 : 0.5
      return isAlong ? SIMD3(u.x - 0.5, side, 0) : SIMD3(side, u.x - 0.5, 0)
    case .surface, .volume: return SIMD3(u.x - 0.5, u.y - 0.5, 0)
    }
  }

  private func cuboid(_ size: SIMD3<Float>, _ random: ParticleRandom) -> SIMD3<Float> {
    let u = random.pair(.place)
    let v = random.pair(.depthAndSide)
    var place = SIMD3(u.x, u.y, v.x) - 0.5
    func side(_ value: Float) -> Float { value < 0 ? -0.5 : 0.5 }
    let length = SIMD3(abs(size.x), abs(size.y), abs(size.z))
    switch mode {
    case .volume: break
    case .points, .sequential: place = SIMD3(side(place.x), side(place.y), side(place.z))
    case .outline:
      let along = Self.axis(v.y, SIMD3(length.x, length.y, length.z))
      for axis in 0..<3 where axis != along { place[axis] = side(place[axis]) }
    case .surface:
      let across = Self.axis(
        v.y, SIMD3(length.y * length.z, length.x * length.z, length.x * length.y))
      place[across] = side(place[across])
    }
    return place
  }

  /// Chooses an axis in proportion to its weight.
  private static func axis(_ u: Float, _ weights: SIMD3<Float>) -> Int {
    let at = u * (weights.x + weights.y + weights.z)
    return at < weights.x ? 0 : at < weights.x + weights.y ? 1 : 2
  }
}
