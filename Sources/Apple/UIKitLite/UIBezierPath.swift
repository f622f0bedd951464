public import Foundation
import GlazeDrawing
public import GlazeGeometry

/// The corners of a rectangle, in a space where y points down.
///
/// Observed: Apple documentation of UIRectCorner.
public struct UIRectCorner: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner at min x and min y.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// The corner at max x and min y.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// The corner at min x and max y.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// The corner at max x and max y.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All four corners.
  public static let allCorners = UIRectCorner(rawValue: ~0)
}

/// A path with its drawing attributes.
///
/// Observed: Apple documentation of UIBezierPath. Corners are circular.
open class UIBezierPath: NSObject {
  private var path = CGMutablePath()
  private var dash: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

  /// The width of lines, in points; default 1.
  open var lineWidth: CGFloat = 1
  /// The style of the ends of lines; default `butt`.
  open var lineCapStyle = CGLineCap.butt
  /// The style of the corners of lines; default `miter`.
  open var lineJoinStyle = CGLineJoin.miter
  /// The length limit of mitered corners, in line widths; default 10.
  open var miterLimit: CGFloat = 10
  /// The flatness, which is ignored, since curves are as exact as pixels; default 0.6.
  open var flatness: CGFloat = 0.6
  /// A Boolean value that indicates whether fills use the even-odd rule; default false.
  open var usesEvenOddFillRule = false

  /// Makes an empty path.
  public override init() { super.init() }

  /// Makes a path from one of Core Graphics.
  public init(cgPath: CGPath) { path = cgPath.mutableCopy() ?? CGMutablePath() }

  /// Makes a rectangle.
  public convenience init(rect: CGRect) { self.init(cgPath: CGPath(rect: rect, transform: nil)) }

  /// Makes an ellipse.
  public convenience init(ovalIn rect: CGRect) {
    self.init(cgPath: CGPath(ellipseIn: rect, transform: nil))
  }

  /// Makes a rounded rectangle; radii are limited to half of the sides.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners,
      cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }

  /// Makes a rectangle with some rounded corners; the width of the radii is the radius.
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) {
    self.init()
    let radius = max(0, min(cornerRadii.width, rect.width / 2, rect.height / 2))
    func rounding(_ corner: UIRectCorner) -> CGFloat { corners.contains(corner) ? radius : 0 }
    let (x0, x1, y0, y1) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    let places: [(CGPoint, CGPoint, UIRectCorner)] = [
      (CGPoint(x: x1, y: y0), CGPoint(x: x1, y: y1), .topRight),
      (CGPoint(x: x1, y: y1), CGPoint(x: x0, y: y1), .bottomRight),
      (CGPoint(x: x0, y: y1), CGPoint(x: x0, y: y0), .bottomLeft),
      (CGPoint(x: x0, y: y0), CGPoint(x: x1, y: y0), .topLeft),
    ]
    path.move(to: CGPoint(x: x0 + rounding(.topLeft), y: y0))
    for (corner, next, name) in places {
      path.addArc(tangent1End: corner, tangent2End: next, radius: rounding(name))
    }
    path.closeSubpath()
  }

  /// Makes an arc; angles are in radians from the x axis, clockwise where y points down.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }

  /// The path of Core Graphics; reading it returns a copy.
  open var cgPath: CGPath {
    get { path.copy() ?? CGMutablePath() }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }

  /// A Boolean value that indicates whether the path is empty.
  open var isEmpty: Bool { path.isEmpty }
  /// The smallest rectangle around the path.
  open var bounds: CGRect { path.isEmpty ? .zero : path.boundingBoxOfPath }
  /// The end of the path.
  open var currentPoint: CGPoint { path.currentPoint }

  /// Begins a subpath.
  open func move(to point: CGPoint) { path.move(to: point) }
  /// Adds a line; begins a subpath when there is none.
  open func addLine(to point: CGPoint) { path.isEmpty ? move(to: point) : path.addLine(to: point) }

  /// Adds a cubic curve.
  open func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: end, control: controlPoint)
  }

  /// Adds an arc, with a line to its start.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    // Core Graphics defines the direction in a space where y points up.
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: !clockwise)
  }

  /// Closes the subpath.
  open func close() { path.closeSubpath() }
  /// Removes all points.
  open func removeAllPoints() { path = CGMutablePath() }
  /// Adds another path.
  open func append(_ other: UIBezierPath) { path.addPath(other.path) }

  /// Transforms all points.
  open func apply(_ transform: CGAffineTransform) {
    let mapped = CGMutablePath()
    mapped.addPath(path, transform: transform)
    path = mapped
  }

  /// Returns whether a point is inside the path.
  open func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Sets the dashes of lines; without lengths, lines are solid.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [], phase)
  }

  /// Fills the path in the current context.
  open func fill() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.addPath(path)
    context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Strokes the path in the current context.
  open func stroke() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.setMiterLimit(miterLimit)
    context.setLineDash(phase: dash.phase, lengths: dash.lengths)
    context.addPath(path)
    context.strokePath()
    context.restoreGState()
  }

  /// Clips the current context to the inside of the path.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.addPath(path)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }
}

/// AppKit's name for the class; AppKit's spellings of its methods are below.
public typealias NSBezierPath = UIBezierPath

extension UIBezierPath {
  /// Makes a rounded rectangle.
  public convenience init(roundedRect rect: CGRect, xRadius: CGFloat, yRadius: CGFloat) {
    let (x, y) = (min(xRadius, rect.width / 2), min(yRadius, rect.height / 2))
    self.init(
      cgPath: CGPath(roundedRect: rect, cornerWidth: x, cornerHeight: y, transform: nil))
  }

  /// Adds a line.
  public func line(to point: CGPoint) { addLine(to: point) }

  /// Adds a cubic curve.
  public func curve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    addCurve(to: end, controlPoint1: controlPoint1, controlPoint2: controlPoint2)
  }

  /// Adds a rectangle.
  public func appendRect(_ rect: CGRect) { append(UIBezierPath(rect: rect)) }
  /// Adds an ellipse.
  public func appendOval(in rect: CGRect) { append(UIBezierPath(ovalIn: rect)) }
}
