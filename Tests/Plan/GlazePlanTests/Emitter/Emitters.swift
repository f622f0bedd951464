import Foundation
import GlazeGeometry
@testable import GlazePlan
import GlazeTree

/// Emitters in one expression, and their particles.
extension LayerEmitter {
  /// Makes an emitter with one cell, which shows a white square of 8 points.
  static func of(
    rate: Double = 100, lifetime: Double = 2, time: Double = 10, seed: UInt32 = 1,
    _ change: (inout LayerEmitter, inout EmitterCell) -> Void = { _, _ in }
  ) -> LayerEmitter {
    var cell = EmitterCell()
    cell.birthRate = rate
    cell.lifetime = .init(lifetime)
    cell.contents = 0
    var emitter = LayerEmitter(
      cells: [], ownCells: 1, contents: [ParticleContents(image: .square(8))])
    emitter.seed = seed
    emitter.time = time
    change(&emitter, &cell)
    emitter.cells = [cell] + emitter.cells
    return emitter
  }

  var particles: [Particle] { ParticleSampler.sample(self).particles }

  func at(_ time: Double) -> LayerEmitter {
    var copy = self
    copy.time = time
    return copy
  }
}

extension CGImage {
  /// Makes an opaque white image.
  static func square(_ side: Int) -> CGImage {
    CGImage(
      width: side, height: side,
      premultipliedRGBA: [UInt8](repeating: 255, count: side * side * 4))
  }
}

extension Particle {
  var point: SIMD3<Float> { SIMD3(place.x, place.y, place.z) }
  var age: Float { place.w }
}

extension [Particle] {
  func mean(_ value: (Particle) -> Float) -> Float {
    reduce(0) { $0 + value($1) } / Float(count)
  }

  /// Returns the range from the smallest to the greatest value.
  func span(_ value: (Particle) -> Float) -> ClosedRange<Float> {
    let values = map(value)
    return (values.min() ?? 0)...(values.max() ?? 0)
  }
}
