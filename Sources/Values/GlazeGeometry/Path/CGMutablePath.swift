public import Foundation

/// A path to which elements can be added.
///
/// A line or curve without a current point (in an empty path) is skipped, as Apple does. A segment
/// after `closeSubpath()` begins a new subpath at the start of the closed one.
///
/// Observed: Apple header CGPath.h.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// Makes an empty path.
  public init() { super.init(elements: PathElements()) }

  package override init(elements: PathElements) { super.init(elements: elements) }

  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.move(to: point.applying(transform)) }
  }

  /// Adds a straight line from the current point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.line(to: point.applying(transform)) }
  }

  /// Adds a subpath of straight lines: moves to the first point and adds lines to the others.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    edit { elements in
      guard let first = points.first else { return }
      elements.move(to: first.applying(transform))
      for p in points.dropFirst() { elements.line(to: p.applying(transform)) }
    }
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) {
    edit { $0.quad(to: end.applying(transform), control: control.applying(transform)) }
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.cubic(
        to: end.applying(transform), control1: control1.applying(transform),
        control2: control2.applying(transform))
    }
  }

  /// Adds a line to the start of a circular arc, and the arc; a move when the path is empty.
  ///
  /// Angles that differ by a full turn or more give a full circle; arguments that are not finite
  /// add nothing.
  ///
  /// - Parameters:
  ///   - center: the center of the circle.
  ///   - radius: the radius of the circle.
  ///   - startAngle: in radians, from +x toward +y.
  ///   - endAngle: in radians, from +x toward +y.
  ///   - clockwise: false goes toward greater angles. The name is correct where y points up; where
  ///     it points down, true looks counterclockwise.
  ///   - transform: maps the points.
  ///
  /// Observed: Apple documentation of CGPathAddArc. The limit of one turn is Glaze's choice.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn: CGFloat = 2 * .pi
    var sweep = endAngle - startAngle
    if abs(sweep) >= turn {
      sweep = turn
    } else if clockwise ? sweep > 0 : sweep < 0 {
      sweep = turn - abs(sweep)
    } else {
      sweep = abs(sweep)
    }
    addRelativeArc(
      center: center, radius: radius, startAngle: startAngle, delta: clockwise ? -sweep : sweep,
      transform: transform)
  }

  /// Adds a line to the start of a circular arc, and the arc; a move when the path is empty.
  ///
  /// - Parameters:
  ///   - center: the center of the circle.
  ///   - radius: the radius of the circle.
  ///   - startAngle: in radians, from +x toward +y.
  ///   - delta: the length of the arc, in radians; limited to one full turn in either direction.
  ///   - transform: maps the points.
  ///
  /// Observed: Apple documentation of CGPathAddRelativeArc. The limit is Glaze's choice.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, sweep: delta, transform)
    }
  }

  /// Adds the arc that rounds a corner, with the line from the current point to it.
  ///
  /// Where no arc fits (a radius of 0, collinear points), it adds a line to the corner.
  ///
  /// - Parameters:
  ///   - tangent1End: the corner.
  ///   - tangent2End: a point on the line that leaves the corner.
  ///   - radius: the radius of the arc.
  ///   - transform: maps the points; the current point is first mapped by its inverse.
  ///
  /// Observed: Apple documentation of CGPathAddArcToPoint.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      guard let current = $0.currentPoint else { return }
      $0.addArc(
        from: current.applying(transform.inverted()), corner: tangent1End, end: tangent2End,
        radius: radius, transform)
    }
  }

  /// Adds a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.addRect(rect, transform) }
  }

  /// Adds rectangles, each as a closed subpath.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    edit { for rect in rects { $0.addRect(rect, transform) } }
  }

  /// Adds an ellipse as a closed subpath.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.addEllipse(in: rect, transform) }
  }

  /// Adds a rectangle with elliptical corners, limited to half a side, as a closed subpath.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addRoundedRect(rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform)
    }
  }

  /// Adds all elements of another path; a path may be added to itself.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    // The other path is read before the lock is acquired, since it may be this one.
    let added = path.elements.applying(transform)
    edit { $0.append(added) }
  }

  /// Adds a line to the start of the subpath and ends it.
  public func closeSubpath() { edit { $0.close() } }
}
