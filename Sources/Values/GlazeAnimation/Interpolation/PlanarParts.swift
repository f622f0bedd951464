import Foundation
import GlazeGeometry

/// An affine transform, decomposed as `scale * rotation * rest * translation` for row vectors, as
/// CSS Transforms decomposes 2D matrices.
struct PlanarParts: Sendable, Equatable {
  /// The translation, in points.
  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  /// The rotation, in radians.
  var angle: Double
  /// The elements m11, m12, m21, m22 of the rest: the identity, or a skew.
  var rest: SIMD4<Double>

  init(_ t: CATransform3D) {
    translation = SIMD2(t.m41.native, t.m42.native)
    var x = SIMD2(t.m11.native, t.m12.native)
    var y = SIMD2(t.m21.native, t.m22.native)
    scale = SIMD2((x * x).sum().squareRoot(), (y * y).sum().squareRoot())
    if x.x * y.y - x.y * y.x < 0 {
      // One axis is mirrored: the one that deviates more.
      if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    if scale.x != 0 { x /= scale.x }
    if scale.y != 0 { y /= scale.y }
    angle = atan2(x.y, x.x)
    // These are the axes without the rotation.
    let (c, s) = angle == 0 ? (1, 0) : (x.x, x.y)
    let (first, second) = (c * x - s * y, s * x + c * y)
    rest = SIMD4(first.x, first.y, second.x, second.y)
  }

  /// Makes two transforms agree about mirroring and rotate by the smaller angle; a half turn
  /// rotates in the negative direction.
  static func align(_ a: inout PlanarParts, _ b: inout PlanarParts) {
    if (a.scale.x < 0 && b.scale.y < 0) || (a.scale.y < 0 && b.scale.x < 0) {
      a.scale = -a.scale
      a.angle += a.angle < 0 ? .pi : -.pi
    }
    if a.angle == 0 { a.angle = 2 * .pi }
    if b.angle == 0 { b.angle = 2 * .pi }
    if abs(a.angle - b.angle) > .pi {
      if a.angle > b.angle { a.angle -= 2 * .pi } else { b.angle -= 2 * .pi }
    }
  }

  /// The parts at a fraction of the way.
  @inline(__always)
  static func mix(_ a: PlanarParts, _ b: PlanarParts, _ p: Double) -> PlanarParts {
    var result = a
    result.translation = a.translation + (b.translation - a.translation) * p
    result.scale = a.scale + (b.scale - a.scale) * p
    result.angle = a.angle + (b.angle - a.angle) * p
    result.rest = a.rest + (b.rest - a.rest) * p
    return result
  }

  /// The product of all parts.
  var matrix: CATransform3D {
    let (c, s) = (cos(angle), sin(angle))
    var t = CATransform3D.identity
    t.m11 = CGFloat(scale.x * (c * rest.x + s * rest.z))
    t.m12 = CGFloat(scale.x * (c * rest.y + s * rest.w))
    t.m21 = CGFloat(scale.y * (c * rest.z - s * rest.x))
    t.m22 = CGFloat(scale.y * (c * rest.w - s * rest.y))
    (t.m41, t.m42) = (CGFloat(translation.x), CGFloat(translation.y))
    return t
  }
}
