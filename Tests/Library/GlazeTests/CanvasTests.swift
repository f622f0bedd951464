import Foundation
import Glaze
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

@Suite struct CanvasTests {
  private func tree(
    _ bounds: CGRect, position: CGPoint, anchorPoint: CGPoint = CGPoint(x: 0.5, y: 0.5),
    isGeometryFlipped: Bool
  ) -> LayerTree {
    var tree = LayerTree()
    var root = LayerNode()
    root.bounds = bounds
    root.position = position
    root.anchorPoint = anchorPoint
    root.subtreeEnd = 1
    tree.nodes = [root]
    tree.isGeometryFlipped = isGeometryFlipped
    return tree
  }

  @Test func roundsTheScaledSize() throws {
    let size = CGSize(width: 10.4, height: 20.6)
    let canvas = try Canvas(size: size, fit: .scale(1))
    #expect((canvas.width, canvas.height) == (10, 21))
    let double = try Canvas(size: size, fit: .scale(2))
    #expect((double.width, double.height) == (21, 41))
    let tiny = try Canvas(size: size, fit: .scale(0.001))
    #expect((tiny.width, tiny.height) == (1, 1))
  }

  @Test func fitsAndCentres() throws {
    let canvas = try Canvas(
      size: CGSize(width: 100, height: 50), fit: .pixels(width: 400, height: 300))
    #expect(canvas.scale == 4)
    #expect(canvas.margin == CGPoint(x: 0, y: 50))
    let tall = try Canvas(
      size: CGSize(width: 50, height: 100), fit: .pixels(width: 300, height: 200))
    #expect(tall.scale == 2)
    #expect(tall.margin == CGPoint(x: 100, y: 0))
    let odd = try Canvas(size: CGSize(width: 10, height: 10), fit: .pixels(width: 20, height: 25))
    #expect(odd.margin == CGPoint(x: 0, y: 2))
  }

  @Test(arguments: [true, false], [CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0, y: 1)])
  func theRootFillsTheCanvas(isGeometryFlipped: Bool, anchorPoint: CGPoint) throws {
    let tree = tree(
      CGRect(x: 7, y: 8, width: 40, height: 20), position: CGPoint(x: -3, y: 1000),
      anchorPoint: anchorPoint, isGeometryFlipped: isGeometryFlipped)
    let canvas = try Canvas(
      size: CGSize(width: 40, height: 20), fit: .pixels(width: 100, height: 100))
    let transform = canvas.viewport(for: tree, background: .zero).transform
    let (left, low) = (-3 - 40 * anchorPoint.x, 1000 - 20 * anchorPoint.y)
    let corner = CGPoint(x: left, y: low).applying(transform)
    let opposite = CGPoint(x: left + 40, y: low + 20).applying(transform)
    #expect(corner == CGPoint(x: 0, y: isGeometryFlipped ? 25 : 75))
    #expect(opposite == CGPoint(x: 100, y: isGeometryFlipped ? 75 : 25))
  }

  @Test func namesTheLimit() {
    let huge = CGSize(width: 100_000, height: 100_000)
    #expect(
      throws: GlazeError.canvasTooLarge(
        width: 100_000, height: 100_000, limit: .dimension(32_768))
    ) { try Canvas(size: huge, fit: .scale(1)) }
    #expect(
      throws: GlazeError.canvasTooLarge(
        width: 20_000, height: 20_000, limit: .pixelCount(256 << 20))
    ) { try Canvas(size: huge, fit: .scale(0.2)) }
    #expect(
      throws: GlazeError.canvasTooLarge(width: 10_000, height: 10_000, limit: .dimension(8192))
    ) { try Canvas(size: huge, fit: .scale(0.1), maximumDimension: 8192) }
    #expect(
      throws: GlazeError.canvasTooLarge(
        width: 1_000_000_000_000_000, height: 1, limit: .dimension(32_768))
    ) { try Canvas(size: CGSize(width: 1e300, height: 1), fit: .scale(1)) }
    #expect(
      GlazeError.canvasTooLarge(width: 9, height: 8, limit: .dimension(7)).description
        == "an image of 9 x 8 pixels is too large; the limit is 7 pixels on a side")
  }

  @Test(arguments: [0, -1, CGFloat.nan, .infinity])
  func refusesEmptySizes(side: CGFloat) {
    #expect(throws: GlazeError.self) {
      try Canvas(size: CGSize(width: side, height: 10), fit: .scale(1))
    }
    #expect(throws: GlazeError.self) {
      try Canvas(size: CGSize(width: 10, height: side), fit: .pixels(width: 10, height: 10))
    }
  }
}
