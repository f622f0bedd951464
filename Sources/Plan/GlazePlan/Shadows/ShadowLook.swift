import CGlazeKernels
package import CGlazeShaders
import GlazeGeometry

/// The appearance of a rounded box's shadow around one of its corners, independent of its size and
/// color.
///
/// Lengths are in standard deviations along x, so that shadows with the same ratio of corner to
/// blur look alike. They are rounded to a thousandth: two shadows that differ by less share a
/// table, which changes them by less than a tenth of a level.
package struct ShadowLook: Hashable, Sendable {
  /// The sides of the cells: of the corner, of its neighbors along x and along y, and of the
  /// opposite corner; 0 for those that are out of reach.
  private var corners: SIMD4<Float>
  private var exponent: Float
  /// Half the box; infinite where the opposite edge is out of reach.
  private var half: SIMD2<Float>
  /// The standard deviation along y.
  private var aspect: Float
  private var isGrid: Bool

  /// - Parameters:
  ///   - corner: The index in the order of corners: 1 for greater x, 2 for greater y.
  ///   - digits: The number of binary digits after the first that are retained.
  init(_ shadow: ShadowInstance, corner: Int, digits: Int) {
    isGrid = shadow.readsGrid
    let scale = 1 / shadow.params.x
    let cells = shadow.shape.corners * scale
    let sigma = SIMD2(1, shadow.params.w * scale)
    var half = shadow.shape.extent.lowHalf * scale
    corners = SIMD4(cells[corner], cells[corner ^ 1], cells[corner ^ 2], cells[corner ^ 3])
    // At this distance the opposite edge contributes a third of a thousandth, and the curves of its
    // corners less.
    let far = pointwiseMax(3.4 * sigma, cells.max() + 2.5 * sigma)
    half.replace(with: .infinity, where: half .>= far)
    if half.x == .infinity { (corners.y, corners.w) = (0, 0) }
    if half.y == .infinity { (corners.z, corners.w) = (0, 0) }
    self.half = SIMD2(half.x.rounded(to: digits), half.y.rounded(to: digits))
    for index in 0..<4 { corners[index] = corners[index].rounded(to: digits) }
    aspect = sigma.y.rounded(to: digits)
    exponent = max(shadow.shape.cornerExponent.rounded(to: digits), 1)
  }

  /// The table of the appearance: the part of a Gaussian that lies in the box.
  func makeTable() -> [Float] {
    var look = GlazeShadowLook()
    look.corner = (corners.x, corners.y, corners.z, corners.w)
    look.exponent = exponent
    (look.halfX, look.halfY, look.sigmaY) = (half.x, half.y, aspect)
    look.isGrid = isGrid
    return [Float](unsafeUninitializedCapacity: ShadowTables.texelsOfTable) { texels, count in
      glaze_kernels(GlazeNewest).pointee.shadowTable(&look, texels.baseAddress)
      count = ShadowTables.texelsOfTable
    }
  }
}

extension ShadowInstance {
  /// Whether its tables are organized in rows and columns of the plane, rather than along the
  /// corners' curves.
  package var readsGrid: Bool {
    params.x == params.w && shape.corners.max() <= Float(SHADOW_TABLE_GRID) * params.x
  }
}

extension Float {
  /// The number with a given number of binary digits after the first; 0 for NaN.
  fileprivate func rounded(to digits: Int) -> Float {
    if isNaN { return 0 }
    if isInfinite { return self }
    let unit = UInt32(1) << UInt32(23 - digits)
    return Float(bitPattern: (bitPattern &+ unit / 2) & ~(unit - 1))
  }
}
