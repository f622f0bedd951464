public import Foundation

// Apple's C functions, under their C names as Swift imports them.

/// The identity transform.
public let CGAffineTransformIdentity = CGAffineTransform.identity

/// Returns a transform from its six numbers.
public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
  CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
}

/// Returns a translation, in points.
public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

/// Returns a scale.
public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

/// Returns a rotation by `angle` radians; a positive angle rotates +x toward +y.
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

/// Returns the transform that translates first and then applies `t`.
public func CGAffineTransformTranslate(
  _ t: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
  t.translatedBy(x: tx, y: ty)
}

/// Returns the transform that scales first and then applies `t`.
public func CGAffineTransformScale(
  _ t: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat
) -> CGAffineTransform {
  t.scaledBy(x: sx, y: sy)
}

/// Returns the transform that rotates by `angle` radians first and then applies `t`.
public func CGAffineTransformRotate(
  _ t: CGAffineTransform, _ angle: CGFloat
) -> CGAffineTransform {
  t.rotated(by: angle)
}

/// Returns the inverse of `t`, or `t` itself when it has none.
public func CGAffineTransformInvert(_ t: CGAffineTransform) -> CGAffineTransform {
  t.inverted()
}

/// Returns the transform that applies `t1` first and `t2` second.
public func CGAffineTransformConcat(
  _ t1: CGAffineTransform, _ t2: CGAffineTransform
) -> CGAffineTransform {
  t1.concatenating(t2)
}

/// Returns whether `t` is exactly the identity.
public func CGAffineTransformIsIdentity(_ t: CGAffineTransform) -> Bool {
  t.isIdentity
}

/// Returns whether the two transforms are equal, number by number.
public func CGAffineTransformEqualToTransform(
  _ t1: CGAffineTransform, _ t2: CGAffineTransform
) -> Bool {
  t1 == t2
}

/// Returns the image of `point`.
public func CGPointApplyAffineTransform(_ point: CGPoint, _ t: CGAffineTransform) -> CGPoint {
  point.applying(t)
}

/// Returns the image of `size` as a vector: the translation has no effect.
public func CGSizeApplyAffineTransform(_ size: CGSize, _ t: CGAffineTransform) -> CGSize {
  size.applying(t)
}

/// Returns the smallest upright rectangle around the image of `rect`.
public func CGRectApplyAffineTransform(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect {
  rect.applying(t)
}

// Foundation on Linux has the members of the geometry types, but not these C names.

/// Returns a point.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Returns a size.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
  CGSize(width: width, height: height)
}

/// Returns a rectangle.
public func CGRectMake(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat
) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
