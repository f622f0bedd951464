public import Foundation
public import GlazeGeometry

// Apple's C functions. Swift does the reference counting.

/// The C name of `CGContext`.
public typealias CGContextRef = CGContext

/// Returns a bitmap context; see `CGContext.init(data:width:height:…)`.
public func CGBitmapContextCreate(
  _ data: UnsafeMutableRawPointer?, _ width: Int, _ height: Int, _ bitsPerComponent: Int,
  _ bytesPerRow: Int, _ space: CGColorSpace?, _ bitmapInfo: UInt32
) -> CGContext? {
  CGContext(
    data: data, width: width, height: height, bitsPerComponent: bitsPerComponent,
    bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo)
}

/// Returns an image of the bitmap.
public func CGBitmapContextCreateImage(_ c: CGContext) -> CGImage? { c.makeImage() }

/// Saves the state.
public func CGContextSaveGState(_ c: CGContext) { c.saveGState() }

/// Restores the state that was saved last.
public func CGContextRestoreGState(_ c: CGContext) { c.restoreGState() }

/// Scales user space.
public func CGContextScaleCTM(_ c: CGContext, _ sx: CGFloat, _ sy: CGFloat) {
  c.scaleBy(x: sx, y: sy)
}

/// Moves the origin of user space.
public func CGContextTranslateCTM(_ c: CGContext, _ tx: CGFloat, _ ty: CGFloat) {
  c.translateBy(x: tx, y: ty)
}

/// Rotates user space by radians.
public func CGContextRotateCTM(_ c: CGContext, _ angle: CGFloat) { c.rotate(by: angle) }

/// Applies a transform to user space before the current one.
public func CGContextConcatCTM(_ c: CGContext, _ transform: CGAffineTransform) {
  c.concatenate(transform)
}

/// Returns the transform from user space to pixels.
public func CGContextGetCTM(_ c: CGContext) -> CGAffineTransform { c.ctm }

/// Sets the width of lines.
public func CGContextSetLineWidth(_ c: CGContext, _ width: CGFloat) { c.setLineWidth(width) }

/// Sets the style of the ends of lines.
public func CGContextSetLineCap(_ c: CGContext, _ cap: CGLineCap) { c.setLineCap(cap) }

/// Sets the style of the joins of lines.
public func CGContextSetLineJoin(_ c: CGContext, _ join: CGLineJoin) { c.setLineJoin(join) }

/// Sets dashes; `count` limits the number of lengths that are used.
public func CGContextSetLineDash(
  _ c: CGContext, _ phase: CGFloat, _ lengths: [CGFloat], _ count: Int
) {
  c.setLineDash(phase: phase, lengths: Array(lengths.prefix(max(count, 0))))
}

/// Sets the factor for the alpha of all drawings.
public func CGContextSetAlpha(_ c: CGContext, _ alpha: CGFloat) { c.setAlpha(alpha) }

/// Sets the blend mode of drawings.
public func CGContextSetBlendMode(_ c: CGContext, _ mode: CGBlendMode) { c.setBlendMode(mode) }

/// Begins a new path.
public func CGContextBeginPath(_ c: CGContext) { c.beginPath() }

/// Begins a subpath.
public func CGContextMoveToPoint(_ c: CGContext, _ x: CGFloat, _ y: CGFloat) {
  c.move(to: CGPoint(x: x, y: y))
}

/// Adds a straight line.
public func CGContextAddLineToPoint(_ c: CGContext, _ x: CGFloat, _ y: CGFloat) {
  c.addLine(to: CGPoint(x: x, y: y))
}

/// Adds a cubic curve: two control points, then the end.
public func CGContextAddCurveToPoint(
  _ c: CGContext, _ cp1x: CGFloat, _ cp1y: CGFloat, _ cp2x: CGFloat, _ cp2y: CGFloat,
  _ x: CGFloat, _ y: CGFloat
) {
  c.addCurve(
    to: CGPoint(x: x, y: y), control1: CGPoint(x: cp1x, y: cp1y),
    control2: CGPoint(x: cp2x, y: cp2y))
}

/// Adds a quadratic curve: the control point, then the end.
public func CGContextAddQuadCurveToPoint(
  _ c: CGContext, _ cpx: CGFloat, _ cpy: CGFloat, _ x: CGFloat, _ y: CGFloat
) {
  c.addQuadCurve(to: CGPoint(x: x, y: y), control: CGPoint(x: cpx, y: cpy))
}

