package import Foundation

/// The distance of the control points of a quarter circle of radius 1: 4/3 (sqrt 2 - 1).
///
/// The curve deviates from the circle by at most 0.027 % of the radius.
private let kappa: CGFloat = 0.552_284_749_830_793_6

extension PathElements {
  /// Adds an upright rectangle: from its least corner along +x, closed.
  ///
  /// A null rectangle adds nothing.
  package mutating func addRect(_ rect: CGRect, _ t: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    move(to: CGPoint(x: rect.minX, y: rect.minY).applying(t))
    line(to: CGPoint(x: rect.maxX, y: rect.minY).applying(t))
    line(to: CGPoint(x: rect.maxX, y: rect.maxY).applying(t))
    line(to: CGPoint(x: rect.minX, y: rect.maxY).applying(t))
    close()
  }

  /// Adds an ellipse: from the middle of the edge at greatest x, toward +y, closed.
  package mutating func addEllipse(in rect: CGRect, _ t: CGAffineTransform = .identity) {
    addRoundedRect(
      rect, cornerWidth: rect.width / 2, cornerHeight: rect.height / 2, t, isEllipse: true)
  }

  /// Adds a rectangle with elliptical corners, with the start and the direction of an ellipse.
  ///
  /// Radii are limited to half a side; without radii it is a plain rectangle.
  package mutating func addRoundedRect(
    _ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, _ t: CGAffineTransform = .identity
  ) {
    addRoundedRect(
      rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, t, isEllipse: false)
  }

  private mutating func addRoundedRect(
    _ rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, _ t: CGAffineTransform,
    isEllipse: Bool
  ) {
    guard !rect.isNull else { return }
    let rx = min(max(cornerWidth, 0), rect.width / 2)
    let ry = min(max(cornerHeight, 0), rect.height / 2)
    guard isEllipse || (rx > 0 && ry > 0) else { return addRect(rect, t) }
    let (kx, ky) = (rx * (1 - kappa), ry * (1 - kappa))
    let (x0, x1, y0, y1) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y).applying(t) }

    move(to: p(x1, rect.midY))
    if !isEllipse { line(to: p(x1, y1 - ry)) }
    cubic(to: p(x1 - rx, y1), control1: p(x1, y1 - ky), control2: p(x1 - kx, y1))
    if !isEllipse { line(to: p(x0 + rx, y1)) }
    cubic(to: p(x0, y1 - ry), control1: p(x0 + kx, y1), control2: p(x0, y1 - ky))
    if !isEllipse { line(to: p(x0, y0 + ry)) }
    cubic(to: p(x0 + rx, y0), control1: p(x0, y0 + ky), control2: p(x0 + kx, y0))
    if !isEllipse { line(to: p(x1 - rx, y0)) }
    cubic(to: p(x1, y0 + ry), control1: p(x1 - kx, y0), control2: p(x1, y0 + ky))
    close()
  }

  /// Adds a line to the start of an arc (a move, when there is no current point) and the arc.
  ///
  /// Angles are in radians from +x toward +y. A sweep beyond a full turn is one full turn.
  /// Arguments that are not finite add nothing.
  package mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, sweep: CGFloat,
    _ t: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, sweep.isFinite, radius.isFinite, center.x.isFinite,
      center.y.isFinite
    else { return }
    let turn: CGFloat = 2 * .pi
    let sweep = min(max(sweep, -turn), turn)
    let frame = CGAffineTransform(
      a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y
    ).concatenating(t)
    let begin = CGPoint(x: cos(startAngle), y: sin(startAngle)).applying(frame)
    if isEmpty { move(to: begin) } else { line(to: begin) }
    addUnitArc(startAngle: startAngle, sweep: sweep, frame)
  }

  /// Adds the curves of an arc of the unit circle, mapped by `frame`, from the current point on.
  ///
  /// - Parameter end: the end of the last curve, if the caller knows it exactly.
  mutating func addUnitArc(
    startAngle: CGFloat, sweep: CGFloat, _ frame: CGAffineTransform, end: CGPoint? = nil
  ) {
    guard sweep != 0 else { return }
    // Each curve covers at most a quarter turn; the tolerance prevents rounding from adding a fifth
    // curve.
    let quarters: CGFloat = abs(sweep) / (.pi / 2)
    let count = max(1, Int(clamping: (quarters - 1e-9).rounded(.up)))
    let step = sweep / CGFloat(count)
    let k: CGFloat = 4.0 / 3.0 * tan(step / 4)
    for i in 0..<count {
      let a0 = startAngle + step * CGFloat(i)
      let isLast = i + 1 == count
      let a1 = startAngle + (isLast ? sweep : step * CGFloat(i + 1))
      let (c0, s0, c1, s1) = (cos(a0), sin(a0), cos(a1), sin(a1))
      let onArc = CGPoint(x: c1, y: s1).applying(frame)
      cubic(
        to: isLast ? end ?? onArc : onArc,
        control1: CGPoint(x: c0 - k * s0, y: s0 + k * c0).applying(frame),
        control2: CGPoint(x: c1 + k * s1, y: s1 - k * c1).applying(frame))
    }
  }

  /// Adds the arc that touches the lines current point - `corner` - `end`, and the line to it.
  ///
  /// Where no such arc exists (radius 0, or three collinear points) it adds a line to the corner.
  /// Without a current point it does nothing. `current` is in the space before `t`.
  package mutating func addArc(
    from current: CGPoint, corner: CGPoint, end: CGPoint, radius: CGFloat,
    _ t: CGAffineTransform = .identity
  ) {
    let (ux, uy) = (current.x - corner.x, current.y - corner.y)
    let (vx, vy) = (end.x - corner.x, end.y - corner.y)
    let (lu, lv) = ((ux * ux + uy * uy).squareRoot(), (vx * vx + vy * vy).squareRoot())
    let cross = ux * vy - uy * vx
    let dot = ux * vx + uy * vy
    guard radius > 0, radius.isFinite, lu > 0, lv > 0, abs(cross) > 1e-12 * lu * lv,
      cross.isFinite, dot.isFinite
    else { return line(to: corner.applying(t)) }
    // This is the distance from the corner to the tangent point: radius / tan(half the angle
    // between the lines).
    let reach = radius * (lu * lv + dot) / abs(cross)
    let touch = CGPoint(x: corner.x + ux / lu * reach, y: corner.y + uy / lu * reach)
    // The center lies next to the first line, on the side of the end.
    let side: CGFloat = cross > 0 ? 1 : -1
    let center = CGPoint(
      x: touch.x - uy / lu * radius * side, y: touch.y + ux / lu * radius * side)
    let start = CGFloat(atan2(Double(touch.y - center.y), Double(touch.x - center.x)))
    // The path turns by the difference between a half turn and the angle between the lines.
    let between = CGFloat(atan2(Double(abs(cross)), Double(dot)))
    addArc(
      center: center, radius: radius, startAngle: start, sweep: -side * (.pi - between), t)
  }
}
