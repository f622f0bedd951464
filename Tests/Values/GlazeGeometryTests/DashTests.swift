import Foundation
import GlazeGeometry
import Testing

@Suite("Dashes and trims") struct DashTests {
  /// Returns the horizontal extents of the dashes of a path.
  private func dashes(_ path: CGPath) -> [[Double]] {
    var result: [[Double]] = []
    path.elements.forEach { element in
      switch element {
      case .move(let p): result.append([p.x.native])
      case .line(_, let p), .quad(_, _, let p), .cubic(_, _, _, let p), .close(_, let p):
        result[result.count - 1].append(p.x.native)
      }
    }
    return result
  }

  private static let line: CGPath = .lines([(0, 5), (20, 5)])

  @Test("Dashes and gaps alternate")
  func plain() {
    #expect(
      dashes(Self.line.copy(dashingWithPhase: 0, lengths: [5, 3])) == [
        [0, 5], [8, 13], [16, 20],
      ])
    #expect(dashes(Self.line.copy(dashingWithPhase: 0, lengths: [5])) == [[0, 5], [10, 15]])
    #expect(
      dashes(Self.line.copy(dashingWithPhase: 0, lengths: [2, 4, 6])) == [
        [0, 2], [6, 12], [14, 18],
      ])
  }

  @Test("The phase is where the pattern begins, even after its end and before its beginning")
  func phase() {
    let expected: [[Double]] = [[0, 1], [4, 9], [12, 17]]
    for phase in [4.0, 12, -4, 804] {
      #expect(dashes(Self.line.copy(dashingWithPhase: phase, lengths: [5, 3])) == expected)
    }
    #expect(dashes(Self.line.copy(dashingWithPhase: 6, lengths: [5, 3])).first == [2, 7])
  }

  @Test("Corners belong to the dash that passes them; a subpath restarts the pattern")
  func subpaths() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 4, y: 0), CGPoint(x: 4, y: 4)])
    path.move(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 13, y: 0))
    let result = dashes(path.copy(dashingWithPhase: 0, lengths: [6, 1]))
    #expect(result == [[0, 4, 4], [4, 4], [10, 13]])
  }

  @Test(
    "Patterns without gaps do not change the path",
    arguments: [
      [], [0], [0, 0], [-1, 2], [.nan, 2], [.infinity],
    ])
  func solid(lengths: [CGFloat]) {
    #expect(Self.line.copy(dashingWithPhase: 1, lengths: lengths) == Self.line)
  }

  private static let square: CGPath = {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    return path
  }()

  @Test("If a closed subpath begins and ends within dashes, they are joined")
  func closed() {
    // The last dash ends the fourth side, and continues along the first.
    #expect(
      dashes(Self.square.copy(dashingWithPhase: 0, lengths: [3, 2])) == [
        [4, 4], [2, 0, 0], [0, 0, 3],
      ])
    // If the path begins or ends within a gap, nothing is joined.
    #expect(dashes(Self.square.copy(dashingWithPhase: 3, lengths: [3, 2])).count == 3)
    #expect(dashes(Self.square.copy(dashingWithPhase: 0, lengths: [2, 2])).last == [0, 2])
    // A dash that is longer than the closed subpath is the subpath itself.
    #expect(Self.square.copy(dashingWithPhase: 0, lengths: [100, 2]) == Self.square)
  }

  @Test("If an open subpath ends at its beginning, its dashes end there")
  func open() {
    let path = CGPath.lines([(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)])
    let dashed = path.copy(dashingWithPhase: 0, lengths: [3, 2])
    #expect(dashes(dashed) == [[0, 3], [4, 4], [2, 0, 0], [0, 0]])
  }

  @Test("Dashes of a curve are equally long")
  func curve() {
    let circle = CGPath.circle(0, 0, 10)
    let dashed = circle.copy(dashingWithPhase: 0, lengths: [3.2, 3.2])
    var begins: [Double] = []
    dashed.elements.forEach { element in
      if case .move(let p) = element { begins.append(atan2(p.y.native, p.x.native)) }
    }
    // The tolerance is that of four curves as a circle.
    #expect(begins.count == 10)
    // The first dash of a closed path is added last, because the dash before may continue into it.
    for (i, begin) in begins.enumerated() {
      let expected = Double((i + 1) % 10) * 0.64
      #expect(abs(sin((begin - expected) / 2)) < 1e-3)
    }
  }

  @Test("Dashes without a length are dots along the line")
  func dots() {
    let style = StrokeStyle(width: 4, cap: .round, dashLengths: [0, 8])
    let cover = Cover(.lines([(6, 10), (40, 10)]), .stroke(style))
    #expect(abs(cover.area - 5 * 4 * .pi) < 0.8)
    #expect(cover[5, 9] == 255 && cover[10, 9] == 0 && cover[14, 9] == 255)
    // A square dot is rotated with its line.
    let square = StrokeStyle(width: 8, cap: .square, dashLengths: [0, 100])
    let turned = Cover(.lines([(20, 20), (40, 40)]), .stroke(square))
    #expect(turned[20, 16] == 255 && turned[16, 16] == 0)
  }

  @Test("Short dashes of a wide line around a curve are wedges")
  func wedges() {
    // A dash of a quarter of a unit at radius 4, in a line that reaches to radius 30.
    let style = StrokeStyle(width: 52, dashLengths: [0.25, 100])
    let cover = Cover(.circle(32, 32, 4), .stroke(style))
    let angle = 0.25 / 4
    // The wedge extends beyond the center, too.
    let area = angle / 2 * (30 * 30 + 22 * 22)
    #expect(abs(cover.area - area) < 0.02 * area, "\(cover.area) for \(area)")
  }

  @Test("A pattern that is too fine to be visible does not hang")
  func fine() {
    let style = StrokeStyle(width: 4, dashLengths: [1e-12, 1e-12])
    let cover = Cover(.lines([(10, 20), (50, 20)]), .stroke(style))
    #expect(abs(cover.area - 80) < 2)
  }

  @Test("A trim counts the length of all subpaths in order")
  func trim() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 40, y: 10)])
    path.addLines(between: [CGPoint(x: 10, y: 20), CGPoint(x: 20, y: 20)])
    func cover(_ start: Double, _ end: Double) -> Cover {
      Cover(path, .stroke(StrokeStyle(width: 2, trimStart: start, trimEnd: end)))
    }
    #expect(cover(0, 1).area == 80)
    let half = cover(0, 0.5)
    #expect(half.area == 40 && half[29, 10] == 255 && half[30, 10] == 0)
    let end = cover(0.5, 0.875)
    #expect(end.area == 30 && end[29, 10] == 0 && end[30, 10] == 255)
    #expect(end[14, 20] == 255 && end[15, 20] == 0)
    #expect(cover(-3, 7).area == 80)
    for (start, stop) in [(0.5, 0.5), (0.7, 0.3), (.nan, 1), (0, .nan)] {
      #expect(cover(start, stop).result == nil)
    }
  }

  @Test("A trimmed curve ends at the parameter equal to the fraction, as Apple's do")
  func trimmedCubic() {
    // The x of the curve is 8 + 40 t^3.
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 8, y: 20))
    path.addCurve(
      to: CGPoint(x: 48, y: 20), control1: CGPoint(x: 8, y: 20), control2: CGPoint(x: 8, y: 20))
    let cover = Cover(path, .stroke(StrokeStyle(width: 2, trimEnd: 0.5)))
    #expect(abs(cover.area - 10) < 0.1 && cover[12, 20] == 255 && cover[13, 20] == 0)
    // Whole curves count by length: the line after the curve begins at one half.
    path.addLine(to: CGPoint(x: 48, y: 60))
    let line = Cover(path, .stroke(StrokeStyle(width: 2, trimStart: 0.5)))
    #expect(abs(line.area - 80) < 0.1 && line[47, 21] == 255 && line[40, 20] == 0)
  }

  @Test("A part that is 0 in single precision has no round cap")
  func nothingIsNoDot() {
    let style = StrokeStyle(
      width: 8, cap: .round, trimStart: 1 - 1e-9, trimEnd: 1)
    #expect(Cover(.circle(32, 32, 20), .stroke(style)).result == nil)
  }

  @Test("A trimmed closed path has ends, an untrimmed one has none")
  func trimmedClosed() {
    let square = CGPath.lines([(20, 20), (40, 20), (40, 40), (20, 40)], isClosed: true)
    func cover(_ end: Double) -> Cover {
      Cover(square, .stroke(StrokeStyle(width: 4, trimEnd: end)))
    }
    #expect(cover(1)[18, 18] == 255)
    #expect(cover(0.999)[18, 18] == 0)
    #expect(abs(cover(0.5).area - 160) < 0.1)
  }

  @Test("Dashes begin where the trimmed line begins")
  func trimmedDashes() {
    let style = StrokeStyle(width: 2, dashLengths: [4, 4], trimStart: 0.25)
    let cover = Cover(.lines([(10, 10), (50, 10)]), .stroke(style))
    #expect(cover[19, 10] == 0 && cover[20, 10] == 255 && cover[23, 10] == 255)
    #expect(cover[24, 10] == 0 && cover[28, 10] == 255)
  }

  @Test("Half of a circle's length is half of the circle")
  func trimmedCurve() {
    let style = StrokeStyle(width: 2, trimStart: 0.25, trimEnd: 0.75)
    let cover = Cover(.circle(32, 32, 20), .stroke(style))
    #expect(abs(cover.area - 2 * 20 * .pi) < 0.5)
    #expect(cover[12, 32] == 255 && cover[51, 32] == 0 && cover[33, 51] == 0)
  }
}
