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

/// Counts the layers that a document makes.
final class LayerBudget {
  private var left = Limits.layers
  /// Whether a layer was refused.
  private(set) var isSpent = false

  /// Returns whether another layer may be made.
  func take() -> Bool {
    left -= 1
    if left < 0 { isSpent = true }
    return left >= 0
  }
}
