public import Foundation

// Apple's C functions. A nil transform is the identity; release functions are not needed in Swift.

/// Returns an empty path.
public func CGPathCreateMutable() -> CGMutablePath { CGMutablePath() }

/// Returns an immutable copy.
public func CGPathCreateCopy(_ path: CGPath) -> CGPath? { path.copy() }

/// Returns a copy that can be changed.
public func CGPathCreateMutableCopy(_ path: CGPath) -> CGMutablePath? { path.mutableCopy() }

/// Returns an immutable copy with every point mapped.
public func CGPathCreateCopyByTransformingPath(
  _ path: CGPath, _ transform: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  path.copy(using: transform)
}

/// Returns a rectangle.
public func CGPathCreateWithRect(
  _ rect: CGRect, _ transform: UnsafePointer<CGAffineTransform>?
) -> CGPath {
  CGPath(rect: rect, transform: transform)
}

/// Returns an ellipse.
public func CGPathCreateWithEllipseInRect(
  _ rect: CGRect, _ transform: UnsafePointer<CGAffineTransform>?
) -> CGPath {
  CGPath(ellipseIn: rect, transform: transform)
}

/// Returns a rectangle with elliptical corners.
public func CGPathCreateWithRoundedRect(
  _ rect: CGRect, _ cornerWidth: CGFloat, _ cornerHeight: CGFloat,
  _ transform: UnsafePointer<CGAffineTransform>?
) -> CGPath {
  CGPath(
    roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform)
}

/// Begins a subpath.
public func CGPathMoveToPoint(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ x: CGFloat, _ y: CGFloat
) {
  path.move(to: CGPoint(x: x, y: y), transform: m?.pointee ?? .identity)
}

/// Adds a straight line.
public func CGPathAddLineToPoint(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ x: CGFloat, _ y: CGFloat
) {
  path.addLine(to: CGPoint(x: x, y: y), transform: m?.pointee ?? .identity)
}

/// Adds a quadratic curve: control point, then end.
public func CGPathAddQuadCurveToPoint(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?,
  _ cpx: CGFloat, _ cpy: CGFloat, _ x: CGFloat, _ y: CGFloat
) {
  path.addQuadCurve(
    to: CGPoint(x: x, y: y), control: CGPoint(x: cpx, y: cpy), transform: m?.pointee ?? .identity)
}

/// Adds a cubic curve: two control points, then end.
public func CGPathAddCurveToPoint(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?,
  _ cp1x: CGFloat, _ cp1y: CGFloat, _ cp2x: CGFloat, _ cp2y: CGFloat, _ x: CGFloat, _ y: CGFloat
) {
  path.addCurve(
    to: CGPoint(x: x, y: y), control1: CGPoint(x: cp1x, y: cp1y),
    control2: CGPoint(x: cp2x, y: cp2y), transform: m?.pointee ?? .identity)
}

/// Adds a subpath of straight lines; `count` is the number of points that are used.
public func CGPathAddLines(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ points: [CGPoint], _ count: Int
) {
  path.addLines(
    between: Array(points.prefix(max(count, 0))), transform: m?.pointee ?? .identity)
}

/// Adds a circular arc; see `CGMutablePath.addArc` for the meaning of clockwise.
public func CGPathAddArc(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ x: CGFloat, _ y: CGFloat,
  _ radius: CGFloat, _ startAngle: CGFloat, _ endAngle: CGFloat, _ clockwise: Bool
) {
  path.addArc(
    center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, endAngle: endAngle,
    clockwise: clockwise, transform: m?.pointee ?? .identity)
}

/// Adds a circular arc, `delta` radians long.
public func CGPathAddRelativeArc(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ x: CGFloat, _ y: CGFloat,
  _ radius: CGFloat, _ startAngle: CGFloat, _ delta: CGFloat
) {
  path.addRelativeArc(
    center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, delta: delta,
    transform: m?.pointee ?? .identity)
}

/// Adds the arc that rounds the corner `(x1, y1)` on the way to `(x2, y2)`.
public func CGPathAddArcToPoint(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ x1: CGFloat, _ y1: CGFloat,
  _ x2: CGFloat, _ y2: CGFloat, _ radius: CGFloat
) {
  path.addArc(
    tangent1End: CGPoint(x: x1, y: y1), tangent2End: CGPoint(x: x2, y: y2), radius: radius,
    transform: m?.pointee ?? .identity)
}

/// Adds a rectangle.
public func CGPathAddRect(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ rect: CGRect
) {
  path.addRect(rect, transform: m?.pointee ?? .identity)
}

/// Adds rectangles; `count` is the number that is used.
public func CGPathAddRects(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ rects: [CGRect], _ count: Int
) {
  path.addRects(Array(rects.prefix(max(count, 0))), transform: m?.pointee ?? .identity)
}

/// Adds an ellipse.
public func CGPathAddEllipseInRect(
  _ path: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ rect: CGRect
) {
  path.addEllipse(in: rect, transform: m?.pointee ?? .identity)
}

/// Adds a rectangle with elliptical corners.
public func CGPathAddRoundedRect(
  _ path: CGMutablePath, _ transform: UnsafePointer<CGAffineTransform>?, _ rect: CGRect,
  _ cornerWidth: CGFloat, _ cornerHeight: CGFloat
) {
  path.addRoundedRect(
    in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
    transform: transform?.pointee ?? .identity)
}

/// Adds all elements of another path.
public func CGPathAddPath(
  _ path1: CGMutablePath, _ m: UnsafePointer<CGAffineTransform>?, _ path2: CGPath
) {
  path1.addPath(path2, transform: m?.pointee ?? .identity)
}

/// Closes the subpath.
public func CGPathCloseSubpath(_ path: CGMutablePath) { path.closeSubpath() }

/// Returns whether the path has no elements.
public func CGPathIsEmpty(_ path: CGPath) -> Bool { path.isEmpty }

/// Returns whether the path is one upright rectangle, and stores it.
public func CGPathIsRect(_ path: CGPath, _ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
  path.isRect(rect)
}

/// Returns the start of the next segment.
public func CGPathGetCurrentPoint(_ path: CGPath) -> CGPoint { path.currentPoint }

/// Returns the box around all points, control points included.
public func CGPathGetBoundingBox(_ path: CGPath) -> CGRect { path.boundingBox }

/// Returns the box around the outline.
public func CGPathGetPathBoundingBox(_ path: CGPath) -> CGRect { path.boundingBoxOfPath }

/// Returns whether a point, mapped by `m`, lies inside.
public func CGPathContainsPoint(
  _ path: CGPath, _ m: UnsafePointer<CGAffineTransform>?, _ point: CGPoint, _ eoFill: Bool
) -> Bool {
  path.contains(
    point, using: eoFill ? .evenOdd : .winding, transform: m?.pointee ?? .identity)
}

/// Returns whether both paths have equal elements.
public func CGPathEqualToPath(_ path1: CGPath, _ path2: CGPath) -> Bool { path1 == path2 }
