/// The matrix from the linear light of some primaries to linear sRGB.
package struct LightMatrix: Sendable, Hashable {
  private let matrix: ColorMatrix

  /// - Parameter chromaticities: x and y of red, green, blue and white.
  /// - Returns: nil for chromaticities of no color space.
  package init?(chromaticities: [SIMD2<Double>]) {
    guard chromaticities.count == 4, chromaticities.allSatisfy({ $0.y > 1e-4 || $0.y < -1e-4 })
    else { return nil }
    let xyz = chromaticities.map { SIMD3($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
    let columns = ColorMatrix(x: xyz[0], y: xyz[1], z: xyz[2])
    let scale = columns.inverse * xyz[3]
    let toXYZ = ColorMatrix(
      x: columns.x * scale.x, y: columns.y * scale.y, z: columns.z * scale.z)
    matrix = ColorPrimaries.toSRGB(from: xyz[3]) * toXYZ
    guard (matrix * SIMD3(1, 1, 1)).isFinite else { return nil }
  }

  /// Converts an amount of light to sRGB-encoded numbers.
  package func sRGB(ofLight light: SIMD3<Double>) -> SIMD3<Double> {
    TransferFunction.sRGB.encode(matrix * light)
  }
}
