import Foundation
import GlazeGeometry
import Testing

@Suite("Geometry of a CGPath") struct CGPathGeometryTests {
  /// Returns points along a path, close enough together to replace it.
  private func samples(_ path: CGPath, perCurve count: Int = 2000) -> [[CGPoint]] {
    var subpaths: [[CGPoint]] = []
    func blend(_ points: [CGPoint], _ t: CGFloat) -> CGPoint {
      // De Casteljau's algorithm, which is independent of the library's polynomials.
      var p = points
      while p.count > 1 {
        p = zip(p, p.dropFirst()).map {
          CGPoint(x: $0.x + ($1.x - $0.x) * t, y: $0.y + ($1.y - $0.y) * t)
        }
      }
      return p[0]
    }
    func add(_ points: [CGPoint]) {
      for i in 1...count {
        subpaths[subpaths.count - 1].append(blend(points, CGFloat(i) / CGFloat(count)))
      }
    }
    path.elements.forEach { element in
      switch element {
      case .move(let p): subpaths.append([p])
      case .line(_, let p), .close(_, let p): subpaths[subpaths.count - 1].append(p)
      case .quad(let p0, let c, let p1): add([p0, c, p1])
      case .cubic(let p0, let c1, let c2, let p1): add([p0, c1, c2, p1])
      }
    }
    return subpaths
  }

