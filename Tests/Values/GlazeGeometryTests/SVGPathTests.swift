import Foundation
import GlazeGeometry
import Testing

@Suite("SVG path strings") struct SVGPathTests {
  @Test(
    "every command, absolute and relative",
    arguments: [
      ("", ""),
      ("  \n", ""),
      ("M1 2", "M 1 2"),
      ("M1,2L3,4", "M 1 2 L 3 4"),
      ("m1 2l3 4", "M 1 2 L 4 6"),
      ("M1 2 3 4 5 6", "M 1 2 L 3 4 L 5 6"),
      ("m1 2 3 4 5 6", "M 1 2 L 4 6 L 9 12"),
      ("M1 2H5V7", "M 1 2 L 5 2 L 5 7"),
      ("M1 2h5v7h1 1", "M 1 2 L 6 2 L 6 9 L 7 9 L 8 9"),
      ("M0 0C1 2 3 4 5 6", "M 0 0 C 1 2 3 4 5 6"),
      ("M10 10c1 2 3 4 5 6 1,1,2,2,3,3", "M 10 10 C 11 12 13 14 15 16 C 16 17 17 18 18 19"),
      ("M0 0C1 2 3 4 5 6S7 8 9 9", "M 0 0 C 1 2 3 4 5 6 C 7 8 7 8 9 9"),
      ("M1 1s1 1 2 2", "M 1 1 C 1 1 2 2 3 3"),
      ("M0 0Q1 2 3 4T5 6T0 0", "M 0 0 Q 1 2 3 4 Q 5 6 5 6 Q 5 6 0 0"),
      ("M0 0q1 2 3 4t2 2", "M 0 0 Q 1 2 3 4 Q 5 6 5 6"),
      ("M1 1T3 3", "M 1 1 Q 1 1 3 3"),
      ("M0 0Q1 2 3 4L5 5T9 9", "M 0 0 Q 1 2 3 4 L 5 5 Q 5 5 9 9"),
      ("M0 0C1 2 3 4 5 6T9 9", "M 0 0 C 1 2 3 4 5 6 Q 5 6 9 9"),
      ("M1 1L2 2ZL5 5", "M 1 1 L 2 2 Z M 1 1 L 5 5"),
      ("M1 1L2 2zm3 3", "M 1 1 L 2 2 Z M 4 4"),
      ("M1-2.5.5.25-1e1+2E-1", "M 1 -2.5 L 0.5 0.25 L -10 0.2"),
      ("M 5. 6.", "M 5 6"),
      ("M 1 1 A 5 5 0 0 1 1 1", "M 1 1"),
      ("M 0 0 A 0 5 0 0 1 4 4", "M 0 0 L 4 4"),
    ])
  func commands(text: String, expected: String) throws {
    #expect(try CGPath(svgPath: text).svgPath == expected)
  }

