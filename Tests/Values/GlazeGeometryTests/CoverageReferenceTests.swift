import Foundation
import GlazeGeometry
import Testing

/// Compares coverage with many points for each pixel, each tested by `CGPath.contains`.
@Suite("Coverage against sampling") struct CoverageReferenceTests {
  private let side = 24

  /// Returns the fraction of 16 by 16 points of a pixel that lie inside the path.
  ///
  /// Only 4 points are tested if they agree with a coverage of none or all of the pixel.
  private func sampled(
    _ path: CGPath, _ rule: CGPathFillRule, _ x: Int, _ y: Int, _ got: UInt8
  )
    -> Double
  {
    func count(_ n: Int) -> Int {
      var inside = 0
      for i in 0..<n * n {
        let p = CGPoint(
          x: Double(x) + (Double(i % n) + 0.5) / Double(n),
          y: Double(y) + (Double(i / n) + 0.5) / Double(n))
        if path.contains(p, using: rule) { inside += 1 }
      }
      return inside
    }
    if got == 0 || got == 255, count(2) == (got == 0 ? 0 : 4) { return Double(got) / 255 }
    return Double(count(16)) / 256
  }

  private func compare(_ path: CGPath, _ rule: CGPathFillRule, most: Double) {
    let cover = Cover(
      path, .fill(rule), clip: PixelWindow(x: 0, y: 0, width: side, height: side))
    var (sum, worst) = (0.0, 0.0)
    for y in 0..<side {
      for x in 0..<side {
        let error = abs(
          sampled(path, rule, x, y, cover[x, y]) - Double(cover[x, y]) / 255)
        sum += error
        worst = max(worst, error)
      }
    }
    #expect(sum / Double(side * side) < 1.0 / 255)
    #expect(worst < most)
  }

  @Test("Random curves", arguments: [CGPathFillRule.winding, .evenOdd])
  func curves(rule: CGPathFillRule) {
    var g = Lehmer()
    for _ in 0..<3 {
      let path = CGMutablePath()
      // Partly outside the clip on every side.
      path.move(to: g.point(in: -6...30))
      path.addLine(to: g.point(in: -6...30))
      path.addQuadCurve(to: g.point(in: -6...30), control: g.point(in: -6...30))
      for _ in 0..<3 {
        path.addCurve(
          to: g.point(in: -6...30), control1: g.point(in: -6...30),
          control2: g.point(in: -6...30))
      }
      // Sixteen by sixteen points measure the area of a pixel to about 1/25 where an edge is level.
      compare(path, rule, most: 0.07)
    }
  }

  @Test("Random self-intersecting polygons", arguments: [CGPathFillRule.winding, .evenOdd])
  func polygons(rule: CGPathFillRule) {
    var g = Lehmer()
    for _ in 0..<3 {
      let path = CGMutablePath()
      path.addLines(between: (0..<14).map { _ in g.point(in: -6...30) })
      compare(path, rule, most: 0.07)
    }
  }

  @Test(
    "More edges in a pixel than are resolved exactly",
    arguments: [
      CGPathFillRule.winding, .evenOdd,
    ])
  func dense(rule: CGPathFillRule) {
    var g = Lehmer()
    let path = CGMutablePath()
    for _ in 0..<12 {
      path.addLines(between: (0..<3).map { _ in g.point(in: 8...14) })
      path.closeSubpath()
    }
    for _ in 0..<70 {
      path.addLines(between: (0..<3).map { _ in g.point(in: 18...20) })
      path.closeSubpath()
    }
    compare(path, rule, most: 0.12)
  }
}
