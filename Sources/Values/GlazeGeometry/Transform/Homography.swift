package import Foundation

/// A projective map of the plane, for column vectors: `[X Y W]' = H * [x y 1]'`.
///
/// ```
/// | X |   | xx  xy  xw |   | x |
/// | Y | = | yx  yy  yw | * | y |      the point on the target plane is (X/W, Y/W)
/// | W |   | wx  wy  ww |   | 1 |
/// ```
///
/// Where W <= 0 the point lies behind the camera. Every drawn layer has one of these, from its own
/// plane to the target; the product `outer * inner` applies `inner` first.
package struct Homography: Sendable, Hashable {
  /// The row that yields X.
  package var xx, xy, xw: Double
  /// The row that yields Y.
  package var yx, yy, yw: Double
  /// The row that yields W.
  package var wx, wy, ww: Double

  /// The identity map.
  package static let identity = Homography(
    xx: 1, xy: 0, xw: 0, yx: 0, yy: 1, yw: 0, wx: 0, wy: 0, ww: 1)

  /// Makes a map from its nine numbers, row by row.
  @inlinable
  package init(
    xx: Double, xy: Double, xw: Double,
    yx: Double, yy: Double, yw: Double,
    wx: Double, wy: Double, ww: Double
  ) {
    (self.xx, self.xy, self.xw) = (xx, xy, xw)
    (self.yx, self.yy, self.yw) = (yx, yy, yw)
    (self.wx, self.wy, self.ww) = (wx, wy, ww)
  }

  /// Makes the effect of `t` on the plane z = 0, seen along z: rows and columns x, y and w of `t`.
  @inlinable
  package init(_ t: CATransform3D) {
    self.init(
      xx: t.m11.native, xy: t.m21.native, xw: t.m41.native,
      yx: t.m12.native, yy: t.m22.native, yw: t.m42.native,
      wx: t.m14.native, wy: t.m24.native, ww: t.m44.native)
  }

  /// Makes the projective form of an affine transform.
  @inlinable
  package init(_ t: CGAffineTransform) {
    self.init(
      xx: t.a.native, xy: t.c.native, xw: t.tx.native,
      yx: t.b.native, yy: t.d.native, yw: t.ty.native,
      wx: 0, wy: 0, ww: 1)
  }

  /// The composition: first `rhs`, then `lhs`.
  @inlinable @inline(__always)
  package static func * (lhs: Homography, rhs: Homography) -> Homography {
    Homography(
      xx: lhs.xx * rhs.xx + lhs.xy * rhs.yx + lhs.xw * rhs.wx,
      xy: lhs.xx * rhs.xy + lhs.xy * rhs.yy + lhs.xw * rhs.wy,
      xw: lhs.xx * rhs.xw + lhs.xy * rhs.yw + lhs.xw * rhs.ww,
      yx: lhs.yx * rhs.xx + lhs.yy * rhs.yx + lhs.yw * rhs.wx,
      yy: lhs.yx * rhs.xy + lhs.yy * rhs.yy + lhs.yw * rhs.wy,
      yw: lhs.yx * rhs.xw + lhs.yy * rhs.yw + lhs.yw * rhs.ww,
      wx: lhs.wx * rhs.xx + lhs.wy * rhs.yx + lhs.ww * rhs.wx,
      wy: lhs.wx * rhs.xy + lhs.wy * rhs.yy + lhs.ww * rhs.wy,
      ww: lhs.wx * rhs.xw + lhs.wy * rhs.yw + lhs.ww * rhs.ww)
  }

  /// The determinant; zero when the plane is seen edge-on or collapsed to a line or a point.
  @inlinable
  package var determinant: Double {
    let x = xx * (yy * ww - yw * wy)
    let y = xy * (yx * ww - yw * wx)
    let w = xw * (yx * wy - yy * wx)
    return x - y + w
  }

  /// The true inverse, or nil when the determinant is zero or not finite, or the inverse overflows.
  ///
  /// It is divided by the determinant, not merely proportional to the inverse. The third coordinate
  /// of a point that is mapped and mapped back is 1 again, so its sign is reliable.
  package var inverse: Homography? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let result = Homography(
      xx: (yy * ww - yw * wy) / det, xy: (xw * wy - xy * ww) / det,
      xw: (xy * yw - xw * yy) / det,
      yx: (yw * wx - yx * ww) / det, yy: (xx * ww - xw * wx) / det,
      yw: (xw * yx - xx * yw) / det,
      wx: (yx * wy - yy * wx) / det, wy: (xy * wx - xx * wy) / det,
      ww: (xx * yy - xy * yx) / det)
    return result.isFinite ? result : nil
  }

  /// Whether W is exactly 1 everywhere.
  @inlinable
  package var isAffine: Bool { wx == 0 && wy == 0 && ww == 1 }

  /// Whether this is exactly the identity.
  @inlinable
  package var isIdentity: Bool { self == Homography.identity }

  /// Whether upright rectangles stay upright: affine, and a scale or a quarter turn at most.
  @inlinable
  package var isAxisAligned: Bool {
    isAffine && ((xy == 0 && yx == 0) || (xx == 0 && yy == 0))
  }

  /// Whether no number is NaN or infinite.
  package var isFinite: Bool {
    xx.isFinite && xy.isFinite && xw.isFinite && yx.isFinite && yy.isFinite && yw.isFinite
      && wx.isFinite && wy.isFinite && ww.isFinite
  }

  /// Returns the homogeneous image of a point, before the division.
  @inlinable
  package func apply(_ point: CGPoint) -> (x: Double, y: Double, w: Double) {
    let x = point.x.native
    let y = point.y.native
    return (xx * x + xy * y + xw, yx * x + yy * y + yw, wx * x + wy * y + ww)
  }

  /// Returns the image of a point, after the division.
  ///
  /// The result is not finite where W is 0, and is mirrored where W is negative: clip first.
  @inlinable
  package func project(_ point: CGPoint) -> CGPoint {
    let p = apply(point)
    return CGPoint(x: p.x / p.w, y: p.y / p.w)
  }
}
