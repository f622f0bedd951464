import Foundation
import GlazeGeometry
import Testing

@Suite("CGPath") struct CGPathTests {
  private let rect = CGRect(x: 10, y: 20, width: 100, height: 60)

  @Test("a rectangle begins at its least corner and runs along +x") func rectangle() {
    #expect(CGPath(rect: rect, transform: nil).svgPath == "M 10 20 L 110 20 L 110 80 L 10 80 Z")
    #expect(
      CGPath(rect: CGRect(x: 110, y: 80, width: -100, height: -60), transform: nil)
        == CGPath(rect: rect, transform: nil))
    #expect(CGPath(rect: .null, transform: nil).isEmpty)
  }

  @Test("an ellipse is four curves from the greatest x toward +y") func ellipse() {
    let path = CGPath(ellipseIn: rect, transform: nil)
    #expect(path.elements.verbs == [0, 3, 3, 3, 3, 4])
    #expect(path.elements.points[0] == CGPoint(x: 110, y: 50))
    #expect(path.elements.points[3] == CGPoint(x: 60, y: 80))
    #expect(path.elements.points[6] == CGPoint(x: 10, y: 50))
    #expect(near(path.boundingBoxOfPath, rect))
    path.elements.forEach { element in
      guard case .cubic(let p0, let c1, let c2, let p1) = element else { return }
      for t in [0.1, 0.3, 0.5, 0.8] as [CGFloat] {
        let s = 1 - t
        func value(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> CGFloat {
          let near: CGFloat = s * s * s * a + 3 * s * s * t * b
          return near + 3 * s * t * t * c + t * t * t * d
        }
        let x = (value(p0.x, c1.x, c2.x, p1.x) - 60) / 50
        let y = (value(p0.y, c1.y, c2.y, p1.y) - 50) / 30
        #expect(near((x * x + y * y).squareRoot(), 1, 2.8e-4))
      }
    }
  }

  @Test("a rounded rectangle begins like an ellipse and keeps straight sides")
  func roundedRect() {
    let path = CGPath(roundedRect: rect, cornerWidth: 10, cornerHeight: 5, transform: nil)
    #expect(path.elements.verbs == [0, 1, 3, 1, 3, 1, 3, 1, 3, 4])
    #expect(path.elements.points[0] == CGPoint(x: 110, y: 50))
    #expect(path.elements.points[1] == CGPoint(x: 110, y: 75))
    #expect(path.elements.points[4] == CGPoint(x: 100, y: 80))
    #expect(near(path.boundingBox, rect))
    #expect(!path.contains(CGPoint(x: 109.5, y: 79.5)))
    #expect(path.contains(CGPoint(x: 107, y: 78)))
  }

  @Test("corners are limited to half a side; zero corners make a rectangle") func cornerLimits() {
    let large = CGPath(roundedRect: rect, cornerWidth: 500, cornerHeight: 500, transform: nil)
    #expect(large == CGPath(roundedRect: rect, cornerWidth: 50, cornerHeight: 30, transform: nil))
    #expect(
      CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 10, transform: nil)
        == CGPath(rect: rect, transform: nil))
    #expect(
      CGPath(roundedRect: rect, cornerWidth: -3, cornerHeight: 10, transform: nil)
        == CGPath(rect: rect, transform: nil))
  }

  @Test("transforms map every point") func transforms() {
    var t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let path = CGPath(ellipseIn: rect, transform: &t)
    let plain = CGPath(ellipseIn: rect, transform: nil)
    #expect(path == plain.copy(using: &t))
    #expect(path != plain)
    #expect(path.elements.points == plain.elements.points.map { $0.applying(t) })
    #expect(plain.copy(using: nil) == plain)
  }

  @Test("building, and the current point") func building() {
    let path = CGMutablePath()
    #expect(path.isEmpty)
    #expect(path.currentPoint == .zero)
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(
      to: CGPoint(x: 9, y: 1), control1: CGPoint(x: 2, y: 3), control2: CGPoint(x: 4, y: 5))
    #expect(path.currentPoint == CGPoint(x: 9, y: 1))
    path.closeSubpath()
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 6, y: 6))
    #expect(path.svgPath == "M 1 2 L 3 4 Q 7 8 5 6 C 2 3 4 5 9 1 Z M 1 2 L 6 6")
    #expect(!path.isEmpty)
  }

  @Test("segments without a current point are ignored") func noCurrentPoint() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: .zero)
    path.addCurve(to: CGPoint(x: 5, y: 6), control1: .zero, control2: .zero)
    path.addArc(tangent1End: CGPoint(x: 1, y: 0), tangent2End: CGPoint(x: 1, y: 1), radius: 1)
    path.addLines(between: [])
    path.closeSubpath()
    #expect(path.isEmpty)
  }

  @Test("a copy does not change with its original") func copies() throws {
    let path = CGMutablePath()
    path.addRect(rect)
    let copy = try #require(path.copy())
    let mutable = try #require(copy.mutableCopy())
    #expect(!(copy is CGMutablePath))
    path.addRect(rect)
    mutable.addEllipse(in: rect)
    #expect(copy == CGPath(rect: rect, transform: nil))
    #expect(copy.hashValue == CGPath(rect: rect, transform: nil).hashValue)
    #expect(mutable.elements.verbs.count == 11)
  }

  @Test("a path may be added to itself, and an empty one changes nothing") func selfAddition() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 2, y: 2))
    path.addPath(path, transform: CGAffineTransform(translationX: 10, y: 0))
    path.closeSubpath()
    path.addPath(CGMutablePath())
    #expect(path.svgPath == "M 1 1 L 2 2 M 11 1 L 12 2 Z")
    #expect(path.currentPoint == CGPoint(x: 11, y: 1))
  }

  @Test("applyWithBlock passes types and points in order") func applyWithBlock() {
    let text = "M 1 2 L 3 4 Q 7 8 5 6 C 2 3 4 5 9 1 Z"
    let path = try? CGPath(svgPath: text)
    var seen = ""
    path?.applyWithBlock { element in
      let (type, p) = (element.pointee.type, element.pointee.points)
      let count = [1, 1, 2, 3, 0][Int(type.rawValue)]
      seen += "\(type)" + (0..<count).map { " \(p[$0].x) \(p[$0].y)" }.joined() + ";"
    }
    #expect(
      seen == "moveToPoint 1.0 2.0;addLineToPoint 3.0 4.0;addQuadCurveToPoint 7.0 8.0 5.0 6.0;"
        + "addCurveToPoint 2.0 3.0 4.0 5.0 9.0 1.0;closeSubpath;")
    CGMutablePath().applyWithBlock { _ in Issue.record("an empty path has no elements") }
  }

  @Test("C names build the same paths") func cNames() {
    let square = CGPathCreateMutable()
    CGPathAddRect(square, nil, rect)
    #expect(CGPathEqualToPath(square, CGPathCreateWithRect(rect, nil)))
    let circle = CGPathCreateMutable()
    CGPathAddEllipseInRect(circle, nil, rect)
    #expect(circle == CGPathCreateWithEllipseInRect(rect, nil))
    let round = CGPathCreateMutable()
    CGPathAddRoundedRect(round, nil, rect, 5, 6)
    #expect(round == CGPathCreateWithRoundedRect(rect, 5, 6, nil))

    var t = CGAffineTransform(translationX: 100, y: 0)
    let path = CGPathCreateMutable()
    CGPathMoveToPoint(path, &t, 1, 2)
    CGPathAddLineToPoint(path, &t, 3, 4)
    CGPathAddQuadCurveToPoint(path, nil, 7, 8, 5, 6)
    CGPathAddCurveToPoint(path, nil, 2, 3, 4, 5, 9, 1)
    CGPathCloseSubpath(path)
    CGPathAddLines(path, nil, [CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2), .zero], 2)
    #expect(path.svgPath == "M 101 2 L 103 4 Q 7 8 5 6 C 2 3 4 5 9 1 Z M 1 1 L 2 2")
    #expect(CGPathGetCurrentPoint(path) == CGPoint(x: 2, y: 2))
    #expect(CGPathContainsPoint(square, nil, CGPoint(x: 50, y: 50), false))
    #expect(!CGPathContainsPoint(square, &t, CGPoint(x: 50, y: 50), true))
    CGPathAddPath(path, nil, square)
    CGPathAddRects(path, nil, [rect, rect], 1)
    #expect(path.elements.verbs.count == 17)
    #expect(CGPathCreateMutableCopy(path) == CGPathCreateCopy(path))
    #expect(CGPathGetBoundingBox(square) == rect)
    #expect(!CGPathIsEmpty(square))
  }

  @Test("threads may build one path together") func threads() async {
    let path = CGMutablePath()
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<200 { path.addRect(unit) } }
      }
    }
    #expect(path.elements.verbs.count == 8 * 200 * 5)
    #expect(path.elements.points.count == 8 * 200 * 4)
  }
}
