package import Foundation

/// How the inside of a path is distinguished from the outside.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGPathFillRule: Int, Sendable, Hashable {
  /// A point is inside where the path winds around it, counting direction.
  case winding = 0
  /// A point is inside where an odd number of edges separates it from the outside.
  case evenOdd = 1
}

extension PathElements {
  /// The box around all points, including control points; null when empty.
  package var controlBox: CGRect {
    var box = BoxBuilder()
    for p in points { box.add(p) }
    return box.rect
  }

  /// The box around the outline itself; null when empty.
  package var tightBox: CGRect {
    var box = BoxBuilder()
    forEach { element in
      switch element {
      case .move(let p): box.add(p)
      case .line(_, let p): box.add(p)
      case .close: break
      case .quad(let p0, let c, let p1):
        box.add(p1)
        if box.contains(c) { break }
        func add(_ t: CGFloat) {
          box.add(
            CGPoint(x: Bezier.quad(p0.x, c.x, p1.x, t), y: Bezier.quad(p0.y, c.y, p1.y, t)))
        }
        Bezier.forEachExtremum(p0.x, c.x, p1.x, add)
        Bezier.forEachExtremum(p0.y, c.y, p1.y, add)
      case .cubic(let p0, let c1, let c2, let p1):
        box.add(p1)
        // A curve stays inside the box around its control points.
        if box.contains(c1), box.contains(c2) { break }
        func add(_ t: CGFloat) {
          box.add(
            CGPoint(
              x: Bezier.cubic(p0.x, c1.x, c2.x, p1.x, t),
              y: Bezier.cubic(p0.y, c1.y, c2.y, p1.y, t)))
        }
        Bezier.forEachExtremum(p0.x, c1.x, c2.x, p1.x, add)
        Bezier.forEachExtremum(p0.y, c1.y, c2.y, p1.y, add)
      }
    }
    return box.rect
  }

  /// The rectangle of the outline, or nil when it has another shape.
  ///
  /// It must be one subpath of upright lines through four corners, closed by a close or by a line
  /// back to the start, and the order of its corners must not be degenerate.
  package var asRect: CGRect? {
    var corners: [CGPoint] = []
    var i = 0
    for (n, verb) in verbs.enumerated() {
      switch verb {
      case Verb.move where n == 0, Verb.line: corners.append(points[i])
      case Verb.close where n == verbs.count - 1: break
      default: return nil
      }
      i += Verb.pointCount(verb)
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let alongX = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    let alongY = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    guard alongX || alongY else { return nil }
    return CGRect(
      x: min(a.x, c.x), y: min(a.y, c.y), width: abs(c.x - a.x), height: abs(c.y - a.y))
  }

  /// Returns whether a point lies inside; open subpaths count as closed.
  ///
  /// The test is exact for curves. A point on an edge belongs to the shape on only one side of it,
  /// so that adjacent shapes do not share points.
  package func contains(_ point: CGPoint, using rule: CGPathFillRule) -> Bool {
    var ray = RayCounter(point)
    var begin = CGPoint.zero
    var last = CGPoint.zero
    forEach { element in
      switch element {
      case .move(let p):
        ray.line(last, begin)
        begin = p
        last = p
      case .line(let p0, let p1):
        ray.line(p0, p1)
        last = p1
      case .close(let p0, let p1):
        ray.line(p0, p1)
        last = p1
      case .quad(let p0, let c, let p1):
        ray.quad(p0, c, p1)
        last = p1
      case .cubic(let p0, let c1, let c2, let p1):
        ray.cubic(p0, c1, c2, p1)
        last = p1
      }
    }
    ray.line(last, begin)
    return rule == .winding ? ray.winding != 0 : ray.crossings % 2 == 1
  }
}

/// Extends a box around points; NaN coordinates do not count.
private struct BoxBuilder {
  private var minX = CGFloat.infinity
  private var minY = CGFloat.infinity
  private var maxX = -CGFloat.infinity
  private var maxY = -CGFloat.infinity

  mutating func add(_ p: CGPoint) {
    if p.x < minX { minX = p.x }
    if p.x > maxX { maxX = p.x }
    if p.y < minY { minY = p.y }
    if p.y > maxY { maxY = p.y }
  }

  func contains(_ p: CGPoint) -> Bool {
    p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY
  }

  var rect: CGRect {
    guard minX <= maxX, minY <= maxY else { return .null }
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}

/// Counts how a horizontal ray from a point toward +x meets edges.
private struct RayCounter {
  private let x, y: CGFloat
  private(set) var winding = 0
  private(set) var crossings = 0

  init(_ p: CGPoint) { (x, y) = (p.x, p.y) }

