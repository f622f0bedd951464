import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeText
import Testing

@Suite struct ContextTextTests {
  @Test func textStandsOnItsBaselineAndMovesThePosition() throws {
    let c = try DrawnImage.context(100, 60)
    c.setFillColor(.red)
    c.selectFont(name: "Helvetica", size: 40)
    c.showText("H", at: CGPoint(x: 10, y: 20))
    let drawn = try DrawnImage(c)
    let box = drawn.inkBox
    // Row 40 is the first below the baseline.
    #expect(box.maxY == 40)
    #expect(box.minX >= 10 && box.maxX <= 45)
    #expect(abs(box.height - 29) <= 2)
    #expect(drawn[Int(clamping: box.minX) + 2, 30] == [255, 0, 0, 255])
    #expect(c.textPosition.y == 20)
    #expect(abs(c.textPosition.x - 10 - 28.9) < 1)
    let start = c.textPosition.x
    c.showText("H")
    #expect(abs(c.textPosition.x - start - (start - 10)) < 1e-6)
  }

  @Test func textIsUpsideDownWhereYPointsDownUnlessTurned() throws {
    func box(_ matrix: CGAffineTransform) throws -> CGRect {
      let bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
      let c = try #require(try CGContext(layerBacking: bounds, scale: 1, isFlipped: true))
      c.setFontSize(40)
      c.textMatrix = matrix
      c.showText("L", at: CGPoint(x: 10, y: 30))
      return try DrawnImage(c).inkBox
    }
    #expect(try box(.identity).minY == 30)
    #expect(try box(CGAffineTransform(scaleX: 1, y: -1)).maxY == 30)
  }

  @Test(arguments: [CGImageAlphaInfo.premultipliedLast, .premultipliedFirst])
  func hugeTextIsDrawnAsSmallTextIs(alpha: CGImageAlphaInfo) throws {
    func area(size: CGFloat, scale: CGFloat) throws -> Double {
      let order: CGBitmapInfo = alpha == .premultipliedLast ? [] : .byteOrder32Little
      let c = try DrawnImage.context(400, 400, alpha, order)
      c.scaleBy(x: scale, y: scale)
      c.setFontSize(size)
      c.showText("I", at: CGPoint(x: 20 / scale, y: -400 / scale))
      return try DrawnImage(c).area
    }
    // The middle of an I of 3,000 pixels, drawn in two ways.
    let whole = try area(size: 3000, scale: 1)
    #expect(whole > 20_000)
    #expect(abs(try area(size: 30, scale: 100) - whole) < whole * 0.01)
  }

  @Test func textTakesModeMaskAndShadow() throws {
    let c = try DrawnImage.context(60, 40)
    c.setFontSize(30)
    c.setBlendMode(.copy)
    c.setShadow(offset: CGSize(width: 30, height: 0), blur: 0, color: .green)
    c.setFillColor(.red)
    c.showText("I", at: CGPoint(x: 5, y: 5))
    let drawn = try DrawnImage(c)
    let red = drawn.inkBox
    #expect(red.width > 30)
    let y = Int(clamping: red.midY)
    #expect((5..<20).contains { drawn[$0, y] == [255, 0, 0, 255] })
    #expect((35..<50).contains { drawn[$0, y] == [0, 255, 0, 255] })
  }

  /// Draws a large L in red with a blue line and, if the mode clips, green over everything else.
  private func drawn(_ mode: CGTextDrawingMode) throws -> (drawn: DrawnImage, end: CGFloat) {
    let c = try DrawnImage.context(100, 100)
    c.setFillColor(.red)
    c.setStrokeColor(.blue)
    c.setLineWidth(4)
    c.setTextDrawingMode(mode)
    c.selectFont(name: "Helvetica", size: 90)
    c.move(to: .zero)
    c.showText("L", at: CGPoint(x: 10, y: 20))
    #expect(c.currentPointOfPath == .zero)
    let end = c.textPosition.x
    c.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 0.5))
    if [.fillClip, .strokeClip, .fillStrokeClip, .clip].contains(mode) {
      c.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
    }
    return (try DrawnImage(c), end)
  }

  @Test func textIsFilledStrokedAndClippedTo() throws {
    let filled = try drawn(.fill)
    // The middle of the stem, and its left edge.
    let row = 50
    let stem = (0..<100).filter { filled.drawn[$0, row] == [255, 0, 0, 255] }
    let (left, right) = (try #require(stem.first), try #require(stem.last))
    let middle = (left + right) / 2
    #expect(right - left >= 4)
    for mode in [CGTextDrawingMode.stroke, .fillStroke, .invisible, .fillClip, .clip] {
      let (drawn, end) = try drawn(mode)
      #expect(end == filled.end)
      let inside = drawn[middle, row]
      let edge = drawn[left, row]
      let outside = drawn[right + 10, row]
      #expect(outside == [0, 0, 0, 0])
      switch mode {
      case .stroke: #expect(inside == [0, 0, 0, 0] && edge[2] > 100)
      case .fillStroke: #expect(inside == [255, 0, 0, 255] && edge[2] > 100)
      case .invisible: #expect(inside == [0, 0, 0, 0] && edge == inside)
      case .fillClip: #expect(inside[1] > 100 && inside[0] > 100)
      default: #expect(inside[1] > 100 && inside[0] == 0)
      }
    }
  }

  @Test func attributedLinesAreStrokedAsTheirAttributesSay() throws {
    func image(_ width: CGFloat) throws -> DrawnImage {
      let c = try DrawnImage.context(100, 100)
      var layout = TextLayout(
        NSAttributedString(
          string: "L",
          attributes: [
            .font: CTFont("Helvetica", size: 90), .foregroundColor: CGColor.red,
            .strokeColor: CGColor.blue, .strokeWidth: width,
          ]))
      layout.alignsFirstBaseline = false
      layout.size = CGSize(width: 100, height: 200)
      TextLines(layout).draw(0, at: CGPoint(x: 10, y: 20), in: c)
      return try DrawnImage(c)
    }
    let plain = try image(0)
    let stem = (0..<100).filter { plain[$0, 50] == [255, 0, 0, 255] }
    let (left, right) = (try #require(stem.first), try #require(stem.last))
    #expect(plain.inkBox.maxY == 80)
    let hollow = try image(3)
    #expect(hollow[(left + right) / 2, 50] == [0, 0, 0, 0] && hollow[left, 50][2] > 100)
    let both = try image(-3)
    #expect(both[(left + right) / 2, 50] == [255, 0, 0, 255] && both[left, 50][2] > 100)
  }
}
