import CGlazeShaders
import GlazePlan
import GlazeTree

// The variants of images that are drawn with their masks.

extension FramePlan {
  func variant(
    _ image: MaskedImageInstance, _ texture: Texture, mask: Texture?
  ) -> Variant {
    guard texture.hasOneFilter, mask?.hasOneFilter ?? true, let shape = image.shape.simpleShape()
    else { return general(image.shape, image.params) }
    var result: Variant = [.simple, shape]
    if texture.minification == .trilinear { result.insert(.level) }
    if image.color == .one { result.insert(.untinted) }
    // Without partial coverage, applying it twice makes no difference.
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
  /// Whether the filter is known before the mip level.
  fileprivate var hasOneFilter: Bool {
    minification == .trilinear || minification == magnification
  }
}
