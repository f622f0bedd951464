import Foundation
import GlazeTree

// Maps of unpremultiplied, sRGB encoded colors. Luminance is that of sRGB's primaries with Rec. 709
// weights; SVG and CSS round them to three digits.
extension ColorMatrix {
  private static let luma = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
  private static let alphaRow = SIMD4<Float>(0, 0, 0, 1)

  init(_ m: CAColorMatrix) {
    self.init(
      rows: (
        SIMD4(m.m11, m.m12, m.m13, m.m14), SIMD4(m.m21, m.m22, m.m23, m.m24),
        SIMD4(m.m31, m.m32, m.m33, m.m34), SIMD4(m.m41, m.m42, m.m43, m.m44)
      ), bias: SIMD4(m.m15, m.m25, m.m35, m.m45))
  }

  /// Multiplies each component.
  init(scale: SIMD4<Float>, bias: SIMD4<Float> = .zero) {
    self.init(
      rows: (
        SIMD4(scale.x, 0, 0, 0), SIMD4(0, scale.y, 0, 0), SIMD4(0, 0, scale.z, 0),
        SIMD4(0, 0, 0, scale.w)
      ), bias: bias)
  }

  /// Interpolates from this map to another one; 0 is this one.
  func mixed(with other: ColorMatrix, _ t: Float) -> ColorMatrix {
    func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a + (b - a) * t }
    return ColorMatrix(
      rows: (
        mix(rows.0, other.rows.0), mix(rows.1, other.rows.1), mix(rows.2, other.rows.2),
        mix(rows.3, other.rows.3)
      ), bias: mix(bias, other.bias))
  }

  /// Returns luminance times a color, plus a bias; alpha is unchanged.
  static func monochrome(_ color: SIMD4<Float>, bias: Float = 0) -> ColorMatrix {
    ColorMatrix(
      rows: (luma * color.x, luma * color.y, luma * color.z, alphaRow),
      bias: SIMD4(bias, bias, bias, 0))
  }

  /// 0 gives grays of the same luminance, 1 leaves colors unchanged, more than 1 strengthens them.
  static func saturation(_ amount: Float) -> ColorMatrix {
    ColorMatrix.identity.mixed(with: monochrome(.one), 1 - amount)
  }

  /// Stretches components about the middle.
  static func contrast(_ amount: Float) -> ColorMatrix {
    let bias = 0.5 - 0.5 * amount
    return ColorMatrix(
      scale: SIMD4(amount, amount, amount, 1), bias: SIMD4(bias, bias, bias, 0))
  }

  static let inverted = ColorMatrix(scale: SIMD4(-1, -1, -1, 1), bias: SIMD4(1, 1, 1, 0))

  /// Black with the luminance as its alpha.
  static let luminanceToAlpha = ColorMatrix(rows: (.zero, .zero, .zero, luma), bias: .zero)

  /// Rotates colors about the axis of grays at constant luminance, like SVG's `hueRotate`.
  static func hueRotation(_ radians: Double) -> ColorMatrix {
    let (c, s) = (Float(cos(radians)), Float(sin(radians)))
    func row(_ unit: SIMD4<Float>, _ sine: SIMD4<Float>) -> SIMD4<Float> {
      unit + (luma - unit) * (1 - c) + sine * s
    }
    return ColorMatrix(
      rows: (
        row(SIMD4(1, 0, 0, 0), SIMD4(-luma.x, -luma.y, 1 - luma.z, 0)),
        row(SIMD4(0, 1, 0, 0), SIMD4(0.143, 0.140, -0.283, 0)),
        row(SIMD4(0, 0, 1, 0), SIMD4(luma.x - 1, luma.y, luma.z, 0)), alphaRow
      ), bias: .zero)
  }

  /// The sepia of the W3C's filter effects.
  static let sepia = ColorMatrix(
    rows: (
      SIMD4(0.393, 0.769, 0.189, 0), SIMD4(0.349, 0.686, 0.168, 0),
      SIMD4(0.272, 0.534, 0.131, 0), alphaRow
    ), bias: .zero)
}
