import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct LayerBackingTests {
  @Test func sizeIsRoundedUp() throws {
    let bounds = CGRect(x: 0, y: 0, width: 10.2, height: 5)
    let c = try #require(try CGContext(layerBacking: bounds, scale: 2, isFlipped: true))
    #expect(c.width == 21)
    #expect(c.height == 10)
    #expect(try DrawnImage(c).area == 0)
  }

  @Test(arguments: [false, true])
  func userSpaceIsTheLayers(isFlipped: Bool) throws {
    let bounds = CGRect(x: 100, y: -50, width: 8, height: 6)
    let c = try #require(try CGContext(layerBacking: bounds, scale: 2, isFlipped: isFlipped))
    #expect(c.boundingBoxOfClipPath == bounds)
    c.setFillColor(.red)
    c.fill(CGRect(x: 101, y: -49, width: 2, height: 1))
    let y = isFlipped ? 2 : 8
    #expect(try DrawnImage(c).inkBox == CGRect(x: 2, y: y, width: 4, height: 2))
  }

  @Test func opaqueBackingsAreBlack() throws {
    let bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    let c = try #require(
      try CGContext(layerBacking: bounds, scale: 1, isFlipped: false, isOpaque: true))
    #expect(try DrawnImage(c)[0, 0] == [0, 0, 0, 255])
  }

  @Test func emptyBoundsHaveNoBacking() throws {
    #expect(try CGContext(layerBacking: .zero, scale: 1, isFlipped: false) == nil)
  }

  @Test(arguments: [CGFloat.infinity, .nan, 40_000])
  func hugeBoundsAreRefusedWithTheirSize(width: CGFloat) {
    #expect(throws: DrawingError.self) {
      try CGContext(
        layerBacking: CGRect(x: 0, y: 0, width: width, height: 1), scale: 1, isFlipped: false)
    }
  }
}
