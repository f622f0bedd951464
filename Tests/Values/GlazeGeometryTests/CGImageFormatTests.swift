import Foundation
import GlazeGeometry
import Testing

@Suite("CGImage formats") struct CGImageFormatTests {
  private func make(
    _ bytes: [UInt8], width: Int = 1, height: Int = 1, bpp: Int, row: Int? = nil,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB(), alpha: CGImageAlphaInfo,
    order: CGBitmapInfo = [], bpc: Int = 8, decode: [CGFloat]? = nil
  ) throws -> CGImage? {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    return CGImage(
      width: width, height: height, bitsPerComponent: bpc, bitsPerPixel: bpp,
      bytesPerRow: row ?? width * bpp / 8, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue).union(order), provider: provider,
      decode: decode, shouldInterpolate: true, intent: .defaultIntent)
  }

  @Test("every position of alpha and both byte orders of RGB")
  func rgb() throws {
    let rgba: [UInt8] = [100, 50, 25, 128]
    let argb: [UInt8] = [128, 100, 50, 25]
    let cases: [(CGImageAlphaInfo, [UInt8], [UInt8])] = [
      (.premultipliedLast, rgba, rgba),
      (.premultipliedFirst, argb, rgba),
      (.last, rgba, [50, 25, 13, 128]),
      (.first, argb, [50, 25, 13, 128]),
      (.noneSkipLast, rgba, [100, 50, 25, 255]),
      (.noneSkipFirst, argb, [100, 50, 25, 255]),
    ]
    for (alpha, bytes, expected) in cases {
      #expect(try make(bytes, bpp: 32, alpha: alpha)?.pixels == expected)
      #expect(
        try make(bytes, bpp: 32, alpha: alpha, order: .byteOrder32Big)?.pixels == expected)
      #expect(
        try make(bytes.reversed(), bpp: 32, alpha: alpha, order: .byteOrder32Little)?.pixels
          == expected)
    }
    #expect(try make([1, 2, 3], bpp: 24, alpha: .none)?.pixels == [1, 2, 3, 255])
  }

  @Test("gray, and alpha only") func grayAndAlpha() throws {
    let gray = CGColorSpaceCreateDeviceGray()
    #expect(try make([77], bpp: 8, space: gray, alpha: .none)?.pixels == [77, 77, 77, 255])
    #expect(
      try make([200, 128], bpp: 16, space: gray, alpha: .last)?.pixels == [100, 100, 100, 128])
    let coverage = try #require(try make([77], bpp: 8, space: gray, alpha: .alphaOnly))
    #expect(coverage.pixels == [0, 0, 0, 77])
    #expect(coverage.isMask)
  }

  @Test("alpha info and opacity follow the source") func opacity() throws {
    let spare = try #require(try make([1, 2, 3, 0], bpp: 32, alpha: .noneSkipLast))
    #expect(spare.isOpaque && spare.alphaInfo == .noneSkipLast)
    let alpha = try #require(try make([1, 2, 3, 255], bpp: 32, alpha: .last))
    #expect(alpha.isOpaque && alpha.alphaInfo == .premultipliedLast)
  }

  @Test("premultiplied colors never exceed their alpha") func overbright() throws {
    #expect(
      try make([255, 10, 20, 100], bpp: 32, alpha: .premultipliedLast)?.pixels
        == [100, 10, 20, 100])
  }

  @Test("rows may be padded; row 0 is the top one") func padding() throws {
    let bytes: [UInt8] = [1, 1, 1, 99, 99, 2, 2, 2]
    let image = try #require(
      try make(bytes, width: 1, height: 2, bpp: 24, row: 5, alpha: .none))
    #expect(image.pixels == [1, 1, 1, 255, 2, 2, 2, 255])
  }

  @Test("data that is a slice of other data") func slices() throws {
    let whole = Data([9, 9, 1, 2, 3, 4])
    let provider = try #require(CGDataProvider(data: whole.dropFirst(2)))
    let image = CGImage(
      width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    #expect(image?.pixels == [1, 2, 3, 255])
  }

  @Test("wide-gamut pixels become sRGB within a level of the exact value") func displayP3() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    var random = Lehmer()
    for _ in 0..<500 {
      let bytes = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = try #require(try make(bytes, bpp: 24, space: space, alpha: .none))
      let color = try #require(
        CGColor(colorSpace: space, components: bytes.map { CGFloat($0) / 255 } + [1]))
      for i in 0..<3 {
        let exact = min(max(color.extendedSRGB[i], 0), 1) * 255
        #expect(abs(Float(image.pixels[i]) - exact) < 0.8)
      }
    }
    // Premultiplied half-transparent P3 gray is the same gray in sRGB.
    let half = try make([64, 64, 64, 128], bpp: 32, space: space, alpha: .premultipliedLast)
    #expect(half?.pixels == [64, 64, 64, 128])
  }

  @Test("unsupported formats give nil") func unsupported() throws {
    let bytes = [UInt8](repeating: 0, count: 64)
    #expect(try make(bytes, bpp: 64, alpha: .last, bpc: 12) == nil)
    #expect(try make(bytes, bpp: 32, alpha: .none) == nil)
    #expect(try make(bytes, bpp: 24, alpha: .last) == nil)
    #expect(try make(bytes, bpp: 32, alpha: .last, order: .byteOrder16Little) == nil)
    #expect(try make(bytes, bpp: 32, alpha: .last, order: .floatComponents) == nil)
    #expect(
      try make(bytes, bpp: 32, space: CGColorSpaceCreateDeviceCMYK(), alpha: .none) == nil)
    #expect(try make(bytes, bpp: 24, alpha: .none, decode: [1, 0, 1, 0, 1, 0]) == nil)
    #expect(try make(bytes, bpp: 24, alpha: .none, decode: [0, 1, 0, 1, 0, 1]) != nil)
  }

  @Test("sizes that do not fit the data give nil, without overflow") func sizes() throws {
    let bytes = [UInt8](repeating: 0, count: 16)
    #expect(try make(bytes, width: 2, height: 2, bpp: 32, alpha: .last) != nil)
    #expect(try make(bytes, width: 2, height: 3, bpp: 32, alpha: .last) == nil)
    #expect(try make(bytes, width: 0, height: 1, bpp: 32, row: 4, alpha: .last) == nil)
    #expect(try make(bytes, width: 1, height: -1, bpp: 32, alpha: .last) == nil)
    #expect(try make(bytes, width: 2, height: 2, bpp: 32, row: 4, alpha: .last) == nil)
    #expect(try make(bytes, width: Int.max, height: Int.max, bpp: 32, row: 4, alpha: .last) == nil)
    #expect(try make(bytes, width: 1, height: Int.max, bpp: 32, row: Int.max, alpha: .last) == nil)
  }
}
