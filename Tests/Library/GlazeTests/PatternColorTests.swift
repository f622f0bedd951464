import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import Testing

/// Patterns as colors of layers.
@Suite struct PatternColorTests {
  /// Cells of 4 x 4 points: red at the origin, blue elsewhere.
  private func color() throws -> CGColor {
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    // Rows go down, whereas the pattern's y goes up.
    let pixels = (0..<16).flatMap { y in (0..<16).flatMap { x in y >= 8 && x < 8 ? red : blue } }
    let image = CGImage(width: 16, height: 16, premultipliedRGBA: pixels)
    let pattern = try #require(
      CGPattern(
        image: image, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), xStep: 4, yStep: 4))
    return try #require(
      CGColor(patternSpace: CGColorSpace(patternBaseSpace: nil), pattern: pattern, components: [1]))
  }

  private func isRed(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
    let start = (y * image.width + x) * 4
    return image.pixels[start] > 200 && image.pixels[start + 2] < 60
  }

  private func isBlue(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
    let start = (y * image.width + x) * 4
    return image.pixels[start] < 60 && image.pixels[start + 2] > 200
  }

  private func isEmpty(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
    image.pixels[(y * image.width + x) * 4 + 3] < 10
  }

  private func page() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 32, height: 32)
    return root
  }

  @Test(arguments: Backends.usable) func backgroundsRepeat(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    let root = page()
    let layer = CALayer()
    layer.frame = CGRect(x: 8, y: 8, width: 16, height: 16)
    layer.backgroundColor = try color()
    root.addSublayer(layer)
    let image = try renderer.render(root)
    for (x, y) in [(0, 0), (4, 0), (8, 12)] {
      #expect(isRed(image, 8 + x + 1, 8 + y + 1) && isBlue(image, 8 + x + 3, 8 + y + 1))
      #expect(isBlue(image, 8 + x + 1, 8 + y + 3))
    }
    #expect(isEmpty(image, 4, 16) && isEmpty(image, 26, 16))
    // Other bounds, and a plain color again.
    layer.bounds.size.width = 8
    layer.cornerRadius = 4
    let small = try renderer.render(root)
    #expect(isEmpty(small, 8, 16) && isRed(small, 17, 17) && isEmpty(small, 12, 8))
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let plain = try renderer.render(root)
    #expect(isRed(plain, 15, 15) && isRed(plain, 17, 19))
  }

  @Test(arguments: Backends.usable) func pathsRepeat(backend: Renderer.Backend) throws {
    let renderer = try RootRenderer(backend: backend)
    renderer.animatesChanges = false
    let root = page()
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 4, y: 4, width: 8, height: 8)
    // The shape extends beyond the bounds.
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
    shape.fillColor = try color()
    shape.strokeColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    shape.lineWidth = 2
    root.addSublayer(shape)
    let image = try renderer.render(root)
    #expect(isRed(image, 4 + 17, 4 + 5) && isBlue(image, 4 + 15, 4 + 5) && isEmpty(image, 28, 8))
    #expect(image.pixels[(14 * 32 + 4) * 4 + 1] > 200)
    shape.fillColor = nil
    #expect(isEmpty(try renderer.render(root), 12, 12))
  }

  /// `render(in:)` draws the same.
  @Test func contextsShowPatterns() throws {
    let layer = page()
    layer.backgroundColor = try color()
    let context = try #require(
      CGContext(
        data: nil, width: 32, height: 32, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.translateBy(x: 0, y: 32)
    context.scaleBy(x: 1, y: -1)
    layer.render(in: context)
    let image = try #require(context.makeImage())
    #expect(isRed(image, 1, 1) && isBlue(image, 3, 1) && isBlue(image, 1, 3))
  }
}
