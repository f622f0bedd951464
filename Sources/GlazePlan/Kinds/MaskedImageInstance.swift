package import CGlazeShaders
import GlazeGeometry

/// A texture on a rounded box, where the alpha of another texture or of a gradient lets it.
extension MaskedImageInstance: ShapeInstance {
  package static var name: String { "masked image" }
  package static func list(of plan: FramePlan) -> [Self] { plan.maskedImages }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.maskedImages)
  }
  package static var isWalked: Bool { true }

  package func text(in plan: FramePlan) -> String {
    let kinds = ["image", "axial", "radial", "conic"]
    return "\(PlanText.quad(self)) \(PlanText.shape(shape)) mask \(kinds[Int(params.x)])"
      + (texture.w > 0 ? " of the same shape" : "") + PlanText.opacity(color.w)
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    guard case .maskedImage(let texture, let mask) = kind else { return nil }
    for index in [texture, mask ?? texture] {
      guard plan.textures.indices.contains(index), plan.textures[index].image.deepPixels == nil
      else { return "texture \(index) of 8 bits" }
    }
    let isGradient = params.x >= 1 && params.x <= 3 && params.w >= 2 && params.w <= 4
    return (mask == nil ? isGradient : params.x == 0) ? nil : "a mask of kind \(params.x)"
  }
}
