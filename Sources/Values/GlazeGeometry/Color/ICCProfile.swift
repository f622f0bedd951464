internal import CGlazeLazy
import Foundation

/// An ICC profile, which defines how components become colors.
///
/// Little CMS converts the colors, where it is installed; it is loaded with the first profile.
final class ICCProfile: @unchecked Sendable, Hashable {
  let data: Data
  let model: CGColorSpaceModel
  let componentCount: Int

  // Transforms without a cache may be used by several threads at the same time.
  private let toStandard: glaze_cms_transform
  /// The inverse transform; nil for profiles that do not define it.
  private let fromStandard: glaze_cms_transform?
  /// The number that represents 1 in the library.
  private let scale: Double

  /// Returns nil for data that is not a profile of gray, RGB or CMYK, and where the library is
  /// missing.
  init?(_ data: Data) {
    guard glaze_lazy_is_there(GLAZE_LAZY_LCMS),
      let profile = data.withUnsafeBytes({
        cmsOpenProfileFromMem($0.baseAddress, UInt32(clamping: $0.count))
      })
    else { return nil }
    defer { cmsCloseProfile(profile) }
    let format: Int
    switch Int(cmsGetColorSpace(profile)) {
    case GLAZE_CMS_GRAY: (model, componentCount, format) = (.monochrome, 1, GLAZE_CMS_GRAY_DOUBLES)
    case GLAZE_CMS_RGB: (model, componentCount, format) = (.rgb, 3, GLAZE_CMS_RGB_DOUBLES)
    case GLAZE_CMS_CMYK: (model, componentCount, format) = (.cmyk, 4, GLAZE_CMS_CMYK_DOUBLES)
    default: return nil
    }
    guard let standard = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(standard) }
    func transform(
      _ from: glaze_cms_profile, _ fromFormat: Int, _ to: glaze_cms_profile, _ toFormat: Int
    ) -> glaze_cms_transform? {
      cmsCreateTransform(
        from, UInt32(fromFormat), to, UInt32(toFormat), UInt32(GLAZE_CMS_RELATIVE_COLORIMETRIC),
        UInt32(GLAZE_CMS_NO_CACHE))
    }
    guard let forth = transform(profile, format, standard, GLAZE_CMS_RGB_DOUBLES) else {
      return nil
    }
    self.data = data
    toStandard = forth
    fromStandard = transform(standard, GLAZE_CMS_RGB_DOUBLES, profile, format)
    scale = model == .cmyk ? 100 : 1
  }

  deinit {
    cmsDeleteTransform(toStandard)
    if let fromStandard { cmsDeleteTransform(fromStandard) }
  }

  /// Converts components to sRGB-encoded RGB.
  func toSRGB(_ components: [CGFloat]) -> SIMD3<Double> {
    let from = components.prefix(componentCount).map { $0.native * scale }
    var to: [Double] = [0, 0, 0]
    cmsDoTransform(toStandard, from, &to, 1)
    return SIMD3(to[0], to[1], to[2])
  }

  /// Converts sRGB-encoded RGB to components; zeros where the profile does not define the inverse.
  func fromSRGB(_ color: SIMD3<Double>) -> [CGFloat] {
    var to = [Double](repeating: 0, count: componentCount)
    if let fromStandard { cmsDoTransform(fromStandard, [color.x, color.y, color.z], &to, 1) }
    return to.map { CGFloat($0 / scale) }
  }

  static func == (a: ICCProfile, b: ICCProfile) -> Bool { a === b || a.data == b.data }

  func hash(into hasher: inout Hasher) { hasher.combine(data) }
}
