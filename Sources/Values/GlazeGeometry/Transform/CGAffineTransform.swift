public import Foundation

/// A transform of the plane that keeps lines parallel: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// Default: `CGAffineTransform()` is the identity, as in Apple's overlay.
///
/// Observed: Apple header CGAffineTransform.h.
public struct CGAffineTransform: Sendable, Hashable {
  /// The image of the x axis: `(a, b)`.
  public var a, b: CGFloat
  /// The image of the y axis: `(c, d)`.
  public var c, d: CGFloat
  /// The image of the origin: `(tx, ty)`, in points.
  public var tx, ty: CGFloat

  /// The identity transform.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes the identity.
  public init() { self = .identity }

  /// Makes a transform from its six numbers.
  @inlinable
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Makes a transform from its six numbers.
  @inlinable
  public init(
    _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
  ) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Makes a rotation by `angle` radians; a positive angle rotates +x toward +y.
  public init(rotationAngle angle: CGFloat) {
    let c = CGFloat(cos(angle.native))
    let s = CGFloat(sin(angle.native))
    self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// Makes a scale.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Makes a translation, in points.
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// A Boolean value that indicates whether this is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that applies this one first and `t2` second.
  @inlinable
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t2.a + b * t2.c,
      b: a * t2.b + b * t2.d,
      c: c * t2.a + d * t2.c,
      d: c * t2.b + d * t2.d,
      tx: tx * t2.a + ty * t2.c + t2.tx,
      ty: tx * t2.b + ty * t2.d + t2.ty)
  }

  /// Returns the transform that rotates by `angle` radians first and then applies this one.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// Returns the transform that scales first and then applies this one.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// Returns the transform that translates first and then applies this one.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// Returns the inverse, or this transform itself when it has none.
  ///
  /// Observed: Apple documentation of CGAffineTransformInvert.
  public func inverted() -> CGAffineTransform { inverse ?? self }

  /// The inverse, or nil when the determinant is zero or not finite, or the inverse overflows.
  package var inverse: CGAffineTransform? {
    let det = a * d - b * c
    guard det != 0, det.isFinite else { return nil }
    let result = CGAffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    return result.isFinite ? result : nil
  }

  /// Whether no number is NaN or infinite.
  package var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}

extension CGPoint {
  /// Returns the image of this point.
  @inlinable
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// Returns the image of this size as a vector: the translation has no effect.
  @inlinable
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// Returns the smallest upright rectangle around the image of this one.
  ///
  /// The null and the infinite rectangle are returned unchanged.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    guard !isNull, !isInfinite else { return self }
    let p1 = CGPoint(x: minX, y: minY).applying(t)
    let p2 = CGPoint(x: maxX, y: minY).applying(t)
    let p3 = CGPoint(x: maxX, y: maxY).applying(t)
    let p4 = CGPoint(x: minX, y: maxY).applying(t)
    let left = min(min(p1.x, p2.x), min(p3.x, p4.x))
    let right = max(max(p1.x, p2.x), max(p3.x, p4.x))
    let low = min(min(p1.y, p2.y), min(p3.y, p4.y))
    let high = max(max(p1.y, p2.y), max(p3.y, p4.y))
    return CGRect(x: left, y: low, width: right - left, height: high - low)
  }
}
