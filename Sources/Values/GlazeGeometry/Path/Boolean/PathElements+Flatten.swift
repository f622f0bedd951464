import Foundation

extension PathElements {
  /// The outline with curves replaced by lines.
  ///
  /// - Parameters:
  ///   - tolerance: the largest distance between a curve and its lines, above 0.
  ///   - mostPoints: the number of points after which each curve becomes one line.
  package func flattened(tolerance: Double, mostPoints: Int = .max) -> PathElements {
    var result = PathElements()
    forEach { element in
      switch element {
      case .move(let p): result.move(to: p)
      case .line(_, let p): result.line(to: p)
      case .close: result.close()
      case .quad(let p0, let c, let p1):
        // This is the same curve in cubic form.
        let c1 = CGPoint(x: p0.x + (c.x - p0.x) * 2 / 3, y: p0.y + (c.y - p0.y) * 2 / 3)
        let c2 = CGPoint(x: p1.x + (c.x - p1.x) * 2 / 3, y: p1.y + (c.y - p1.y) * 2 / 3)
        result.lines(along: [p0, c1, c2, p1], tolerance, mostPoints)
      case .cubic(let p0, let c1, let c2, let p1):
        result.lines(along: [p0, c1, c2, p1], tolerance, mostPoints)
      }
    }
    return result
  }

  private mutating func lines(along curve: [CGPoint], _ tolerance: Double, _ mostPoints: Int) {
    guard points.count <= mostPoints else { return line(to: curve[3]) }
    let p = curve.map { SIMD2($0.x.native, $0.y.native) }
    // This is Wang's bound on the deviation of a polygon with equal parameter steps.
    let bend = max((p[0] - 2 * p[1] + p[2]).length, (p[1] - 2 * p[2] + p[3]).length)
    let wanted = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = Int(clamping: wanted.isFinite ? min(max(wanted, 1), 10_000) : 1)
    for step in 1..<max(count, 1) {
      let (t, s) = (Double(step) / Double(count), 1 - Double(step) / Double(count))
      let near = s * s * s * p[0] + 3 * s * s * t * p[1]
      let point = near + 3 * s * t * t * p[2] + t * t * t * p[3]
      line(to: CGPoint(x: point.x, y: point.y))
    }
    line(to: curve[3])
  }
}
