import Foundation
import GlazeGeometry
import Testing

/// Chords stay near their curves, and are few.
@Suite("Steps of curves") struct CurveStepTests {
  /// Returns an outline of one curve, and a polygon of a thousand points on it.
  private static func outlines(_ p: [CGPoint]) -> (curve: CGPath, polygon: CGPath) {
    let (curve, polygon) = (CGMutablePath(), CGMutablePath())
    curve.move(to: p[0])
    curve.addCurve(to: p[3], control1: p[1], control2: p[2])
    polygon.move(to: p[0])
    for step in 1...1000 {
      let t = CGFloat(step) / 1000
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      polygon.addLine(
        to: CGPoint(
          x: a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          y: a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y))
    }
    return (curve, polygon)
  }

  /// Gentle curves, loops, and curves with cusps and with control points at their ends.
  private static func curve(_ kind: Int, _ g: inout Lehmer) -> [CGPoint] {
    var p = (0..<4).map { _ in g.point(in: 4...60) }
    switch kind {
    case 1: p[1] = p[0]
    case 2: p[2] = p[3]
    case 3:
      let y = p[0].y
      (p[1], p[2]) = (CGPoint(x: p[3].x, y: p[1].y), CGPoint(x: p[0].x, y: p[1].y))
      p[3].y = y
    case 4: p[3] = CGPoint(x: p[0].x + 40, y: p[0].y)
    default: break
    }
    return p
  }

  @Test("A curve covers what a polygon of its points covers", arguments: 0..<5)
  func coverage(kind: Int) {
    var g = Lehmer()
    var (excess, length) = (0.0, 0.0)
    for _ in 0..<60 {
      let (curve, polygon) = Self.outlines(Self.curve(kind, &g))
      let (got, wanted) = (Cover(curve), Cover(polygon))
      var (most, sum, edges) = (0, 0, 0)
      for y in 0..<64 {
        for x in 0..<64 {
          let (a, b) = (Int(got[x, y]), Int(wanted[x, y]))
          guard a > 0 && a < 255 || b > 0 && b < 255 else { continue }
          most = max(most, abs(a - b))
          sum += abs(a - b)
          edges += 1
        }
      }
      // A chord may deviate by 0.05 pixels on each side of a part narrower than a pixel: 26 levels.
      #expect(most <= 26)
      #expect(sum <= 4 * edges)
      excess += got.area - wanted.area
      length += Double(edges)
    }
    // On average, corners outside of a curve give back what chords take away.
    #expect(abs(excess) <= 0.01 * length)
  }

  @Test("A circle has as many points as its curvature needs", arguments: [4.0, 12, 30, 120])
  func circle(radius: Double) {
    var outlines = PathOutlines()
    let path = CGPath.circle(130, 130, radius)
    let clip = PixelWindow(x: 0, y: 0, width: 260, height: 260)
    _ = PathRasterizer().add(
      path.elements, style: .fill(.winding), map: .identity, clip: clip, to: &outlines)
    // A chord over an angle deviates by an eighth of its square times the radius.
    let needed = 2 * Double.pi / (8 * 0.05 / radius).squareRoot()
    #expect(Double(outlines.pointCount) >= needed)
    // Each quarter is rounded up, and allows for curvature between samples.
    #expect(Double(outlines.pointCount) <= 1.1 * needed + 4)
  }
}
