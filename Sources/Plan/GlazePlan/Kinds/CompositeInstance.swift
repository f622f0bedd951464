package import CGlazeShaders

/// A target composited over another, pixel by pixel, with an opacity and the alpha of a third as
/// mask.
extension CompositeInstance: SourceInstance {
  package static var name: String { "composite" }
  package static var isWalked: Bool { true }
  package static func list(of plan: FramePlan) -> [Self] { plan.composites }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.composites)
  }

  package var origins: (source: SIMD2<Float>, mask: SIMD2<Float>) {
    (source.lowHalf, mask.lowHalf)
  }

  package var isMasked: Bool { is_masked(mask) }
  package var opacity: Float { source.z }

  package mutating func move(by origin: SIMD2<Float>) {
    moveQuad(by: origin)
    source -= SIMD4(lowHalf: origin, highHalf: .zero)
    mask -= SIMD4(lowHalf: origin, highHalf: .zero)
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) opacity \(PlanText.number(opacity))"
  }
}
