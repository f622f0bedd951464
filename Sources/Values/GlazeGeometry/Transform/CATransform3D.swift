public import Foundation

/// A 4 by 4 matrix that places a layer in space.
///
/// Points are row vectors: `[x y z 1] * M = [X Y Z W]`, and the position on screen is `(X/W, Y/W)`.
/// Therefore `m41 m42 m43` contain a translation in points, and `m34` contains perspective (-1/d
/// for a camera at distance d). In memory the fields are contiguous from m11 to m44; OpenGL reads
/// the same numbers, untransposed, as a matrix for column vectors.
///
/// Default: `CATransform3D()` is all zeros, as in C; `CATransform3D.identity` is the identity.
///
/// Observed: Apple header CATransform3D.h.
public struct CATransform3D: Sendable, Hashable {
  /// Row 1: the image of the x axis.
  public var m11, m12, m13, m14: CGFloat
  /// Row 2: the image of the y axis.
  public var m21, m22, m23, m24: CGFloat
  /// Row 3: the image of the z axis.
  public var m31, m32, m33, m34: CGFloat
  /// Row 4: the image of the origin.
  public var m41, m42, m43, m44: CGFloat

  /// The identity matrix.
  public static let identity = CATransform3D(
    m11: 1, m12: 0, m13: 0, m14: 0,
    m21: 0, m22: 1, m23: 0, m24: 0,
    m31: 0, m32: 0, m33: 1, m34: 0,
    m41: 0, m42: 0, m43: 0, m44: 1)

  /// Makes a matrix of zeros, as C's zero initialization does.
  public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0,
      m21: 0, m22: 0, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 0, m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 0)
  }

  /// Makes a matrix from its sixteen elements, row by row.
  @inlinable
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  /// Makes a matrix from sixteen numbers in memory order, m11 to m44; nil for any other count.
  package init?(elements e: [CGFloat]) {
    guard e.count == 16 else { return nil }
    self.init(
      m11: e[0], m12: e[1], m13: e[2], m14: e[3],
      m21: e[4], m22: e[5], m23: e[6], m24: e[7],
      m31: e[8], m32: e[9], m33: e[10], m34: e[11],
      m41: e[12], m42: e[13], m43: e[14], m44: e[15])
  }

  /// The sixteen elements in memory order, m11 to m44.
  package var elements: [CGFloat] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ]
  }

  /// Whether no element is NaN or infinite.
  package var isFinite: Bool {
    let upper =
      m11.isFinite && m12.isFinite && m13.isFinite && m14.isFinite
      && m21.isFinite && m22.isFinite && m23.isFinite && m24.isFinite
    let lower =
      m31.isFinite && m32.isFinite && m33.isFinite && m34.isFinite
      && m41.isFinite && m42.isFinite && m43.isFinite && m44.isFinite
    return upper && lower
  }
}

/// The identity matrix.
public let CATransform3DIdentity = CATransform3D.identity

extension CATransform3D {
  /// The product: first `lhs`, then `rhs`, for row vectors.
  @inlinable
  package static func * (lhs: CATransform3D, rhs: CATransform3D) -> CATransform3D {
    CATransform3DConcat(lhs, rhs)
  }

  /// One element of a product: a row of four times a column of four.
  @inlinable @inline(__always)
  static func dot(
    _ a1: CGFloat, _ a2: CGFloat, _ a3: CGFloat, _ a4: CGFloat,
    _ b1: CGFloat, _ b2: CGFloat, _ b3: CGFloat, _ b4: CGFloat
  ) -> CGFloat {
    let low: Double = a1.native * b1.native + a2.native * b2.native
    let high: Double = a3.native * b3.native + a4.native * b4.native
    return CGFloat(low + high)
  }
}

/// Returns `a * b`: the transform that applies `a` first and `b` second.
@inlinable
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  @inline(__always)
  func row(
    _ r1: CGFloat, _ r2: CGFloat, _ r3: CGFloat, _ r4: CGFloat
  ) -> (CGFloat, CGFloat, CGFloat, CGFloat) {
    (
      CATransform3D.dot(r1, r2, r3, r4, b.m11, b.m21, b.m31, b.m41),
      CATransform3D.dot(r1, r2, r3, r4, b.m12, b.m22, b.m32, b.m42),
      CATransform3D.dot(r1, r2, r3, r4, b.m13, b.m23, b.m33, b.m43),
      CATransform3D.dot(r1, r2, r3, r4, b.m14, b.m24, b.m34, b.m44)
    )
  }
  let r1 = row(a.m11, a.m12, a.m13, a.m14)
  let r2 = row(a.m21, a.m22, a.m23, a.m24)
  let r3 = row(a.m31, a.m32, a.m33, a.m34)
  let r4 = row(a.m41, a.m42, a.m43, a.m44)
  return CATransform3D(
    m11: r1.0, m12: r1.1, m13: r1.2, m14: r1.3,
    m21: r2.0, m22: r2.1, m23: r2.2, m24: r2.3,
    m31: r3.0, m32: r3.1, m33: r3.2, m34: r3.3,
    m41: r4.0, m42: r4.1, m43: r4.2, m44: r4.3)
}
