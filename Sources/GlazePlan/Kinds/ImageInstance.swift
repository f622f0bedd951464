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

  /// 2 is to dither an alpha.
  package mutating func stopDithering() { texture.w = min(texture.w, 1) }

  package func isOpaque(_ kind: FramePlan.Kind, in plan: FramePlan) -> Bool {
    guard case .image(let number) = kind else { return false }
    return color.w == 1 && color.isNumber && texture.w == 0 && plan.textures[number].image.isOpaque
  }

  package func text(in plan: FramePlan) -> String {
    "\(PlanText.quad(self)) \(PlanText.shape(shape)) map "
      + (0..<4).map { PlanText.number(mapping[$0]) }.joined(separator: ",")
      + PlanText.opacity(color.w)
  }
}