  /// Returns the winding number from the sum of angles, which is independent of counting crossings.
  private func winding(_ subpaths: [[CGPoint]], _ p: CGPoint) -> Int {
    var sum = 0.0
    for points in subpaths {
      for (a, b) in zip(points, points.dropFirst() + [points[0]]) {
        let (ax, ay) = (Double(a.x - p.x), Double(a.y - p.y))
        let (bx, by) = (Double(b.x - p.x), Double(b.y - p.y))
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by)
      }
    }
    return Int(clamping: (sum / (2 * .pi)).rounded())
  }

  private func randomPath(_ g: inout Lehmer) -> CGMutablePath {
    let path = CGMutablePath()
    for _ in 0..<2 {
      path.move(to: g.point())
      path.addLine(to: g.point())
      path.addQuadCurve(to: g.point(), control: g.point())
      path.addCurve(to: g.point(), control1: g.point(), control2: g.point())
      path.addCurve(to: g.point(), control1: g.point(), control2: g.point())
    }
    path.closeSubpath()
    return path
  }

  @Test("containment agrees with the sum of angles, by both rules") func containment() {
    var g = Lehmer()
    var inside = 0
    for _ in 0..<12 {
      let path = randomPath(&g)
      let polygon = samples(path, perCurve: 300)
      for _ in 0..<40 {
        let p = g.point()
        let expected = winding(polygon, p)
        // Near an edge the polygon may be inaccurate.
        let clear = polygon.joined().allSatisfy { abs($0.x - p.x) + abs($0.y - p.y) > 0.5 }
        guard clear else { continue }
        #expect(path.contains(p, using: .winding) == (expected != 0))
        #expect(path.contains(p, using: .evenOdd) == (expected % 2 != 0))
        inside += expected != 0 ? 1 : 0
      }
    }
    #expect(inside > 50)
  }

  @Test("adjacent rectangles share no point and omit none") func halfOpen() {
    let left = CGPath(rect: CGRectMake(0, 0, 10, 10), transform: nil)
    let right = CGPath(rect: CGRectMake(10, 0, 10, 10), transform: nil)
    let below = CGPath(rect: CGRectMake(0, 10, 10, 10), transform: nil)
    let onEdge = CGPoint(x: 10, y: 5)
    #expect(left.contains(onEdge) != right.contains(onEdge))
    let between = CGPoint(x: 5, y: 10)
    #expect(left.contains(between) != below.contains(between))
    #expect(left.contains(CGPoint(x: 5, y: 5)))
    #expect(!left.contains(CGPoint(x: 5, y: -5)))
  }

  @Test("curves are exact: a circle's edge, and rays through vertices and extrema")
  func exactCurves() {
    let circle = CGPath(ellipseIn: CGRectMake(-10, -10, 20, 20), transform: nil)
    #expect(circle.contains(CGPoint(x: 9.999999, y: 0)))
    #expect(!circle.contains(CGPoint(x: 10.000001, y: 0)))
    #expect(!circle.contains(CGPoint(x: -10.000001, y: 0)))
    #expect(!circle.contains(CGPoint(x: -20, y: 10)))
    #expect(!circle.contains(CGPoint(x: -20, y: -10)))
    let diamond = try? CGPath(svgPath: "M 0 -10 L 10 0 L 0 10 L -10 0 Z")
    #expect(diamond?.contains(CGPoint(x: 0, y: 0)) == true)
    #expect(diamond?.contains(CGPoint(x: -20, y: 0)) == false)
    #expect(diamond?.contains(CGPoint(x: -20, y: -10)) == false)
  }

  @Test("open subpaths count as closed; the rules differ where paths overlap") func rules() {
    let open = try? CGPath(svgPath: "M 0 0 L 10 0 L 0 10")
    #expect(open?.contains(CGPoint(x: 2, y: 2)) == true)
    let nested = CGMutablePath()
    nested.addRect(CGRectMake(0, 0, 30, 30))
    nested.addRect(CGRectMake(10, 10, 10, 10))
    #expect(nested.contains(CGPoint(x: 15, y: 15)))
    #expect(!nested.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
    let shift = CGAffineTransform(translationX: 15, y: 15)
    #expect(nested.contains(.zero, using: .winding, transform: shift))
    #expect(!nested.contains(CGPoint(x: -1, y: -1)))
    #expect(!CGMutablePath().contains(.zero))
    #expect(!nested.contains(CGPoint(x: CGFloat.nan, y: 1)))
  }

  @Test("the box of the outline is the box of its points") func tightBox() {
    var g = Lehmer()
    for _ in 0..<12 {
      let path = randomPath(&g)
      var (x0, y0) = (CGFloat.infinity, CGFloat.infinity)
      var (x1, y1) = (-CGFloat.infinity, -CGFloat.infinity)
      for p in samples(path).joined() {
        (x0, y0, x1, y1) = (min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y))
      }
      let box = path.boundingBoxOfPath
      #expect(near(box, CGRectMake(x0, y0, x1 - x0, y1 - y0), 1e-3))
      // Not CGRect.contains, which compares a union for equality: rounding would break that.
      let outer = path.boundingBox.insetBy(dx: -1e-9, dy: -1e-9)
      #expect(outer.minX < box.minX && outer.minY < box.minY)
      #expect(outer.maxX > box.maxX && outer.maxY > box.maxY)
    }
  }

  @Test("the two boxes differ by the control points") func boxes() {
    let path = try? CGPath(svgPath: "M 0 0 Q 50 100 100 0")
    #expect(path?.boundingBox == CGRectMake(0, 0, 100, 100))
    #expect(path?.boundingBoxOfPath == CGRectMake(0, 0, 100, 50))
    #expect(CGMutablePath().boundingBox.isNull)
    #expect(CGMutablePath().boundingBoxOfPath.isNull)
    let point = try? CGPath(svgPath: "M 3 4")
    #expect(point?.boundingBox == CGRectMake(3, 4, 0, 0))
  }

  @Test("rectangles, and paths that only look like one")
  func isRect() throws {
    func found(_ text: String) throws -> CGRect? {
      var r = CGRect.null
      return try CGPath(svgPath: text).isRect(&r) ? r : nil
    }
    let r = CGRectMake(1, 2, 10, 20)
    #expect(try found("M 1 2 H 11 V 22 H 1 Z") == r)
    #expect(try found("M 1 2 V 22 H 11 V 2 Z") == r)
    #expect(try found("M 11 22 H 1 V 2 H 11 V 22") == r)
    #expect(try found("M 11 22 H 1 V 2 H 11 V 22 Z") == r)
    #expect(try found("M 1 2 H 11 V 22 H 1") == r)
    #expect(try found("M 1 2 H 11 V 22 H 2 Z") == nil)
    #expect(try found("M 1 2 H 11 V 22 Z") == nil)
    #expect(try found("M 1 2 H 11 V 22 H 1 Z M 0 0") == nil)
    #expect(try found("M 1 2 H 11 V 22 H 1 V 12 Z") == nil)
    #expect(try found("M 1 2 L 11 12 L 1 22 L -9 12 Z") == nil)
    #expect(try found("M 1 2 H 11 Q 11 22 11 22 H 1 Z") == nil)
    #expect(try found("") == nil)
    #expect(CGPath(rect: r, transform: nil).isRect(nil))
  }
}
