import Foundation
import GlazeGeometry
import Testing

@Suite("CGImage") struct CGImageTests {
  /// Makes an image whose pixels encode their position: red is x, green is y.
  private func grid(_ width: Int, _ height: Int) -> CGImage {
    let pixels: [UInt8] = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in [UInt8(x), UInt8(y), 0, 255] }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  @Test("describes its storage") func storage() {
    let image = grid(3, 2)
    #expect((image.width, image.height) == (3, 2))
    #expect((image.bitsPerComponent, image.bitsPerPixel, image.bytesPerRow) == (8, 32, 12))
    #expect(image.alphaInfo == .noneSkipLast)
    #expect(image.bitmapInfo.rawValue == CGImageAlphaInfo.noneSkipLast.rawValue)
    #expect(image.colorSpace?.name == CGColorSpace.sRGB)
    #expect(image.dataProvider?.data == Data(image.pixels))
  }

  @Test("opacity is found wherever the one translucent pixel is", arguments: 0..<37)
  func opacity(place: Int) {
    var pixels = [UInt8](repeating: 255, count: 37 * 4)
    #expect(CGImage(width: 37, height: 1, premultipliedRGBA: pixels).isOpaque)
    pixels[place * 4 + 3] = 254
    let image = CGImage(width: 37, height: 1, premultipliedRGBA: pixels)
    #expect(!image.isOpaque)
    #expect(image.alphaInfo == .premultipliedLast)
  }

  @Test("identity is unique, equality is by pixels") func equality() {
    let (a, b, c) = (grid(3, 2), grid(3, 2), grid(2, 3))
    #expect(a.identity != b.identity)
    #expect(a == b)
    #expect(a.hashValue == b.hashValue)
    #expect(a != c)
    #expect(Set((0..<100).map { _ in grid(1, 1).identity }).count == 100)
  }

  @Test("cropping counts rows from the top and grows to integer pixels") func cropping() throws {
    let image = grid(10, 8)
    let part = try #require(image.cropping(to: CGRect(x: 2, y: 3, width: 4, height: 2)))
    #expect((part.width, part.height) == (4, 2))
    #expect(Array(part.pixels[0..<4]) == [2, 3, 0, 255])
    #expect(Array(part.pixels.suffix(4)) == [5, 4, 0, 255])
    #expect(part.isOpaque)
    let grown = try #require(image.cropping(to: CGRect(x: 2.5, y: 3.5, width: 1, height: 1)))
    #expect((grown.width, grown.height) == (2, 2))
    let edge = try #require(image.cropping(to: CGRect(x: 8, y: -5, width: 100, height: 6)))
    #expect((edge.width, edge.height) == (2, 1))
    #expect(Array(edge.pixels[0..<4]) == [8, 0, 0, 255])
    #expect(image.cropping(to: CGRect(x: 0, y: 0, width: 10, height: 8)) === image)
  }

  @Test("cropping to an empty or invalid rectangle gives nil or the whole, never a crash")
  func croppingExtremes() {
    let image = grid(10, 8)
    #expect(image.cropping(to: CGRect(x: 20, y: 0, width: 5, height: 5)) == nil)
    #expect(image.cropping(to: CGRect(x: 10, y: 0, width: 5, height: 5)) == nil)
    #expect(image.cropping(to: .null) == nil)
    #expect(image.cropping(to: .zero) == nil)
    #expect(image.cropping(to: CGRect(x: 0, y: 0, width: CGFloat.nan, height: 5)) == nil)
    #expect(image.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5)) == nil)
    #expect(image.cropping(to: .infinite) === image)
    #expect(image.cropping(to: CGRect(x: -1e30, y: -1e30, width: 2e30, height: 2e30)) === image)
  }

  @Test("a gray image as a mask: white keeps, black removes") func maskingByGray() throws {
    let image = CGImage(
      width: 3, height: 1,
      premultipliedRGBA: [
        200, 100, 50, 255, 200, 100, 50, 255, 100, 50, 25, 128,
      ])
    let mask = CGImage(
      width: 3, height: 1,
      premultipliedRGBA: [
        255, 255, 255, 255, 0, 0, 0, 255, 128, 128, 128, 255,
      ])
    let masked = try #require(image.masking(mask))
    #expect(masked.pixels == [200, 100, 50, 255, 0, 0, 0, 0, 50, 25, 13, 64])
    #expect(!masked.isOpaque)
    let translucent = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0])
    #expect(image.masking(translucent) == nil)
  }

  @Test("an image mask: 0 paints, 255 blocks; decode inverts it") func maskingByMask()
    throws
  {
    let image = CGImage(width: 2, height: 1, premultipliedRGBA: [9, 9, 9, 255, 9, 9, 9, 255])
    let provider = try #require(CGDataProvider(data: Data([0, 255])))
    func mask(_ decode: [CGFloat]?) -> CGImage? {
      CGImage(
        maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2,
        provider: provider, decode: decode, shouldInterpolate: false)
    }
    let plain = try #require(mask(nil))
    #expect(plain.isMask && plain.colorSpace == nil)
    #expect(image.masking(plain)?.pixels == [9, 9, 9, 255, 0, 0, 0, 0])
    let turned = try #require(mask([1, 0]))
    #expect(image.masking(turned)?.pixels == [0, 0, 0, 0, 9, 9, 9, 255])
    #expect(mask([0.2, 1]) == nil)
  }

  @Test("a mask of another size is stretched") func maskStretching() throws {
    let white = [UInt8](repeating: 255, count: 4 * 4)
    let image = CGImage(width: 4, height: 1, premultipliedRGBA: white)
    let mask = CGImage(width: 2, height: 1, premultipliedRGBA: [0, 0, 0, 255, 255, 255, 255, 255])
    let masked = try #require(image.masking(mask))
    // Sample centers at -0.25, 0.25, 0.75 and 1.25 of the mask's pixels.
    #expect(stride(from: 3, to: 16, by: 4).map { masked.pixels[$0] } == [0, 64, 191, 255])
  }
}
