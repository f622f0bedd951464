import Foundation
import GlazeGeometry
import Testing

@Suite("Strokes") struct StrokeTests {
  private static let corner: CGPath = .lines([(12, 50), (12, 12), (50, 12)])

  @Test("Caps add their areas", arguments: [CGLineCap.butt, .round, .square])
  func caps(cap: CGLineCap) {
    let line = CGPath.lines([(10.3, 20), (40.3, 40)])
    let cover = Cover(line, .stroke(StrokeStyle(width: 8, cap: cap)))
    let length = 1300.0.squareRoot()
    let ends: Double = cap == .butt ? 0 : cap == .round ? 16 * .pi : 64
    #expect(abs(cover.area - 8 * length - ends) < 1)
    #expect(cover.most == 255)
  }

  @Test("Joins add their areas", arguments: [CGLineJoin.miter, .round, .bevel])
  func joins(join: CGLineJoin) {
    let cover = Cover(Self.corner, .stroke(StrokeStyle(width: 10, join: join)))
    // Both rectangles, minus the square that they share, plus the outer quarter of the corner.
    let outer: Double = join == .miter ? 25 : join == .round ? 6.25 * .pi : 12.5
    #expect(abs(cover.area - 735 - outer) < 0.3)
    #expect(cover[7, 7] == (join == .miter ? 255 : 0))
  }

  @Test("A miter beyond its limit is a bevel", arguments: [1, 1.41, 1.42, 10])
  func miterLimit(limit: Double) {
    let style = StrokeStyle(width: 10, miterLimit: limit)
    // At a right angle the miter is as long as the diagonal of the width.
    #expect((Cover(Self.corner, .stroke(style))[7, 7] == 255) == (limit > 1.414))
  }

  @Test("A closed subpath has four corners and no caps")
  func closed() {
    let square = CGPath.lines([(12, 12), (50, 12), (50, 50), (12, 50)], isClosed: true)
    let cover = Cover(square, .stroke(StrokeStyle(width: 4, cap: .square)))
    #expect(abs(cover.area - Double(42 * 42 - 34 * 34)) < 0.01)
    #expect(cover[10, 10] == 255 && cover[14, 14] == 0 && cover[13, 13] == 255)
    // A line back to the beginning without a close has two caps and no join there.
    let open = CGPath.lines([(12, 12), (50, 12), (50, 50), (12, 50), (12, 12)])
    #expect(Cover(open, .stroke(StrokeStyle(width: 4)))[10, 10] == 0)
  }

  @Test("A subpath of zero length has the shape of its cap", arguments: [false, true])
  func dots(isClosed: Bool) {
    let dot = CGPath.lines([(20, 20), (20, 20)], isClosed: isClosed)
    func area(_ cap: CGLineCap) -> Double {
      Cover(dot, .stroke(StrokeStyle(width: 10, cap: cap))).area
    }
    #expect(area(.butt) == 0)
    #expect(abs(area(.square) - 100) < 0.01)
    #expect(abs(area(.round) - 25 * .pi) < 0.8)
    #expect(Cover(.lines([(20, 20)]), .stroke(StrokeStyle(width: 10, cap: .round))).area == 0)
  }

