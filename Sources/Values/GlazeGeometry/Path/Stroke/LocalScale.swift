import CGlazePaths
import Foundation

/// The greatest number of pixels per unit of the plane, over all directions.
struct LocalScale {
  private let map: GlazePathMap
  /// The scale where it is the same everywhere; nil in perspective.
  let everywhere: Double?

  /// Makes the scale of a map to pixels.
  init(_ map: Homography) {
    self.map = GlazePathMap(map)
    everywhere = map.isAffine ? glaze_path_scale(self.map, 0, 0) : nil
  }

  /// Makes the scale at which a box has the width or height of a large screen.
  init(filling box: CGRect) {
    map = GlazePathMap(.identity)
    let size = max(box.width.native, box.height.native)
    everywhere = size > 0 && size.isFinite ? 4096 / size : 1
  }

  /// Returns the scale at a point.
  @inline(__always)
  func at(_ p: SIMD2<Double>) -> Double { everywhere ?? glaze_path_scale(map, p.x, p.y) }

  /// Returns the greatest scale at the control points of a curve.
  @inline(__always)
  func most(_ c: Cubic) -> Double {
    everywhere ?? max(max(at(c.p0), at(c.p1)), max(at(c.p2), at(c.p3)))
  }
}
