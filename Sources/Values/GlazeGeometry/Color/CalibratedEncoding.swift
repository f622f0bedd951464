import Foundation

/// CIE L*a*b* with a given white point.
struct LabEncoding: Sendable, Hashable {
  /// The tristimulus values of white.
  let white: SIMD3<Double>
  /// The least and the largest a*, the least and the largest b*, for conversions to the space.
  let range: SIMD4<Double>

  /// The space under D50, with the axes of 8-bit files.
  static let generic = LabEncoding(white: ColorPrimaries.d50, range: SIMD4(-128, 127, -128, 127))

  /// Returns linear sRGB.
  func light(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    let y: Double = (lab.x + 16) / 116
    let f = SIMD3(y + lab.y / 500, y, y - lab.z / 200)
    var xyz = SIMD3<Double>.zero
    for k in 0..<3 { xyz[k] = f[k] > 6 / 29.0 ? f[k] * f[k] * f[k] : (f[k] - 4 / 29.0) * 108 / 841 }
    return ColorPrimaries.toSRGB(from: white) * (xyz * white)
  }

  /// Returns the components of linear sRGB.
  func components(of light: SIMD3<Double>) -> SIMD3<Double> {
    let xyz = (ColorPrimaries.toSRGB(from: white).inverse * light) / white
    var f = SIMD3<Double>.zero
    for k in 0..<3 { f[k] = xyz[k] > 216 / 24389.0 ? cbrt(xyz[k]) : xyz[k] * 841 / 108 + 4 / 29.0 }
    return SIMD3(
      116 * f.y - 16, min(max(500 * (f.x - f.y), range.x), range.y),
      min(max(200 * (f.y - f.z), range.z), range.w))
  }
}

/// RGB with custom exponents and a custom matrix.
struct CalibratedRGB: Sendable, Hashable {
  let gamma: SIMD3<Double>
  /// The matrix from linear RGB to linear sRGB, which maps white to white.
  let toSRGB: ColorMatrix
  let fromSRGB: ColorMatrix

  /// - Parameter toXYZ: the matrix from linear RGB to tristimulus values under `white`; must have
  ///   an inverse.
  init?(white: SIMD3<Double>, gamma: SIMD3<Double>, toXYZ: ColorMatrix) {
    self.gamma = gamma
    toSRGB = ColorPrimaries.toSRGB(from: white) * toXYZ
    fromSRGB = toSRGB.inverse
    guard (toSRGB * SIMD3(1, 1, 1)).isFinite, (fromSRGB * SIMD3(1, 1, 1)).isFinite else {
      return nil
    }
  }

  func light(_ color: SIMD3<Double>) -> SIMD3<Double> {
    var linear = SIMD3<Double>.zero
    for k in 0..<3 { linear[k] = TransferFunction.gamma(gamma[k]).decode(color[k]) }
    return toSRGB * linear
  }

  func components(of light: SIMD3<Double>) -> SIMD3<Double> {
    var color = fromSRGB * light
    for k in 0..<3 { color[k] = TransferFunction.gamma(gamma[k]).encode(color[k]) }
    return color
  }
}

extension SIMD3<Double> {
  var isFinite: Bool { (x * 0 + y * 0 + z * 0) == 0 }
}
