import GlazeLayers
import GlazeScene

/// Lottie's numbers of blend modes.
enum BlendModes {
  private static let names = [
    nil, "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode",
    "lightenBlendMode", "colorDodgeBlendMode", "colorBurnBlendMode", "hardLightBlendMode",
    "softLightBlendMode", "differenceBlendMode", "exclusionBlendMode", "hueBlendMode",
    "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "plusLighter",
  ]

  /// Reads the blend mode of a layer, a group or a style; an unknown one is normal.
  static func read(_ node: LottieNode, _ reader: PropertyReader) -> Int {
    let mode = node.integer("bm", 0)
    if names.indices.contains(mode) { return mode }
    reader.report.unsupported(.blendMode(mode), at: node)
    return 0
  }

  /// Sets a blend mode that was read.
  static func set(_ mode: Int, on layer: CALayer) {
    if let name = names[mode] { layer.compositingFilter = name }
  }
}
