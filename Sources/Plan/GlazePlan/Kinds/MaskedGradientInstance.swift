package import CGlazeShaders
import GlazeGeometry

/// Colors along a line, an ellipse or a turn, through the mask of a path.
extension MaskedGradientInstance: SourceInstance {
  package static var name: String { "masked gradient" }
  package static var fillCost: Double { GradientInstance.fillCost + 1 }
  package static func list(of plan: FramePlan) -> [Self] { plan.maskedGradients }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.maskedGradients)
  }
  package static var isWalked: Bool { true }

  /// The gradient without its mask.
  package var gradient: GradientInstance {
    get {
      GradientInstance(
        quad01: quad01, quad23: quad23, shape: shape, line: line, stops: stops, params: params)
    }
    set {
      (quad01, quad23, shape) = (newValue.quad01, newValue.quad23, newValue.shape)
      (line, stops, params) = (newValue.line, newValue.stops, newValue.params)
    }
  }

  /// Whether the box covers all pixels of the mask.
  package var isCovered: Bool { shape.surelyCovers(quad01, quad23) }

  package mutating func stopDithering() { gradient.stopDithering() }
  package mutating func move(by origin: SIMD2<Float>) {
    gradient.move(by: origin)
    source -= SIMD4(lowHalf: origin, highHalf: .zero)
  }

  package func text(in plan: FramePlan) -> String { gradient.text(in: plan) }
  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    gradient.missing(kind, in: plan)
  }
}
