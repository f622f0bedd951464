package import CGlazeShaders
import GlazeGeometry

/// A texture on a rounded box, multiplied with the alpha of another texture or of a gradient.
extension MaskedImageInstance: ShapeInstance {
  package static var name: String { "masked image" }
  package static func list(of plan: FramePlan) -> [Self] { plan.maskedImages }
  package static func change(_ plan: inout FramePlan, _ body: (inout [Self]) -> Void) {
    body(&plan.maskedImages)
  }
  package static var isWalked: Bool { true }

  /// Whether the mask ends where the image ends, so that the coverage applies twice.
  package var endsWithMask: Bool {
    get { ends_with_mask(texture) }
    set { texture.w = newValue ? 1 : 0 }
  }
  /// The kind of the mask, a `MASK_` constant.
  package var maskKind: Int32 {
    get { Int32(clamping: params.x) }
    set { params.x = Float(newValue) }
  }
  /// The number of stops of a mask that is a gradient.
  package var stopCount: Int {
    get { Int(clamping: params.w) }
    set { params.w = Float(newValue) }
  }

  package func text(in plan: FramePlan) -> String {
    let kinds = ["image", "axial", "radial", "conic"]
    return "\(PlanText.quad(self)) \(PlanText.shape(shape)) mask \(kinds[Int(maskKind)])"
      + (endsWithMask ? " of the same shape" : "") + PlanText.opacity(color.w)
  }

  package func missing(_ kind: FramePlan.Kind, in plan: FramePlan) -> String? {
    guard case .maskedImage(let texture, let mask) = kind else { return nil }
    for index in [texture, mask ?? texture] {
      guard plan.textures.indices.contains(index), !plan.textures[index].isDeep
      else { return "8-bit texture \(index)" }
    }
    // The values may be NaN.
    let isGradient =
      params.x >= Float(MASK_AXIAL) && params.x <= Float(MASK_CONIC) && params.w >= 2
      && params.w <= 4
    let isRight = mask == nil ? isGradient : params.x == Float(MASK_TEXTURE)
    return isRight ? nil : "a mask of kind \(params.x)"
  }
}
