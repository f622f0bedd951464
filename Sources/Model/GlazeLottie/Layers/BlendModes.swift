import GlazeLayers

/// Lottie's numbers of blend modes.
enum BlendModes {
  private static let names = [
    nil, "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode",
    "lightenBlendMode", "colorDodgeBlendMode", "colorBurnBlendMode", "hardLightBlendMode",
    "softLightBlendMode", "differenceBlendMode", "exclusionBlendMode", "hueBlendMode",
    "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "plusLighter",
  ]

  /// Sets the blend mode of a layer; an unknown one is normal.
  static func set(_ mode: Int, on layer: CALayer) {
    guard names.indices.contains(mode), let name = names[mode] else { return }
    layer.compositingFilter = name
  }
}
