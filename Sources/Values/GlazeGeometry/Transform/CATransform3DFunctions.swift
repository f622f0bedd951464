public import Foundation

// Apple's C functions, under their C names as Swift imports them.

/// Returns whether `t` is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
  t == CATransform3D.identity
}

/// Returns whether the two matrices are equal, element by element.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  a == b
}

/// Returns a translation by `(tx, ty, tz)` points.
public func CATransform3DMakeTranslation(
  _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Returns a scale by `sx`, `sy` and `sz` along the three axes.
public func CATransform3DMakeScale(
  _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// Returns a rotation by `angle` radians about the axis `(x, y, z)`.
///
/// The axis may have any length; a zero axis gives the identity. A positive angle about z rotates
/// +x toward +y.
///
/// Observed: measured on Apple's QuartzCore by a public test suite.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length: Double = (x.native * x.native + y.native * y.native + z.native * z.native)
    .squareRoot()
  guard length > 0 else { return .identity }
  let (x, y, z): (Double, Double, Double) = (
    x.native / length, y.native / length, z.native / length
  )
  let c: Double = cos(angle.native)
  let s: Double = sin(angle.native)
  let t: Double = 1 - c
  let (xy, xz, yz): (Double, Double, Double) = (x * y * t, x * z * t, y * z * t)
  var m = CATransform3D.identity
  (m.m11, m.m12, m.m13) = (CGFloat(c + x * x * t), CGFloat(xy + z * s), CGFloat(xz - y * s))
  (m.m21, m.m22, m.m23) = (CGFloat(xy - z * s), CGFloat(c + y * y * t), CGFloat(yz + x * s))
  (m.m31, m.m32, m.m33) = (CGFloat(xz + y * s), CGFloat(yz - x * s), CGFloat(c + z * z * t))
  return m
}

/// Returns `translation * t`: the translation applies first, in the local space of `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns `scale * t`: the scale applies first, in the local space of `t`.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns `rotation * t`: the rotation by `angle` radians applies first, in the local space of
/// `t`.
///
/// A zero axis returns `t`; Apple leaves that case undefined.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns the inverse of `t`, or `t` itself when it is singular.
///
/// Observed: Apple header CATransform3D.h.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  t.inverse ?? t
}

/// Returns the 3D matrix that applies `m` in the plane z = 0.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var t = CATransform3D.identity
  (t.m11, t.m12) = (m.a, m.b)
  (t.m21, t.m22) = (m.c, m.d)
  (t.m41, t.m42) = (m.tx, m.ty)
  return t
}

/// Returns whether a `CGAffineTransform` can represent exactly the same transform as `t`.
///
/// A scale or translation along z, a rotation about x or y, and perspective are not affine.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0
    && t.m31 == 0 && t.m32 == 0 && t.m34 == 0 && t.m43 == 0
    && t.m33 == 1 && t.m44 == 1
}

/// Returns the planar part of `t`; meaningful when `CATransform3DIsAffine(t)`.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

extension CATransform3D {
  /// The inverse, or nil when the determinant is zero or not finite, or the inverse overflows.
  package var inverse: CATransform3D? {
    // The 2x2 minors of the upper two rows (u) and of the lower two rows (v): Laplace expansion.
    let u12: CGFloat = m11 * m22 - m12 * m21
    let u13: CGFloat = m11 * m23 - m13 * m21
    let u14: CGFloat = m11 * m24 - m14 * m21
    let u23: CGFloat = m12 * m23 - m13 * m22
    let u24: CGFloat = m12 * m24 - m14 * m22
    let u34: CGFloat = m13 * m24 - m14 * m23
    let v12: CGFloat = m31 * m42 - m32 * m41
    let v13: CGFloat = m31 * m43 - m33 * m41
    let v14: CGFloat = m31 * m44 - m34 * m41
    let v23: CGFloat = m32 * m43 - m33 * m42
    let v24: CGFloat = m32 * m44 - m34 * m42
    let v34: CGFloat = m33 * m44 - m34 * m43
    let high: CGFloat = u12 * v34 - u13 * v24 + u14 * v23
    let low: CGFloat = u23 * v14 - u24 * v13 + u34 * v12
    let det = high + low
    guard det != 0, det.isFinite else { return nil }

    /// One cofactor: a signed 3x3 determinant, divided by the whole.
    func cofactor(
      _ a: CGFloat, _ x: CGFloat, _ b: CGFloat, _ y: CGFloat, _ c: CGFloat, _ z: CGFloat
    ) -> CGFloat {
      (a * x - b * y + c * z) / det
    }
    let result = CATransform3D(
      m11: cofactor(m22, v34, m23, v24, m24, v23),
      m12: -cofactor(m12, v34, m13, v24, m14, v23),
      m13: cofactor(m42, u34, m43, u24, m44, u23),
      m14: -cofactor(m32, u34, m33, u24, m34, u23),
      m21: -cofactor(m21, v34, m23, v14, m24, v13),
      m22: cofactor(m11, v34, m13, v14, m14, v13),
      m23: -cofactor(m41, u34, m43, u14, m44, u13),
      m24: cofactor(m31, u34, m33, u14, m34, u13),
      m31: cofactor(m21, v24, m22, v14, m24, v12),
      m32: -cofactor(m11, v24, m12, v14, m14, v12),
      m33: cofactor(m41, u24, m42, u14, m44, u12),
      m34: -cofactor(m31, u24, m32, u14, m34, u12),
      m41: -cofactor(m21, v23, m22, v13, m23, v12),
      m42: cofactor(m11, v23, m12, v13, m13, v12),
      m43: -cofactor(m41, u23, m42, u13, m43, u12),
      m44: cofactor(m31, u23, m32, u13, m33, u12))
    return result.isFinite ? result : nil
  }
}
