import Foundation
import GlazeTree

/// The effect of an emitter's behaviors on the appearance of its particles.
struct ParticleLooks {
  private struct Factor {
    var value: ParticleValue
    var curve: ParticleCurve
    var isOverLife: Bool
  }

  private var factors: [Factor] = []
  private var lights: [EmitterLight] = []
  /// The angle to add to the direction of flight when images turn to it; nil when they do not.
  private(set) var alignment: Float?

  init(_ emitter: LayerEmitter) {
    for behavior in emitter.behaviors {
      switch behavior {
      case .overLife(let value, let curve):
        factors.append(Factor(value: value, curve: curve, isOverLife: true))
      case .overDistance(let value, let curve):
        factors.append(Factor(value: value, curve: curve, isOverLife: false))
      case .alignToMotion(let rotation): alignment = Float(rotation)
      case .light(let light): lights.append(light)
      case .drag, .wave, .attractor: break
      }
    }
  }

  /// Multiplies the properties that change with a particle's life and path.
  ///
  /// - Parameters:
  ///   - life: The elapsed fraction of its life.
  ///   - distance: The distance from its birthplace, in points.
  ///   - place: Its position.
  @inline(__always)
  func apply(
    life: Float, distance: Float, place: SIMD3<Float>, scale: inout Float,
    color: inout SIMD4<Float>
  ) {
    for factor in factors {
      let value = factor.curve.value(at: factor.isOverLife ? life : distance)
      switch factor.value {
      case .scale: scale *= value.x
      case .color: color *= value
      case .component(let index): color[index] *= value.x
      }
    }
    if !lights.isEmpty { color *= light(at: place) }
    if !factors.isEmpty { color.clamp(lowerBound: .zero, upperBound: .one) }
  }

  /// The factor that all lights together apply to a color.
  private func light(at place: SIMD3<Float>) -> SIMD4<Float> {
    var (sum, alpha) = (SIMD4<Float>.zero, Float(1))
    for light in lights {
      let way = SIMD3<Float>(light.position) - place
      let distance = (way * way).sum().squareRoot()
      var share = light.falloff.share(at: distance)
      if light.spot > 0, distance > 0 {
        let cosine = -(way * SIMD3<Float>(light.direction)).sum() / distance
        share *= powf(max(0, cosine), Float(light.spot))
      }
      sum += light.color * share
      if light.appliesAlpha { alpha *= share }
    }
    sum.clamp(lowerBound: .zero, upperBound: .one)
    sum.w = alpha
    return sum
  }
}