  @Test("A line that runs back over itself covers once")
  func retraced() {
    let once = CGPath.lines([(10, 20.5), (50, 20.5)])
    let back = CGPath.lines([(10, 20.5), (50, 20.5), (10, 20.5), (50, 20.5)])
    let style = PathStyle.stroke(StrokeStyle(width: 4))
    let (a, b) = (Cover(once, style), Cover(back, style))
    #expect(a[30, 18] == 128 && b[30, 18] == 128)
    for y in 0..<64 { for x in 12..<48 { #expect(a[x, y] == b[x, y]) } }
  }

  /// Returns the distance of a point from a line of many short pieces.
  private func distance(_ p: CGPoint, _ line: [CGPoint]) -> Double {
    var least = Double.infinity
    for (a, b) in zip(line, line.dropFirst()) {
      let (dx, dy) = ((b.x - a.x).native, (b.y - a.y).native)
      let (px, py) = ((p.x - a.x).native, (p.y - a.y).native)
      let squared = dx * dx + dy * dy
      let t = squared > 0 ? min(max((px * dx + py * dy) / squared, 0), 1) : 0
      let (ex, ey) = (px - t * dx, py - t * dy)
      least = min(least, ex * ex + ey * ey)
    }
    return least.squareRoot()
  }

  /// Compares with the definition: all points within half the width of the curve.
  @Test("A round stroke covers the points near the curve", arguments: 0..<4)
  func nearCurve(seed: Int) {
    var g = Lehmer()
    for _ in 0..<seed * 8 { _ = g.next() }
    let points = (0..<4).map { _ in g.point(in: 8...40) }
    let width = [1.0, 3, 6, 14][seed % 4]
    let path = CGMutablePath()
    path.move(to: points[0])
    path.addCurve(to: points[3], control1: points[1], control2: points[2])
    let line = (0...64).map { i -> CGPoint in
      var p = points
      let t = CGFloat(i) / 64
      while p.count > 1 {
        p = zip(p, p.dropFirst()).map {
          CGPoint(x: $0.x + ($1.x - $0.x) * t, y: $0.y + ($1.y - $0.y) * t)
        }
      }
      return p[0]
    }
    let cover = Cover(path, .stroke(StrokeStyle(width: width, cap: .round, join: .round)))
    var (sum, most) = (0.0, 0.0)
    for y in 0..<48 {
      for x in 0..<48 {
        let middle = distance(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5), line)
        var inside = middle < width / 2 ? 64 : 0
        if abs(middle - width / 2) < 0.72 {
          inside = 0
          for i in 0..<64 {
            let p = CGPoint(
              x: Double(x) + (Double(i % 8) + 0.5) / 8, y: Double(y) + (Double(i / 8) + 0.5) / 8)
            if distance(p, line) < width / 2 { inside += 1 }
          }
        }
        let error = abs(Double(inside) / 64 - Double(cover[x, y]) / 255)
        sum += error
        most = max(most, error)
      }
    }
    // Eight by eight points measure an area to about a twentieth.
    #expect(sum / (48 * 48) < 1.0 / 255)
    #expect(most < 0.14)
  }

  @Test("Contours may cross the border of two pixels at a vertex")
  func vertexOnBorder() {
    // A loop with its middle at an integer, tighter than the width of the line.
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 10))
    path.addCurve(
      to: CGPoint(x: 70, y: 10), control1: CGPoint(x: 110, y: 55),
      control2: CGPoint(x: -40, y: 55))
    let cover = Cover(path, .stroke(StrokeStyle(width: 14)))
    for y in 28..<47 { for x in 29..<41 { #expect(cover[x, y] == 255, "pixel \(x), \(y)") } }
    // The same for straight lines: the roof of a house, upside down in a row of pixels.
    let roof = Cover(.lines([(10, 20), (15, 20.75), (20, 20), (20, 30), (10, 30)]))
    #expect(abs(roof.area - 96.25) < 0.05)
    #expect(roof[9, 20] == 0 && roof[14, 20] == 83 && roof[15, 20] == 83)
  }

  @Test("A line thinner than a pixel has proportional coverage", arguments: [0.02, 0.1, 0.5, 1])
  func hairline(width: Double) {
    let level = Cover(.lines([(10, 20.5), (50, 20.5)]), .stroke(StrokeStyle(width: width)))
    #expect(level[30, 20] == UInt8(clamping: (width * 255).rounded()))
    let slanted = Cover(.lines([(10, 10), (50, 33)]), .stroke(StrokeStyle(width: width)))
    let length = (40.0 * 40 + 23 * 23).squareRoot()
    #expect(abs(slanted.area - width * length) < 0.1 * width * length + 0.2)
  }

  @Test("Invalid widths draw nothing", arguments: [0, -1, .nan, .infinity])
  func noWidth(width: Double) {
    #expect(Cover(Self.corner, .stroke(StrokeStyle(width: width))).result == nil)
  }

  @Test("The pen is scaled with the plane")
  func unevenScale() {
    let map = Homography(CGAffineTransform(a: 1, b: 0, c: 0, d: 4, tx: 0, ty: 0))
    let cover = Cover(
      .lines([(10, 3), (30, 3), (30, 14)]), .stroke(StrokeStyle(width: 2)), map: map)
    // The horizontal line is 8 pixels thick and the vertical one 2.
    #expect((8..<16).allSatisfy { cover[20, $0] == 255 })
    #expect(cover[20, 7] == 0 && cover[20, 16] == 0)
    #expect(cover[28, 40] == 0 && cover[29, 40] == 255 && cover[30, 40] == 255)
  }

  @Test("A stroke in perspective is the projection of its rectangle")
  func perspective() {
    let map = Homography(
      xx: 0.9, xy: 0.1, xw: 4, yx: 0.05, yy: 0.8, yw: 6, wx: 0.006, wy: 0.004, ww: 1)
    let stroke = Cover(.lines([(5, 20), (50, 20)]), .stroke(StrokeStyle(width: 9)), map: map)
    let rect = Cover(
      CGPath(rect: CGRect(x: 5, y: 15.5, width: 45, height: 9), transform: nil), map: map)
    for y in 0..<64 {
      for x in 0..<64 { #expect(abs(Int(stroke[x, y]) - Int(rect[x, y])) <= 1) }
    }
  }

  @Test("A path's stroked copy contains what its stroke covers")
  func copy() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 12, y: 14))
    path.addQuadCurve(to: CGPoint(x: 48, y: 18), control: CGPoint(x: 30, y: 50))
    path.addLine(to: CGPoint(x: 16, y: 50))
    let outline = path.copy(
      strokingWithWidth: 6, lineCap: .square, lineJoin: .bevel, miterLimit: 10)
    let cover = Cover(
      path, .stroke(StrokeStyle(width: 6, cap: .square, join: .bevel)))
    for y in 0..<64 {
      for x in 0..<64 where cover[x, y] == 255 || cover[x, y] == 0 {
        let p = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
        #expect(outline.contains(p) == (cover[x, y] == 255))
      }
    }
    let doubled = path.copy(
      strokingWithWidth: 6, lineCap: .square, lineJoin: .bevel, miterLimit: 10,
      transform: CGAffineTransform(scaleX: 2, y: 2))
    #expect(doubled.boundingBox.width > 1.7 * outline.boundingBox.width)
  }
}
