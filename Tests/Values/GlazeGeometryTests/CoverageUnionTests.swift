import Foundation
import GlazeGeometry
import Testing

/// Compares coverage with the area on a grid that contains all edges.
@Suite("Coverage of overlapping rectangles") struct CoverageUnionTests {
  private static let side = 16
  /// Edges lie on tenths of pixels.
  private static let fine = 10

  private struct Rect {
    var x, y, width, height: Int
    var isReversed: Bool

    var path: CGPath {
      let (x0, y0) = (Double(x) / 10, Double(y) / 10)
      let (x1, y1) = (Double(x + width) / 10, Double(y + height) / 10)
      let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
      return .lines(isReversed ? corners.reversed() : corners, isClosed: true)
    }

    func contains(_ column: Int, _ row: Int) -> Bool {
      (x..<x + width).contains(column) && (y..<y + height).contains(row)
    }
  }

  /// Returns the covered area of a pixel, in hundredths.
  private func area(_ rects: [Rect], _ rule: CGPathFillRule, _ x: Int, _ y: Int) -> Int {
    var sum = 0
    for row in 0..<Self.fine {
      for column in 0..<Self.fine {
        var (winding, crossings) = (0, 0)
        for rect in rects where rect.contains(x * Self.fine + column, y * Self.fine + row) {
          winding += rect.isReversed ? -1 : 1
          crossings += 1
        }
        sum += rule == .winding ? (winding != 0 ? 1 : 0) : crossings % 2
      }
    }
    return sum
  }

  @Test(
    "All borders inside one pixel", arguments: [CGPathFillRule.winding, .evenOdd], [false, true])
  func random(rule: CGPathFillRule, isMixed: Bool) {
    var g = Lehmer()
    for _ in 0..<60 {
      let rects = (0..<Int.random(in: 2...6, using: &g)).map { _ in
        Rect(
          x: Int.random(in: -30...120, using: &g), y: Int.random(in: -30...120, using: &g),
          width: Int.random(in: 0...70, using: &g), height: Int.random(in: 0...70, using: &g),
          isReversed: isMixed && Bool.random(using: &g))
      }
      let path = CGMutablePath()
      for rect in rects { path.addPath(rect.path) }
      let cover = Cover(
        path, .fill(rule), clip: PixelWindow(x: 0, y: 0, width: Self.side, height: Self.side))
      for y in 0..<Self.side {
        for x in 0..<Self.side {
          let wanted = Double(area(rects, rule, x, y)) * 2.55
          #expect(abs(Double(cover[x, y]) - wanted) <= 1, "\(rects) at \(x), \(y)")
        }
      }
    }
  }
}
