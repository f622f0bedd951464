import CGlazeShaders
import GlazePlan
import GlazeTree

// What images that are drawn with their masks need.

extension FramePlan {
  func variant(
    _ image: MaskedImageInstance, _ texture: Texture, mask: Texture?
  ) -> Variant {
    guard texture.hasOneFilter, mask?.hasOneFilter ?? true, let shape = image.shape.simpleShape()
    else { return general(image.shape, image.params) }
    var result: Variant = [.simple, shape]
    if texture.minification == .trilinear { result.insert(.level) }
    if image.color == .one { result.insert(.untinted) }
    // Where nothing is covered in part, twice is once.
    if image.endsWithMask, shape != .hard { result.insert(.twice) }
    if let mask {
      if mask.minification == .trilinear { result.insert(.maskLevel) }
      return result
    }
    let kinds: [Variant] = [.axial, .radial, .conic]
    let counts: [Variant] = [.stops2, .stops3, .stops4]
    result.insert(kinds[Int(image.maskKind - MASK_AXIAL)])
    result.insert(counts[image.stopCount - 2])
    return result
  }
}

extension FramePlan.Texture {
  /// Whether the filter is known before the mip level is.
  fileprivate var hasOneFilter: Bool {
    minification == .trilinear || minification == magnification
  }
}
