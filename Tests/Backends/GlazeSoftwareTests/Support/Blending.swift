import Foundation
import GlazeTree

/// The blend modes, from the formulas of the W3C and of Porter and Duff.
enum Blending {
  static func blend(_ mode: BlendMode, _ s: Color, _ b: Color) -> Color {
    if let factors = porterDuff(mode, s.w, b.w) { return s * factors.0 + b * factors.1 }
    switch mode {
    case .plusLighter: return pointwiseMin(s + b, .one)
    case .plusDarker:
      let alpha = min(s.w + b.w, 1)
      var result = pointwiseMax(Color(repeating: alpha - s.w - b.w) + s + b, .zero)
      result.w = alpha
      return result
    case .subtractSource: return difference(b, s)
    case .subtractDestination: return difference(s, b)
    case .minimum: return pointwiseMin(s, b)
    case .maximum: return pointwiseMax(s, b)
    default: break
    }
    let plainS = plain(s)
    let plainB = plain(b)
    let mixed =
      notSeparable(mode, plainB, plainS)
      ?? SIMD3((0..<3).map { component(mode, plainB[$0], plainS[$0]) })
    var result = s * (1 - b.w) + b * (1 - s.w)
    for i in 0..<3 { result[i] += mixed[i] * s.w * b.w }
    result.w = s.w + b.w - s.w * b.w
    return result
  }

  private static func difference(_ a: Color, _ b: Color) -> Color {
    let result = pointwiseMax(a - b, .zero)
    return pointwiseMin(result, Color(repeating: result.w))
  }

  private static func plain(_ c: Color) -> SIMD3<Double> {
    c.w > 0
      ? pointwiseMin(SIMD3(c.x, c.y, c.z) / c.w, SIMD3(repeating: 1)) : .zero
  }

  private static func porterDuff(
    _ mode: BlendMode, _ s: Double, _ b: Double
  ) -> (Double, Double)? {
    switch mode {
    case .sourceOver: (1, 1 - s)
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .sourceIn: (b, 0)
    case .sourceOut: (1 - b, 0)
    case .sourceAtop: (b, 1 - s)
    case .destination: (0, 1)
    case .destinationOver: (1 - b, 1)
    case .destinationIn: (0, s)
    case .destinationOut: (0, 1 - s)
    case .destinationAtop: (1 - b, s)
    case .xor: (1 - b, 1 - s)
    default: nil
    }
  }

  private static func burn(_ b: Double, _ s: Double) -> Double {
    if b >= 1 { return 1 }
    return s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
  }

  private static func dodge(_ b: Double, _ s: Double) -> Double {
    if b <= 0 { return 0 }
    return s >= 1 ? 1 : min(1, b / (1 - s))
  }

  private static func hard(_ b: Double, _ s: Double) -> Double {
    let t = 2 * s
    return s <= 0.5 ? b * t : b + (t - 1) - b * (t - 1)
  }

  private static func soft(_ b: Double, _ s: Double) -> Double {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }

  static func component(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: b * s
    case .screen: 1 - (1 - b) * (1 - s)
    case .overlay: hard(s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: dodge(b, s)
    case .colorBurn: burn(b, s)
    case .hardLight: hard(b, s)
    case .softLight: soft(b, s)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .linearDodge: min(1, b + s)
    case .linearBurn: max(0, b + s - 1)
    case .linearLight: min(max(b + 2 * s - 1, 0), 1)
    case .vividLight: s <= 0.5 ? burn(b, 2 * s) : dodge(b, 2 * s - 1)
    case .pinLight: s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
    case .subtract: max(0, b - s)
    case .divide: s <= 0 ? 1 : min(1, b / s)
    default: .nan
    }
  }

  private static func notSeparable(
    _ mode: BlendMode, _ b: SIMD3<Double>, _ s: SIMD3<Double>
  ) -> SIMD3<Double>? {
    switch mode {
    case .hue: setLuminance(setSaturation(s, b.max() - b.min()), luminance(b))
    case .saturation: setLuminance(setSaturation(b, s.max() - s.min()), luminance(b))
    case .color: setLuminance(s, luminance(b))
    case .luminosity: setLuminance(b, luminance(s))
    default: nil
    }
  }

  private static func luminance(_ c: SIMD3<Double>) -> Double {
    (c * SIMD3(0.3, 0.59, 0.11)).sum()
  }

  private static func setSaturation(_ c: SIMD3<Double>, _ s: Double) -> SIMD3<Double> {
    let range = c.max() - c.min()
    return range > 0 ? (c - c.min()) * (s / range) : .zero
  }

  private static func setLuminance(_ c: SIMD3<Double>, _ l: Double) -> SIMD3<Double> {
    var result = c + (l - luminance(c))
    let (low, high) = (result.min(), result.max())
    if low < 0 { result = SIMD3(repeating: l) + (result - l) * (l / (l - low)) }
    if high > 1 { result = SIMD3(repeating: l) + (result - l) * ((1 - l) / (high - l)) }
    return result
  }
}
