import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct ContextPaintingTests {
  @Test func rectanglesLieWithYUpAndAreExact() throws {
    let c = try DrawnImage.context(8, 6)
    c.setFillColor(.red)
    c.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
    let drawn = try DrawnImage(c)
    #expect(drawn[1, 5] == [255, 0, 0, 255])
    #expect(drawn.inkBox == CGRect(x: 1, y: 5, width: 2, height: 1))
    #expect(drawn.area == 2)
  }

  @Test func partOfAPixelIsCoveredInPart() throws {
    let c = try DrawnImage.context(4, 4)
    c.setFillColor(.white)
    c.fill(CGRect(x: 1.5, y: 1, width: 1, height: 1.25))
    let drawn = try DrawnImage(c)
    #expect(near(drawn[1, 2], [128, 128, 128, 128]))
    #expect(near(drawn[2, 1], [32, 32, 32, 32]))
    #expect(abs(drawn.area - 1.25) < 0.02)
  }

  @Test func ellipseHasItsArea() throws {
    let c = try DrawnImage.context(120, 80)
    c.fillEllipse(in: CGRect(x: 10, y: 10, width: 100, height: 60))
    let drawn = try DrawnImage(c)
    #expect(abs(drawn.area - Double.pi * 50 * 30) < 5)
    #expect(drawn[60, 10] == drawn[59, 69])
  }

  @Test func fillRulesDiffer() throws {
    func area(_ rule: CGPathFillRule) throws -> Double {
      let c = try DrawnImage.context(20, 20)
      c.addRect(CGRect(x: 2, y: 2, width: 16, height: 16))
      c.addRect(CGRect(x: 6, y: 6, width: 8, height: 8))
      c.fillPath(using: rule)
      #expect(c.isPathEmpty)
      return try DrawnImage(c).area
    }
    #expect(try area(.winding) == 256)
    #expect(try area(.evenOdd) == 192)
  }

  @Test(arguments: [
    (CGLineCap.butt, 40.0), (.square, 44.0), (.round, 40 + Double.pi),
  ])
  func capsAddTheirArea(cap: CGLineCap, area: Double) throws {
    let c = try DrawnImage.context(40, 10)
    c.setLineWidth(2)
    c.setLineCap(cap)
    c.move(to: CGPoint(x: 10, y: 5))
    c.addLine(to: CGPoint(x: 30, y: 5))
    c.strokePath()
    #expect(abs(try DrawnImage(c).area - area) < 0.1)
  }

  @Test func miterLimitCutsCorners() throws {
    func area(limit: CGFloat) throws -> Double {
      let c = try DrawnImage.context(40, 40)
      c.setLineWidth(4)
      c.setMiterLimit(limit)
      c.addLines(between: [CGPoint(x: 4, y: 10), CGPoint(x: 30, y: 10), CGPoint(x: 30, y: 36)])
      c.strokePath()
      return try DrawnImage(c).area
    }
    // A right angle's miter is 1.414 widths long; the bevel lacks half of the corner's square.
    #expect(abs(try area(limit: 1.5) - 208) < 0.2)
    #expect(abs(try area(limit: 1.4) - 206) < 0.2)
  }

  @Test func dashesCoverTheirShare() throws {
    func area(_ lengths: [CGFloat], phase: CGFloat = 0) throws -> Double {
      let c = try DrawnImage.context(60, 4)
      c.setLineWidth(2)
      c.setLineDash(phase: phase, lengths: lengths)
      c.move(to: CGPoint(x: 0, y: 2))
      c.addLine(to: CGPoint(x: 60, y: 2))
      c.strokePath()
      return try DrawnImage(c).area
    }
    #expect(abs(try area([4, 6]) - 48) < 0.1)
    #expect(abs(try area([10]) - 60) < 0.1)
    #expect(abs(try area([10], phase: 10) - 60) < 0.1)
    #expect(abs(try area([0, 0]) - 120) < 0.1)
    #expect(abs(try area([-1, 2]) - 120) < 0.1)
  }

  @Test func hairlinesAreFaint() throws {
    let c = try DrawnImage.context(20, 3)
    c.setLineWidth(0.25)
    c.move(to: CGPoint(x: 0, y: 1.5))
    c.addLine(to: CGPoint(x: 20, y: 1.5))
    c.strokePath()
    #expect(abs(try DrawnImage(c).area - 5) < 0.4)
  }

  @Test func translucentStrokeCoversItselfOnce() throws {
    let c = try DrawnImage.context(40, 40)
    c.setLineWidth(8)
    c.setStrokeColor(gray: 0, alpha: 0.5)
    c.addLines(
      between: [
        CGPoint(x: 5, y: 5), CGPoint(x: 35, y: 35), CGPoint(x: 35, y: 5), CGPoint(x: 5, y: 35),
      ])
    c.strokePath()
    #expect(try DrawnImage(c)[20, 20] == [0, 0, 0, 128])
  }

  @Test func fillAndStrokeDrawInThisOrder() throws {
    let c = try DrawnImage.context(20, 20)
    c.setFillColor(.red)
    c.setStrokeColor(.blue)
    c.setLineWidth(4)
    c.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    c.drawPath(using: .fillStroke)
    let drawn = try DrawnImage(c)
    #expect(drawn[10, 10] == [255, 0, 0, 255])
    #expect(drawn[6, 10] == [0, 0, 255, 255])
    #expect(drawn.area == 196)
  }

  @Test func clearIgnoresTheStateButNotTheClip() throws {
    let c = try DrawnImage.context(10, 10)
    c.setFillColor(.red)
    c.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    c.setAlpha(0.1)
    c.setBlendMode(.multiply)
    c.setShadow(offset: .zero, blur: 4)
    c.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
    c.clear(CGRect(x: 2, y: 0, width: 8, height: 10))
    let drawn = try DrawnImage(c)
    #expect(drawn[3, 5] == [0, 0, 0, 0])
    #expect(drawn[1, 5] == [255, 0, 0, 255])
    #expect(drawn[7, 5] == [255, 0, 0, 255])
  }

  @Test func strokedOutlineFillsTheSamePixels() throws {
    func draw(_ body: (CGContext) -> Void) throws -> DrawnImage {
      let c = try DrawnImage.context(50, 50)
      c.setLineWidth(5)
      c.setLineDash(phase: 1, lengths: [7, 3])
      c.translateBy(x: 25, y: 25)
      c.rotate(by: 0.4)
      c.addLines(
        between: [CGPoint(x: -14, y: -12), CGPoint(x: 14, y: -12), CGPoint(x: 14, y: 12)])
      body(c)
      return try DrawnImage(c)
    }
    let stroked = try draw { $0.strokePath() }
    let filled = try draw {
      $0.replacePathWithStrokedPath()
      $0.fillPath()
    }
    #expect(stroked.area > 150)
    #expect(abs(stroked.area - filled.area) < 1)
  }

  @Test func withoutAntialiasingPixelsAreAllOrNothing() throws {
    let c = try DrawnImage.context(20, 20)
    c.setShouldAntialias(false)
    c.fillEllipse(in: CGRect(x: 2.3, y: 3.1, width: 14, height: 13))
    let image = try DrawnImage(c).image
    let alphas = Set(stride(from: 3, to: image.pixels.count, by: 4).map { image.pixels[$0] })
    #expect(alphas == [0, 255])
  }
}
