import GlazeTree

/// What an emitter's behaviours make of the looks of its particles.
struct ParticleLooks {
  private struct Factor {
    var value: ParticleValue
    var curve: ParticleCurve
    var isOverLife: Bool
  }

  private var factors: [Factor] = []
  /// Added to the direction of flight, which pictures turn to; nil leaves them.
  private(set) var alignment: Float?

  init(_ emitter: LayerEmitter) {
    for behavior in emitter.behaviors {
      switch behavior {
      case .overLife(let value, let curve):
        factors.append(Factor(value: value, curve: curve, isOverLife: true))
      case .overDistance(let value, let curve):
        factors.append(Factor(value: value, curve: curve, isOverLife: false))
      case .alignToMotion(let rotation): alignment = Float(rotation)
      case .drag, .wave, .attractor: break
      }
    }
  }

  /// Multiplies what changes with a particle's life and way.
  ///
  /// - Parameters:
  ///   - life: The share of its life that is over.
  ///   - distance: From where it was born, in points.
  @inline(__always)
  func apply(life: Float, distance: Float, scale: inout Float, color: inout SIMD4<Float>) {
    for factor in factors {
      let value = factor.curve.value(at: factor.isOverLife ? life : distance)
      switch factor.value {
      case .scale: scale *= value.x
      case .color: color *= value
      case .component(let index): color[index] *= value.x
      }
    }
    if !factors.isEmpty { color.clamp(lowerBound: .zero, upperBound: .one) }
  }
}