  @Test(
    "errors name the problem and its position",
    arguments: [
      ("L1 2", .missingMove, 0),
      ("  Z", .missingMove, 2),
      ("M1 2X3", .unknownCommand("X"), 4),
      ("M1 2 é", .unknownCommand("é"), 5),
      (",M1 2", .unknownCommand(","), 0),
      ("M", .expectedNumber(command: "M"), 1),
      ("M1", .expectedNumber(command: "M"), 2),
      ("M1 2 3", .expectedNumber(command: "L"), 6),
      ("M1 2,", .expectedNumber(command: "M"), 5),
      ("M1 2,L3 4", .expectedNumber(command: "M"), 5),
      ("M1 2 C 1 1 2 2 3", .expectedNumber(command: "C"), 16),
      ("M1 2L.,3", .expectedNumber(command: "L"), 5),
      ("M1 2L--3", .expectedNumber(command: "L"), 5),
      ("M1 2L nan 3", .expectedNumber(command: "L"), 6),
      ("M1 2A5 5 0 2 0 9 9", .expectedFlag, 11),
      ("M1 2A5 5 0 0", .expectedFlag, 12),
      ("M1 2L1e999 0", .numberOutOfRange, 5),
    ] as [(String, SVGPathError.Problem, Int)])
  func errors(text: String, problem: SVGPathError.Problem, offset: Int) {
    #expect(throws: SVGPathError(problem: problem, offset: offset)) {
      try CGPath(svgPath: text)
    }
  }

  @Test("messages state the remedy and the position") func messages() {
    #expect(
      SVGPathError(problem: .unknownCommand("X"), offset: 4).description
        == "“X” is not a path command; use one of MLHVCSQTAZ (at character 4 of the path)")
  }

  @Test("the flags of an arc select one of four arcs", arguments: 0..<4)
  func arcFlags(flags: Int) throws {
    let (large, positive) = (flags / 2, flags % 2)
    let path = try CGPath(svgPath: "M 10 0 A 10 10 0 \(large) \(positive) 0 10")
    // The center is (0, 0) or (10, 10), depending on the flags.
    let center = large == positive ? CGPoint(x: 10, y: 10) : CGPoint(x: 0, y: 0)
    path.elements.forEach { element in
      guard case .cubic(let p0, let c1, let c2, let p1) = element else { return }
      let middle = CGPoint(
        x: (p0.x + 3 * c1.x + 3 * c2.x + p1.x) / 8, y: (p0.y + 3 * c1.y + 3 * c2.y + p1.y) / 8)
      let (dx, dy) = (middle.x - center.x, middle.y - center.y)
      #expect(near((dx * dx + dy * dy).squareRoot(), 10, 3e-3))
      // Positive means that the angle grows, so the arc turns left from the radius.
      let turn = dx * (p1.y - p0.y) - dy * (p1.x - p0.x)
      #expect((turn > 0) == (positive == 1))
    }
    #expect(path.elements.verbs.count == (large == 1 ? 4 : 2))
    #expect(path.currentPoint == CGPoint(x: 0, y: 10))
  }

  @Test("packed flags, relative ends, negative radii") func arcSyntax() throws {
    let plain = try CGPath(svgPath: "M 10 0 A 10 10 0 0 1 0 10")
    #expect(try CGPath(svgPath: "M10 0a10 10 0 01-10 10") == plain)
    #expect(try CGPath(svgPath: "M10 0A-10-10 0 010,10") == plain)
    #expect(try CGPath(svgPath: "M10 0A10,10,0,0,1,0,10,5,5,0,0,0,1,1").elements.verbs.count > 2)
  }

  @Test("radii that are too small grow until the arc reaches the end") func arcGrowth() throws {
    let path = try CGPath(svgPath: "M -20 0 A 1 1 0 0 1 20 0")
    #expect(near(path.boundingBoxOfPath, CGRectMake(-20, -20, 40, 20), 0.02))
  }

  @Test("a rotated ellipse") func arcRotation() throws {
    // An ellipse with half axes 20 and 10, rotated by 90 degrees, from left to right of its center.
    let path = try CGPath(svgPath: "M -10 0 A 20 10 90 1 1 10 0")
    #expect(near(path.boundingBoxOfPath, CGRectMake(-10, -20, 20, 20), 0.02))
    // Half axes 2 and 1 at 45 degrees: both ends on the long axis.
    let slanted = try CGPath(svgPath: "M 0 0 A 2 1 45 0 1 2.8284271247461903 2.8284271247461903")
    let middle = slanted.elements.points[3]
    #expect(
      near(middle, CGPoint(x: 1.4142135623730951 + 0.7071067811865476, y: 0.7071067811865476)))
  }

  @Test("numbers read back exactly") func roundTrip() throws {
    var g = Lehmer()
    let path = CGMutablePath()
    path.move(to: g.point(in: -1e6...1e6))
    for _ in 0..<50 {
      path.addCurve(
        to: g.point(), control1: g.point(in: -1e-6...1e-6), control2: g.point(in: -1e300...1e300))
      path.addQuadCurve(to: g.point(), control: g.point())
    }
    path.closeSubpath()
    #expect(try CGPath(svgPath: path.svgPath) == path)
  }

  @Test("coordinates that are not finite keep the string valid") func nonFinite() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: CGFloat.nan, y: CGFloat.infinity))
    #expect(path.svgPath == "M 0 0")
  }

  @Test("a long path is read in linear time") func long() throws {
    let text = "M 0 0" + String(repeating: " L 12.5 -3.25", count: 20_000)
    #expect(try CGPath(svgPath: text).elements.verbs.count == 20_001)
  }
}
