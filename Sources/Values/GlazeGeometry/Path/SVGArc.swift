import Foundation

/// An elliptical arc between two points, as SVG's A command describes it.
///
/// The center follows from SVG 2, appendix B.2.4 and B.2.5: radii that are too small for the
/// distance grow until the ellipse just reaches.
struct SVGArc {
  var from: CGPoint
  var to: CGPoint
  var rx: CGFloat
  var ry: CGFloat
  /// The rotation of the ellipse's x axis, in radians.
  var rotation: CGFloat
  /// Whether the longer arc is used.
  var isLarge: Bool
  /// Whether the angle increases along the arc.
  var isPositive: Bool

  /// Adds the arc to an outline whose current point is `from`.
  ///
  /// Equal ends add nothing; a radius of 0 gives a line.
  func add(to elements: inout PathElements) {
    guard from != to else { return }
    guard rx > 0, ry > 0 else { return elements.line(to: to) }

    // This rotates and scales the plane so that the ellipse becomes a unit circle.
    let turned = CGAffineTransform(rotationAngle: -rotation)
    let half = CGPoint(x: (from.x - to.x) / 2, y: (from.y - to.y) / 2).applying(turned)
    let (hx, hy) = (half.x / rx, half.y / ry)
    let squared = hx * hx + hy * hy
    let grow = max(1, squared.squareRoot())
    let (ux, uy) = (hx / grow, hy / grow)
    let unit = ux * ux + uy * uy
    guard unit > 0, unit.isFinite else { return elements.line(to: to) }

    // The center lies on the perpendicular through the middle of the chord.
    let reach = max(0, 1 / unit - 1).squareRoot() * (isLarge == isPositive ? -1 : 1)
    let (cx, cy) = (reach * uy, -reach * ux)
    let start = CGFloat(atan2(Double(uy - cy), Double(ux - cx)))
    let end = CGFloat(atan2(Double(-uy - cy), Double(-ux - cx)))
    var sweep = end - start
    if isPositive && sweep < 0 { sweep += 2 * .pi }
    if !isPositive && sweep > 0 { sweep -= 2 * .pi }

    let frame = CGAffineTransform(
      translationX: (from.x + to.x) / 2, y: (from.y + to.y) / 2
    ).rotated(by: rotation).scaledBy(x: rx * grow, y: ry * grow).translatedBy(x: cx, y: cy)
    elements.addUnitArc(startAngle: start, sweep: sweep, frame, end: to)
  }
}
