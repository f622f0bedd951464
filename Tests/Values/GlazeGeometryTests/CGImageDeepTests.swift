import Foundation
import GlazeGeometry
import Testing

@Suite("CGImage with more than 8 bits") struct CGImageDeepTests {
  private func make(
    _ bytes: [UInt8], width: Int = 1, height: Int = 1, bits: Int, components: Int = 4,
    space: String = CGColorSpace.extendedSRGB, alpha: CGImageAlphaInfo, _ options: CGBitmapInfo
  ) throws -> CGImage? {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let space = try #require(CGColorSpace(name: space))
    return CGImage(
      width: width, height: height, bitsPerComponent: bits, bitsPerPixel: bits * components,
      bytesPerRow: width * bits * components / 8, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue).union(options), provider: provider,
      decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  private func bytes(floats: [Float], isLittle: Bool = true) -> [UInt8] {
    floats.flatMap { v in
      let little = (0..<4).map { UInt8(truncatingIfNeeded: v.bitPattern >> ($0 * 8)) }
      return isLittle ? little : little.reversed()
    }
  }

  private func bytes(halves: [Float16]) -> [UInt8] {
    halves.flatMap { [UInt8(truncatingIfNeeded: $0.bitPattern), UInt8($0.bitPattern >> 8)] }
  }

  private func expect(
    _ image: CGImage?, _ expected: [Float], tolerance: Float = 0.001,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deep = try #require(image?.deepPixels)
    #expect(deep.count == expected.count, sourceLocation: sourceLocation)
    for (a, b) in zip(deep, expected) {
      #expect(
        abs(Float(a) - b) <= tolerance * max(1, abs(b)), "\(deep) \(expected)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func floatsKeepWhatLeavesTheUnit() throws {
    let values: [Float] = [1.6, -0.2, 0.1, 1]
    for isLittle in [true, false] {
      let order: CGBitmapInfo = isLittle ? .byteOrder32Little : .byteOrder32Big
      let image = try make(
        bytes(floats: values, isLittle: isLittle), bits: 32, alpha: .premultipliedLast,
        [.floatComponents, order])
      try expect(image, values)
      #expect(image?.pixels == [255, 0, 25, 255])
    }
    let halves = try make(
      bytes(halves: [1.6, -0.2, 0.1, 0.5]), bits: 16, alpha: .last,
      [.floatComponents, .byteOrder16Little])
    try expect(halves, [0.8, -0.1, 0.05, 0.5])
  }

  @Test func placesOfAlpha() throws {
    let options: CGBitmapInfo = [.floatComponents, .byteOrder32Little]
    try expect(
      make(bytes(floats: [0.5, 2, 1, 0]), bits: 32, alpha: .first, options), [1, 0.5, 0, 0.5])
    try expect(
      make(bytes(floats: [9, 2, 1, 0]), bits: 32, alpha: .noneSkipFirst, options), [2, 1, 0, 1])
    try expect(
      make(bytes(floats: [2, 1, 0]), bits: 32, components: 3, alpha: .none, options),
      [2, 1, 0, 1])
    try expect(
      make(
        bytes(floats: [2, 0.5]), bits: 32, components: 2, space: CGColorSpace.extendedLinearGray,
        alpha: .premultipliedLast, options), [0.9124, 0.9124, 0.9124, 0.5])
  }

  @Test func sixteenBitsKeepTheirPrecision() throws {
    // 0x8080 is 128 of 255, and 0x80C0 a quarter of a step more.
    for isLittle in [true, false] {
      let order: CGBitmapInfo = isLittle ? .byteOrder16Little : .byteOrder16Big
      let words: [UInt8] =
        isLittle
        ? [0x80, 0x80, 0xC0, 0x80, 0, 0, 0xFF, 0xFF] : [0x80, 0x80, 0x80, 0xC0, 0, 0, 0xFF, 0xFF]
      let image = try make(words, bits: 16, space: CGColorSpace.sRGB, alpha: .noneSkipLast, order)
      try expect(image, [Float(0x8080) / 65535, Float(0x80C0) / 65535, 0, 1], tolerance: 0.0003)
      #expect(image?.pixels.prefix(2) == [128, 128])
      #expect(image?.isOpaque == true)
    }
  }

  @Test func otherSpacesAreConvertedWithoutClipping() throws {
    // The red of Display P3 is outside sRGB.
    let image = try make(
      bytes(floats: [1, 0, 0, 1]), bits: 32, space: CGColorSpace.extendedDisplayP3,
      alpha: .premultipliedLast, [.floatComponents, .byteOrder32Little])
    try expect(image, [1.0931, -0.2267, -0.1501, 1])
    // Twice the light of white.
    let bright = try make(
      bytes(floats: [2, 2, 2, 1]), bits: 32, space: CGColorSpace.extendedLinearSRGB,
      alpha: .premultipliedLast, [.floatComponents, .byteOrder32Little])
    try expect(bright, [1.3533, 1.3533, 1.3533, 1])
  }

  @Test func whatIsNoNumberIsLimited() throws {
    let image = try make(
      bytes(floats: [.nan, .infinity, -.infinity, 7]), bits: 32, alpha: .premultipliedLast,
      [.floatComponents, .byteOrder32Little])
    try expect(image, [0, 65504, -65504, 1])
    #expect(image?.pixels == [0, 255, 0, 255])
  }

  @Test func whatIsNotKnownGivesNil() throws {
    let data = [UInt8](repeating: 0, count: 16)
    #expect(try make(data, bits: 32, alpha: .premultipliedLast, .byteOrder32Little) == nil)
    #expect(
      try make(data, bits: 32, alpha: .premultipliedLast, [.floatComponents, .byteOrder16Little])
        == nil)
    #expect(
      try make(data, width: 2, bits: 32, alpha: .last, [.floatComponents, .byteOrder32Little])
        == nil)
    #expect(
      try make(
        data, bits: 32, space: CGColorSpace.genericCMYK, alpha: .last,
        [.floatComponents, .byteOrder32Little]) == nil)
  }

  @Test func partsAndCopiesStayDeep() throws {
    let image = CGImage(
      width: 2, height: 1, deepPixels: [1.5, 0, 0, 1, -0.5, 0.25, 0, 0.5])
    #expect(!image.isOpaque)
    #expect((image.bitsPerComponent, image.bitsPerPixel, image.bytesPerRow) == (16, 64, 16))
    #expect(image.bitmapInfo.contains([.floatComponents, .byteOrder16Little]))
    #expect(image.colorSpace?.name == CGColorSpace.extendedSRGB)
    let part = try #require(image.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 1)))
    try expect(part, [-0.5, 0.25, 0, 0.5])
    let stored = try #require(image.dataProvider?.data)
    let again = try make(
      [UInt8](stored), width: 2, bits: 16,
      alpha: .premultipliedLast, [.floatComponents, .byteOrder16Little])
    #expect(again == image)
    let other = CGImage(width: 2, height: 1, deepPixels: [2, 0, 0, 1, -0.5, 0.25, 0, 0.5])
    #expect(other.pixels == image.pixels && other != image)
    let provider = try #require(CGDataProvider(data: Data([0, 204])))
    let half = try #require(
      CGImage(
        maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2,
        provider: provider, decode: nil, shouldInterpolate: true))
    try expect(image.masking(half), [1.5, 0, 0, 1, -0.1, 0.05, 0, 0.1])
  }
}
