import Foundation

/// The greatest number of pixels per unit of the plane, over all directions.
struct LocalScale {
  private let map: Homography
  /// The scale where it is the same everywhere; nil in perspective.
  let everywhere: Double?

  /// Makes the scale of a map to pixels.
  init(_ map: Homography) {
    self.map = map
    everywhere =
      map.isAffine ? LocalScale.greatest(map.xx, map.xy, map.yx, map.yy) : nil
  }

  /// Makes the scale at which a box has the width or height of a large screen.
  init(filling box: CGRect) {
    map = .identity
    let size = max(box.width.native, box.height.native)
    everywhere = size > 0 && size.isFinite ? 4096 / size : 1
  }

  /// Returns the scale at a point.
  @inline(__always)
  func at(_ p: SIMD2<Double>) -> Double { everywhere ?? inPerspective(p) }

  /// Returns the greatest scale at the control points of a curve.
  @inline(__always)
  func most(_ c: Cubic) -> Double {
    everywhere ?? max(max(at(c.p0), at(c.p1)), max(at(c.p2), at(c.p3)))
  }

  private func inPerspective(_ p: SIMD2<Double>) -> Double {
    let h = map.apply(CGPoint(x: p.x, y: p.y))
    let w = max(h.w, PixelOutline.nearPlane)
    let (x, y) = (h.x / w, h.y / w)
    return LocalScale.greatest(
      (map.xx - x * map.wx) / w, (map.xy - x * map.wy) / w, (map.yx - y * map.wx) / w,
      (map.yy - y * map.wy) / w)
  }

  /// Returns the greater singular value of a matrix.
  private static func greatest(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let sum = a * a + b * b + c * c + d * d
    let determinant = a * d - b * c
    let root = max(sum * sum - 4 * determinant * determinant, 0).squareRoot()
    let value = ((sum + root) / 2).squareRoot()
    return value.isFinite ? max(value, 1e-12) : 1
  }
}
