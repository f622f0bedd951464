package import CGlazeShaders
import GlazeGeometry

/// A texture, or a target that was drawn before, on a rounded box.
extension ImageInstance: ShapeInstance {
  package static var name: String { "image" }
  package static func list(of plan: FramePlan) -> [Self] { plan.images }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.images)
  }
  package static var isWalked: Bool { true }

  /// Whether a texel's alpha is used for all of its components.
  package var takesAlpha: Bool { takes_alpha(texture) }
  /// Uses a texel's alpha for all of its components.
  package mutating func takeAlpha(dithers: Bool) {
    texture.w = Float(dithers ? IMAGE_DITHERED_ALPHA : IMAGE_ALPHA)
  }
  package mutating func stopDithering() { if takesAlpha { takeAlpha(dithers: false) } }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    guard case .image(let number) = kind else { return false }
    return color.w == 1 && color.isNumber && !takesAlpha && plan.textures[number].image.isOpaque
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.shape(shape)) map "
      + (0..<4).map { PlanText.number(mapping[$0]) }.joined(separator: ",")
      + PlanText.opacity(color.w)
  }
}
