package import CGlazeShaders
import GlazeGeometry

/// A target blurred in one direction; the result replaces the content of the pass's target.
extension BlurInstance: SourceInstance {
  package static var name: String { "blur" }
  package static var fillCost: Double { 16 }
  package static func list(of plan: FramePlan) -> [Self] { plan.blurs }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.blurs)
  }

  package static var replaces: Bool { true }
  package var isAcross: Bool { source.z > 0 }
  /// Whether the target has alpha alone.
  package var isAlphaOnly: Bool { params.y > 0 }
  /// Whether it replaces all pixels of a target.
  package func fills(_ target: FramePlan.Target) -> Bool {
    let (width, height) = (Float(target.width), Float(target.height))
    return quad01 == SIMD4(0, 0, width, 0) && quad23 == SIMD4(width, height, 0, height)
  }
  /// The standard deviation, in pixels.
  package var sigma: Float { params.x }
  package var clips: SIMD2<Float>? { nil }

  package func text(in plan: FramePlan) -> String {
    "\(isAcross ? "across" : "down") sigma \(PlanText.number(sigma))"
      + (isAlphaOnly ? " of alpha" : "")
  }

  /// The greatest reach of a blur: no target is larger.
  private static var mostTaps: Float { 65_535 }

  package var unsupported: String? {
    let direction = source.highHalf
    if direction != SIMD2(1, 0) && direction != SIMD2(0, 1) {
      return "a blur in direction (\(direction.x), \(direction.y)) instead of (1, 0) or (0, 1)"
    }
    return params.w >= 0 && params.w <= Self.mostTaps
      ? nil : "a blur with \(params.w) taps, more than \(Int(clamping: Self.mostTaps))"
  }
}
