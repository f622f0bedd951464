package import CGlazeShaders
import GlazeGeometry

/// A small image with its center and two half axes, with perspective where there is any.
extension ParticleInstance: PlanInstance {
  package static var name: String { "particle" }
  package static func list(of plan: FramePlan) -> [Self] { plan.particles }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.particles)
  }
  /// The number is low, because there may be very many particles.
  package static var mostTexts: Int { 8 }

  /// The corners of the image.
  package var polygon: (SIMD4<Float>, SIMD4<Float>) {
    func corner(_ u: Float, _ v: Float) -> SIMD2<Float> {
      let step = axes.lowHalf * u + axes.highHalf * v
      return center.lowHalf + step / (1 + u * center.z + v * center.w)
    }
    return (
      SIMD4(lowHalf: corner(-1, -1), highHalf: corner(1, -1)),
      SIMD4(lowHalf: corner(1, 1), highHalf: corner(-1, 1))
    )
  }

  package var clips: SIMD2<Float>? { SIMD2(params.y, params.z) }

  package mutating func move(by origin: SIMD2<Float>) {
    center -= SIMD4(lowHalf: origin, highHalf: .zero)
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.point(center.lowHalf)) axes \(PlanText.point(axes.lowHalf)) "
      + "\(PlanText.point(axes.highHalf)) \(PlanText.color(color))"
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    guard case .particle(let textures) = kind else { return nil }
    let isThere = params.w >= 0 && params.w < 4 && textures[Int(clamping: params.w)] >= 0
    return isThere ? nil : "the texture number \(params.w) of its draw"
  }
}
