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
    #expect(drawn[Int(box.minX) + 2, 30] == [255, 0, 0, 255])
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
    // The middle of an I of 3,000 pixels, by two ways.
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
    let y = Int(red.midY)
    #expect((5..<20).contains { drawn[$0, y] == [255, 0, 0, 255] })
    #expect((35..<50).contains { drawn[$0, y] == [0, 255, 0, 255] })
  }
}
