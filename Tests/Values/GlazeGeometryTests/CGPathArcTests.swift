import Foundation
import GlazeGeometry
import Testing

@Suite("Arcs of a CGPath") struct CGPathArcTests {
  private let center = CGPoint(x: 100, y: 50)

  private func arc(_ start: CGFloat, _ end: CGFloat, clockwise: Bool) -> CGMutablePath {
    let path = CGMutablePath()
    path.addArc(
      center: center, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
    return path
  }

  @Test("false goes toward greater angles, true toward lesser") func sense() {
    let quarter = arc(0, .pi / 2, clockwise: false)
    #expect(near(quarter.elements.points[0], CGPoint(x: 110, y: 50)))
    #expect(near(quarter.currentPoint, CGPoint(x: 100, y: 60)))
    #expect(near(quarter.boundingBoxOfPath, CGRectMake(100, 50, 10, 10)))
    let rest = arc(0, .pi / 2, clockwise: true)
    #expect(near(rest.currentPoint, CGPoint(x: 100, y: 60)))
    #expect(near(rest.boundingBoxOfPath, CGRectMake(90, 40, 20, 20), 1e-2))
    #expect(rest.elements.verbs == [0, 3, 3, 3])
    #expect(near(arc(.pi / 2, 0, clockwise: true).boundingBoxOfPath, CGRectMake(100, 50, 10, 10)))
    #expect(arc(.pi / 2, 0, clockwise: false).elements.verbs == [0, 3, 3, 3])
  }

  @Test("a full turn in either direction is one circle") func fullTurn() {
    let turns: [(CGFloat, CGFloat)] = [(0, 2 * .pi), (1, 1 + 2 * .pi), (0, -2 * .pi), (0, 100)]
    for (start, end) in turns {
      for clockwise in [false, true] {
        let path = arc(start, end, clockwise: clockwise)
        #expect(path.elements.verbs == [0, 3, 3, 3, 3])
        #expect(near(path.boundingBoxOfPath, CGRectMake(90, 40, 20, 20), 1e-2))
        #expect(path.contains(center))
      }
    }
    #expect(arc(1, 1, clockwise: false).elements.verbs == [0])
  }

  @Test("every point of an arc lies on its circle") func onCircle() {
    let path = arc(0.3, 4.9, clockwise: false)
    var seen = 0
    path.elements.forEach { element in
      guard case .cubic(let p0, let c1, let c2, let p1) = element else { return }
      let middle = CGPoint(
        x: (p0.x + 3 * c1.x + 3 * c2.x + p1.x) / 8, y: (p0.y + 3 * c1.y + 3 * c2.y + p1.y) / 8)
      for p in [p0, middle, p1] {
        let (dx, dy) = (p.x - center.x, p.y - center.y)
        #expect(near((dx * dx + dy * dy).squareRoot(), 10, 1e-3))
      }
      seen += 1
    }
    #expect(seen == 3)
  }

  @Test("an arc is joined to the path by a line") func joining() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addRelativeArc(center: center, radius: 10, startAngle: 0, delta: -.pi / 2)
    #expect(path.elements.verbs == [0, 1, 3])
    #expect(near(path.elements.points[1], CGPoint(x: 110, y: 50)))
    #expect(near(path.currentPoint, CGPoint(x: 100, y: 40)))
  }

  @Test("angles that are not finite, or huge, neither crash nor hang") func extremes() {
    let path = arc(.nan, 1, clockwise: false)
    #expect(path.isEmpty)
    path.addRelativeArc(center: center, radius: 10, startAngle: 0, delta: .infinity)
    #expect(path.isEmpty)
    path.addRelativeArc(center: center, radius: 10, startAngle: 0, delta: 1e18)
    #expect(path.elements.verbs == [0, 3, 3, 3, 3])
  }

  @Test("a transform maps the arc's circle") func transform() {
    let path = CGMutablePath()
    path.addArc(
      center: .zero, radius: 1, startAngle: 0, endAngle: 2 * .pi, clockwise: false,
      transform: CGAffineTransform(a: 30, b: 0, c: 0, d: 10, tx: 5, ty: 6))
    #expect(near(path.boundingBoxOfPath, CGRectMake(-25, -4, 60, 20), 0.02))
  }

  @Test("a rounded corner touches both lines", arguments: [1, -1])
  func tangents(side: Int) {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(
      tangent1End: CGPoint(x: 100, y: 0), tangent2End: CGPoint(x: 100, y: 50 * side), radius: 20)
    #expect(path.elements.verbs == [0, 1, 3])
    #expect(near(path.elements.points[1], CGPoint(x: 80, y: 0)))
    #expect(near(path.currentPoint, CGPoint(x: 100, y: 20 * side)))
    // The control point of the incoming line lies on it, so the path has no kink.
    #expect(near(path.elements.points[2].y, 0, 1e-9))
    #expect(near(path.elements.points[3].x, 100, 1e-9))
  }

  @Test("sharp and blunt corners") func cornerAngles() {
    for degrees in [20, 60, 120, 160] as [Double] {
      let angle = degrees * .pi / 180
      let path = CGMutablePath()
      path.move(to: CGPoint(x: -1000, y: 0))
      // The second line leaves the corner at the origin so that both enclose the angle.
      let end = CGPoint(x: -100 * cos(angle), y: 100 * sin(angle))
      path.addArc(tangent1End: .zero, tangent2End: end, radius: 5)
      let reach = 5 / tan(angle / 2)
      #expect(near(path.elements.points[1], CGPoint(x: -reach, y: 0)))
      #expect(
        near(path.currentPoint, CGPoint(x: -reach * cos(angle), y: reach * sin(angle))))
    }
  }

  @Test("if no arc fits, a line leads to the corner") func degenerate() {
    let corner = CGPoint(x: 10, y: 0)
    for (end, radius) in [
      (CGPoint(x: 20, y: 0), 5), (CGPoint(x: 10, y: 10), 0), (corner, 5),
      (CGPoint(x: 10, y: 10), -1), (CGPoint(x: 10, y: CGFloat.infinity), 1),
    ] as [(CGPoint, CGFloat)] {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      #expect(path.svgPath == "M 0 0 L 10 0")
    }
  }
}
