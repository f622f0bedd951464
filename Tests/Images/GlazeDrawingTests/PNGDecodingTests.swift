import GlazeDrawing
import GlazeGeometry
import Testing

/// One of the images from `gray-1.png` to `rgba-16.png`: 13 x 7 pixels of a formula.
struct PatternPNG: CustomTestStringConvertible, Sendable {
  enum Kind: String, CaseIterable {
    case gray, rgb, palette, grayalpha, rgba

    var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayalpha, .rgba: [8, 16]
      }
    }
  }

  let kind: Kind
  let bitDepth: Int
  let isTransparent: Bool
  let isInterlaced: Bool

  static let all: [PatternPNG] = Kind.allCases.flatMap { kind in
    kind.bitDepths.flatMap { bitDepth in
      [false, true].flatMap { isInterlaced in
        (kind == .grayalpha || kind == .rgba ? [false] : [false, true]).map { isTransparent in
          PatternPNG(
            kind: kind, bitDepth: bitDepth, isTransparent: isTransparent,
            isInterlaced: isInterlaced)
        }
      }
    }
  }

  var name: String {
    "\(kind)-\(bitDepth)\(isTransparent ? "-transparent" : "")"
      + "\(isInterlaced ? "-interlaced" : "").png"
  }

  var testDescription: String { name }

  private func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    bitDepth == 16
      ? (x * 3701 + y * 10103 + channel * 5903 + x * y * 1301) % 65536
      : (x * 37 + y * 101 + channel * 59 + x * y * 13) % (1 << bitDepth)
  }

  func samples(_ x: Int, _ y: Int) -> [Int] {
    let channels = [Kind.gray: 1, .palette: 1, .grayalpha: 2, .rgb: 3, .rgba: 4][kind] ?? 0
    return (0..<channels).map { sample(x, y, $0) }
  }

  /// Returns the pixel of the file at a position.
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    let samples = samples(x, y)
    let maximum = (1 << bitDepth) - 1
    let values = samples.map { UInt8(($0 * 255 + maximum / 2) / maximum) }
    // The color at (3, 2) is the transparent one.
    let alpha: UInt8 = isTransparent && samples == self.samples(3, 2) ? 0 : 255
    switch kind {
    case .gray: return Pixel(values[0], values[0], values[0], alpha)
    case .grayalpha: return Pixel(values[0], values[0], values[0], values[1])
    case .rgb: return Pixel(values[0], values[1], values[2], alpha)
    case .rgba: return Pixel(values[0], values[1], values[2], values[3])
    case .palette: return paletteColor(samples[0])
    }
  }

  private func paletteColor(_ sample: Int) -> Pixel {
    let count = min(1 << bitDepth, 11)
    let index = sample % count
    let alpha = isTransparent && index < (count + 1) / 2 ? index * 67 % 256 : 255
    return Pixel(
      UInt8((index * 53 + 11) % 256), UInt8((index * 97 + 29) % 256),
      UInt8((index * 151 + 71) % 256), UInt8(alpha))
  }
}

@Suite("PNG decoding")
struct PNGDecodingTests {
  @Test(
    "All color types and bit depths, transparent colors, interlacing", arguments: PatternPNG.all)
  func pattern(file: PatternPNG) throws {
    let image = try Resource.image(file.name)
    #expect(image.width == 13)
    #expect(image.height == 7)
    #expect(image.pixels == bytes(width: 13, height: 7) { file.pixel($0, $1).premultiplied })
    #expect((image.deepPixels != nil) == (file.bitDepth == 16))
  }

  @Test("PNG files from Xcode: BGRA, premultiplied, without zlib's header")
  func xcode() throws {
    let file = PatternPNG(kind: .rgba, bitDepth: 8, isTransparent: false, isInterlaced: false)
    let image = try Resource.image("rgba-8-xcode.png")
    #expect(image.pixels == bytes(width: 13, height: 7) { file.pixel($0, $1).premultiplied })
    let mask = try Resource.image("rgba-8-xcode.png", as: .luminanceAsAlpha).pixels
    let plain = try Resource.image(file.name, as: .luminanceAsAlpha).pixels
    #expect(largestDifference(mask, plain) ?? 255 <= 1)
  }

  @Test("16 bits keep the precision of half floats") func depth() throws {
    let file = PatternPNG(
      kind: .rgba, bitDepth: 16, isTransparent: false, isInterlaced: false)
    let deep = try #require(try Resource.image(file.name).deepPixels)
    for y in 0..<7 {
      for x in 0..<13 {
        let samples = file.samples(x, y).map { Float($0) / 65535 }
        for k in 0..<4 {
          let expected = k == 3 ? samples[3] : samples[k] * samples[3]
          #expect(deep[(y * 13 + x) * 4 + k] == Float16(expected))
        }
      }
    }
  }

  @Test("Gamma, chromaticities and a broken profile change nothing")
  func colorChunks() throws {
    #expect(try Resource.image("colour-chunks.png") == Resource.image("rgb-8.png"))
  }

  @Test("Luminance becomes the alpha of white", arguments: PatternPNG.all)
  func luminanceAsAlpha(file: PatternPNG) throws {
    let image = try Resource.image(file.name, as: .luminanceAsAlpha)
    let expected = bytes(width: 13, height: 7) { x, y in
      let pixel = file.pixel(x, y)
      let luma = 0.2126 * Double(pixel[0]) + 0.7152 * Double(pixel[1]) + 0.0722 * Double(pixel[2])
      let alpha = (luma * Double(pixel[3]) / 255).rounded()
      return Pixel(repeating: UInt8(clamping: alpha))
    }
    // Gray is exact; color is rounded twice.
    let isGrey = file.kind == .gray
    #expect(try #require(largestDifference(image.pixels, expected)) <= (isGrey ? 0 : 1))
  }

  @Test("A file of 69 bytes with a false size", arguments: [(100_000, 100_000), (16384, 16385)])
  func tooLarge(width: Int, height: Int) throws {
    let name = "claims-\(width)x\(height).png"
    #expect(throws: ImageError.tooLarge(name: name, width: width, height: height)) {
      try Resource.image(name)
    }
  }

  @Test("A size within the limits that the data cannot fill is rejected before it is allocated")
  func unfillable() {
    #expect {
      try Resource.image("claims-16000x16000.png")
    } throws: { error in
      guard case .truncated(_, let detail)? = error as? ImageError else { return false }
      return detail.contains("cannot hold 16000 x 16000")
    }
  }

  @Test("A width of 0")
  func empty() {
    #expect(throws: ImageError.corrupt(name: "claims-0x5.png", detail: "0 x 5 pixels")) {
      try Resource.image("claims-0x5.png")
    }
  }

  @Test("The error names unsupported variants", arguments: ["unknown-critical-chunk.png"])
  func unsupported(name: String) {
    #expect {
      try Resource.image(name)
    } throws: { error in
      guard case .unsupported(name, _)? = error as? ImageError else { return false }
      return true
    }
  }
}
