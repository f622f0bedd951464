import GlazeDrawing
import GlazeGeometry
import Testing

/// All images here are 24 x 16 pixels of one smooth gradient; lossy ones are near it.
@Suite("JPEG and WebP decoding")
struct JPEGAndWebPDecodingTests {
  private static func gradient(_ x: Int, _ y: Int) -> Pixel {
    Pixel(UInt8(x * 10), UInt8(y * 16), UInt8(255 - x * 10), 255)
  }

  private static func check(
    _ name: String, tolerance: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel
  ) throws {
    let image = try Resource.image(name)
    #expect(image.width == 24)
    #expect(image.height == 16)
    let expected = bytes(width: 24, height: 16) { pixel($0, $1).premultiplied }
    #expect(try #require(largestDifference(image.pixels, expected)) <= tolerance)
  }

  // Quality 95 and 90; progressive.jpg has a quarter of the color samples, and the gradient is
  // steep.
  @Test(
    "Colour",
    arguments: [
      ("baseline.jpg", 6), ("three-scans.jpg", 6), ("progressive.jpg", 30),
      ("orientation-6.jpg", 6), ("lossy.webp", 30),
      ("lossless.webp", 0),
    ])
  func color(name: String, tolerance: Int) throws {
    try Self.check(name, tolerance: tolerance, Self.gradient)
    #expect(try Resource.image(name).isOpaque)
  }

  @Test("Grayscale JPEG")
  func gray() throws {
    try Self.check("gray.jpg", tolerance: 4) { x, _ in
      Pixel(UInt8(x * 10), UInt8(x * 10), UInt8(x * 10), 255)
    }
  }

  @Test(
    "CMYK, Adobe's inverted CMYK, and YCCK", arguments: ["cmyk-plain", "cmyk-adobe", "ycck-adobe"])
  func ink(name: String) throws {
    try Self.check("\(name).jpg", tolerance: 8) { x, y in
      let ink = [x * 10, y * 16, 255 - x * 10].map { Double($0) / 255 }
      let light = ink.map { UInt8(clamping: ((1 - $0) * Double(255 - y * 8)).rounded()) }
      return Pixel(light[0], light[1], light[2], 255)
    }
  }

  @Test("WebP with alpha", arguments: [("lossless-alpha.webp", 0), ("lossy-alpha.webp", 30)])
  func alpha(name: String, tolerance: Int) throws {
    try Self.check(name, tolerance: tolerance) { x, y in
      var pixel = Self.gradient(x, y)
      pixel[3] = UInt8(255 - y * 16)
      return pixel
    }
    #expect(try Resource.image(name).isOpaque == false)
  }

  @Test("The error names unsupported formats", arguments: ["%PDF-1.7", "\0\0\0 ftypqt  "])
  func unsupported(start: String) {
    #expect {
      try ImageDecoder.decode(Array(start.utf8), name: "x")
    } throws: { error in
      guard case .unsupported("x", _)? = error as? ImageError else { return false }
      return true
    }
  }

  @Test("Data that is not an image", arguments: [[], [0x89], Array("<caml>".utf8), [0xFF, 0xD8]])
  func notAnImage(data: [UInt8]) {
    #expect(throws: ImageError.notAnImage(name: "x")) {
      try ImageDecoder.decode(data, name: "x")
    }
  }
}
