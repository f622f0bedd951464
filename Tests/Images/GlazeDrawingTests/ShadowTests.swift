import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct ShadowTests {
  @Test func sharpShadowIsTheShapeMoved() throws {
    let c = try DrawnImage.context(30, 30)
    c.scaleBy(x: 2, y: 2)
    c.setShadow(offset: CGSize(width: 5, height: -7), blur: 0, color: .green)
    c.setFillColor(.red)
    c.fill(CGRect(x: 2, y: 8, width: 3, height: 3))
    let drawn = try DrawnImage(c)
    // With any transform: 5 pixels to the right, 7 down.
    #expect(drawn[4, 8] == [255, 0, 0, 255])
    #expect(drawn[14, 20] == [0, 255, 0, 255])
    #expect(drawn.inkBox == CGRect(x: 4, y: 8, width: 11, height: 13))
  }

  @Test(arguments: [3.0, 8, 24])
  func blurKeepsTheSumAndTheSymmetry(blur: CGFloat) throws {
    let c = try DrawnImage.context(160, 40)
    c.setShadow(offset: CGSize(width: 80, height: 0), blur: blur, color: .black)
    c.clip(to: CGRect(x: 40, y: 0, width: 120, height: 40))
    c.fill(CGRect(x: 10, y: -200, width: 20, height: 440))
    let drawn = try DrawnImage(c)
    let row = (40..<160).map { drawn[$0, 20][3] }
    #expect(abs(Double(row.reduce(0, +)) / 255 - 20) < 0.3)
    for i in 0..<60 { #expect(abs(row[59 - i] - row[60 + i]) <= 1) }
    // The edge of a blurred half-plane has the slope of the Gaussian: 1 / (sigma sqrt(2 pi)).
    let sigma = blur.native / 2
    if sigma < 5 {
      let slope = Double(row[51] - row[48]) / 255 / 3
      let average = erf(1.5 / sigma / 2.0.squareRoot()) / 3
      #expect(abs(slope - average) < 0.02)
    }
  }

  @Test func whatIsOutsideTheClipCasts() throws {
    let c = try DrawnImage.context(20, 10)
    c.clip(to: CGRect(x: 10, y: 0, width: 10, height: 10))
    c.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: .blue)
    c.fill(CGRect(x: 2, y: 2, width: 3, height: 3))
    #expect(try DrawnImage(c).inkBox == CGRect(x: 12, y: 5, width: 3, height: 3))
  }

  @Test func shadowIsAsTranslucentAsTheShape() throws {
    let c = try DrawnImage.context(10, 10)
    c.setAlpha(0.5)
    c.setShadow(
      offset: CGSize(width: 5, height: 0), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
    c.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    c.fill(CGRect(x: 0, y: 0, width: 4, height: 10))
    let drawn = try DrawnImage(c)
    #expect(near(drawn[2, 5], [64, 0, 0, 64]))
    #expect(near(drawn[7, 5], [0, 0, 0, 32]))
  }

  @Test func defaultShadowIsAThirdOfBlackAndNilEndsIt() throws {
    let c = try DrawnImage.context(10, 1)
    c.setShadow(offset: CGSize(width: 2, height: 0), blur: 0)
    c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    c.setShadow(offset: CGSize(width: 2, height: 0), blur: 0, color: nil)
    c.fill(CGRect(x: 5, y: 0, width: 1, height: 1))
    let drawn = try DrawnImage(c)
    #expect(near(drawn[2, 0], [0, 0, 0, 85]))
    #expect(drawn[7, 0] == [0, 0, 0, 0])
  }

  @Test(arguments: [false, true])
  func inALayersBackingItIsInPoints(isFlipped: Bool) throws {
    let c = try #require(
      try CGContext(
        layerBacking: CGRect(x: 0, y: 0, width: 10, height: 10), scale: 2, isFlipped: isFlipped))
    c.setShadow(offset: CGSize(width: 3, height: 4), blur: 0, color: .green)
    c.setFillColor(.red)
    c.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
    let drawn = try DrawnImage(c)
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      drawn[2 * x + 1, isFlipped ? 2 * y + 1 : 18 - 2 * y]
    }
    #expect(pixel(1, 1) == [255, 0, 0, 255])
    #expect(pixel(5, 6) == [0, 255, 0, 255])
    #expect(abs(drawn.area - 32) < 0.01)
  }

  @Test(arguments: [CGBlendMode.copy, .sourceOut, .luminosity])
  func modesWithoutAnOperatorTakeShadowsToo(mode: CGBlendMode) throws {
    let c = try DrawnImage.context(10, 4)
    c.setBlendMode(mode)
    c.setShadow(offset: CGSize(width: 5, height: 0), blur: 0, color: .green)
    c.setFillColor(.red)
    c.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
    let drawn = try DrawnImage(c)
    #expect(drawn[1, 1] == [255, 0, 0, 255])
    #expect(drawn[6, 1] == [0, 255, 0, 255])
    #expect(drawn.area == 8)
  }
}