/// Adds an arc of a circle; `clockwise` is 0 or 1.
public func CGContextAddArc(
  _ c: CGContext, _ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, _ startAngle: CGFloat,
  _ endAngle: CGFloat, _ clockwise: Int32
) {
  c.addArc(
    center: CGPoint(x: x, y: y), radius: radius, startAngle: startAngle, endAngle: endAngle,
    clockwise: clockwise != 0)
}

/// Adds a rectangle.
public func CGContextAddRect(_ c: CGContext, _ rect: CGRect) { c.addRect(rect) }

/// Adds an ellipse.
public func CGContextAddEllipseInRect(_ c: CGContext, _ rect: CGRect) { c.addEllipse(in: rect) }

/// Adds all elements of a path.
public func CGContextAddPath(_ c: CGContext, _ path: CGPath) { c.addPath(path) }

/// Closes the subpath.
public func CGContextClosePath(_ c: CGContext) { c.closePath() }

/// Fills the path by the winding rule.
public func CGContextFillPath(_ c: CGContext) { c.fillPath() }

/// Fills the path by the even-odd rule.
public func CGContextEOFillPath(_ c: CGContext) { c.fillPath(using: .evenOdd) }

/// Strokes the path.
public func CGContextStrokePath(_ c: CGContext) { c.strokePath() }

/// Draws the path.
public func CGContextDrawPath(_ c: CGContext, _ mode: CGPathDrawingMode) {
  c.drawPath(using: mode)
}

/// Fills a rectangle.
public func CGContextFillRect(_ c: CGContext, _ rect: CGRect) { c.fill(rect) }

/// Strokes a rectangle.
public func CGContextStrokeRect(_ c: CGContext, _ rect: CGRect) { c.stroke(rect) }

/// Fills an ellipse.
public func CGContextFillEllipseInRect(_ c: CGContext, _ rect: CGRect) { c.fillEllipse(in: rect) }

/// Strokes an ellipse.
public func CGContextStrokeEllipseInRect(_ c: CGContext, _ rect: CGRect) {
  c.strokeEllipse(in: rect)
}

/// Makes a rectangle transparent.
public func CGContextClearRect(_ c: CGContext, _ rect: CGRect) { c.clear(rect) }

/// Limits drawing to the path.
public func CGContextClip(_ c: CGContext) { c.clip() }

/// Limits drawing to a rectangle.
public func CGContextClipToRect(_ c: CGContext, _ rect: CGRect) { c.clip(to: rect) }

/// Returns the box around the area of the clip.
public func CGContextGetClipBoundingBox(_ c: CGContext) -> CGRect { c.boundingBoxOfClipPath }

/// Sets the color of fills.
public func CGContextSetFillColorWithColor(_ c: CGContext, _ color: CGColor) {
  c.setFillColor(color)
}

/// Sets the color of lines.
public func CGContextSetStrokeColorWithColor(_ c: CGContext, _ color: CGColor) {
  c.setStrokeColor(color)
}

/// Sets the color of fills in device RGB.
public func CGContextSetRGBFillColor(
  _ c: CGContext, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
) {
  c.setFillColor(red: red, green: green, blue: blue, alpha: alpha)
}

/// Sets the color of lines in device RGB.
public func CGContextSetRGBStrokeColor(
  _ c: CGContext, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
) {
  c.setStrokeColor(red: red, green: green, blue: blue, alpha: alpha)
}

/// Casts a shadow under every drawing.
public func CGContextSetShadowWithColor(
  _ c: CGContext, _ offset: CGSize, _ blur: CGFloat, _ color: CGColor?
) {
  c.setShadow(offset: offset, blur: blur, color: color)
}

/// Draws an image.
public func CGContextDrawImage(_ c: CGContext, _ rect: CGRect, _ image: CGImage) {
  c.draw(image, in: rect)
}

/// Fills the clip with a gradient along a line.
public func CGContextDrawLinearGradient(
  _ c: CGContext, _ gradient: CGGradient, _ startPoint: CGPoint, _ endPoint: CGPoint,
  _ options: CGGradientDrawingOptions
) {
  c.drawLinearGradient(gradient, start: startPoint, end: endPoint, options: options)
}