  private mutating func cross(from y0: CGFloat, to y1: CGFloat) {
    winding += y1 > y0 ? 1 : -1
    crossings += 1
  }

  /// Whether the ray's height lies between two; the lower end counts, the upper does not.
  private func spans(_ y0: CGFloat, _ y1: CGFloat) -> Bool { (y0 <= y) != (y1 <= y) }

  mutating func line(_ p0: CGPoint, _ p1: CGPoint) {
    guard spans(p0.y, p1.y) else { return }
    let t = (y - p0.y) / (p1.y - p0.y)
    if p0.x + t * (p1.x - p0.x) > x { cross(from: p0.y, to: p1.y) }
  }

  mutating func quad(_ p0: CGPoint, _ c: CGPoint, _ p1: CGPoint) {
    var splits: [CGFloat] = []
    Bezier.forEachExtremum(p0.y, c.y, p1.y) { splits.append($0) }
    curve(
      splits: splits, ends: (p0.y, p1.y),
      atX: { Bezier.quad(p0.x, c.x, p1.x, $0) }, atY: { Bezier.quad(p0.y, c.y, p1.y, $0) })
  }

  mutating func cubic(_ p0: CGPoint, _ c1: CGPoint, _ c2: CGPoint, _ p1: CGPoint) {
    var splits: [CGFloat] = []
    Bezier.forEachExtremum(p0.y, c1.y, c2.y, p1.y) { splits.append($0) }
    curve(
      splits: splits, ends: (p0.y, p1.y),
      atX: { Bezier.cubic(p0.x, c1.x, c2.x, p1.x, $0) },
      atY: { Bezier.cubic(p0.y, c1.y, c2.y, p1.y, $0) })
  }

  /// Intersects a curve piece by piece; between splits its height is monotonic.
  private mutating func curve(
    splits: [CGFloat], ends: (CGFloat, CGFloat), atX: (CGFloat) -> CGFloat,
    atY: (CGFloat) -> CGFloat
  ) {
    var (t0, y0) = (CGFloat(0), ends.0)
    for t1 in splits.sorted() + [1] {
      // The ends are exact, so that adjacent edges agree on their common point.
      let y1 = t1 == 1 ? ends.1 : atY(t1)
      if spans(y0, y1) {
        var (low, high) = (t0, t1)
        // Each step halves the interval; after 60 the precision of a double is exhausted.
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if (atY(middle) <= y) == (y0 <= y) { low = middle } else { high = middle }
        }
        if atX((low + high) / 2) > x { cross(from: y0, to: y1) }
      }
      (t0, y0) = (t1, y1)
    }
  }
}

/// One coordinate of Bézier curves.
enum Bezier {
  static func quad(_ p0: CGFloat, _ c: CGFloat, _ p1: CGFloat, _ t: CGFloat) -> CGFloat {
    let s = 1 - t
    return s * s * p0 + 2 * s * t * c + t * t * p1
  }

  static func cubic(
    _ p0: CGFloat, _ c1: CGFloat, _ c2: CGFloat, _ p1: CGFloat, _ t: CGFloat
  ) -> CGFloat {
    let s = 1 - t
    let near: CGFloat = s * s * (s * p0 + 3 * t * c1)
    let far: CGFloat = t * t * (3 * s * c2 + t * p1)
    return near + far
  }

  /// Calls `body` with the parameter inside 0...1 at which a quadratic coordinate reverses, if there is one.
  @inline(__always)
  static func forEachExtremum(
    _ p0: CGFloat, _ c: CGFloat, _ p1: CGFloat, _ body: (CGFloat) -> Void
  ) {
    let t = (p0 - c) / (p0 - 2 * c + p1)
    if t > 0, t < 1 { body(t) }
  }

  /// Calls `body` with the parameters inside 0...1 at which a cubic coordinate may reverse.
  @inline(__always)
  static func forEachExtremum(
    _ p0: CGFloat, _ c1: CGFloat, _ c2: CGFloat, _ p1: CGFloat, _ body: (CGFloat) -> Void
  ) {
    // These are the coefficients of a third of the derivative: a t² + 2 h t + c.
    let a: CGFloat = p1 - p0 + 3 * (c1 - c2)
    let h: CGFloat = p0 - 2 * c1 + c2
    let c: CGFloat = c1 - p0
    let discriminant = h * h - a * c
    guard discriminant >= 0 else { return }
    // This form avoids subtracting nearly equal numbers; a may be 0.
    let q = -(h + (h < 0 ? -1 : 1) * discriminant.squareRoot())
    let (first, second) = (q / a, c / q)
    if first > 0, first < 1 { body(first) }
    if second > 0, second < 1 { body(second) }
  }
}
