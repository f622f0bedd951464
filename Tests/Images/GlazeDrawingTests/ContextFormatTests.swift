import Foundation
import GlazeDrawing
import GlazeGeometry
import Testing

@Suite struct ContextFormatTests {
  struct Format: Sendable {
    let alpha: CGImageAlphaInfo
    let order: CGBitmapInfo
    /// The bytes of half-transparent (1, 0.5, 0).
    let bytes: [Int]
  }

  static let formats = [
    Format(alpha: .premultipliedLast, order: [], bytes: [128, 64, 0, 128]),
    Format(alpha: .premultipliedLast, order: .byteOrder32Big, bytes: [128, 64, 0, 128]),
    Format(alpha: .premultipliedLast, order: .byteOrder32Little, bytes: [128, 0, 64, 128]),
    Format(alpha: .premultipliedFirst, order: [], bytes: [128, 128, 64, 0]),
    Format(alpha: .premultipliedFirst, order: .byteOrder32Little, bytes: [0, 64, 128, 128]),
  ]

  @Test(arguments: formats)
  func memoryHasItsLayoutAndImagesAreTheSame(format: Format) throws {
    var memory = [UInt8](repeating: 0, count: 3 * 20)
    let image = try memory.withUnsafeMutableBytes { bytes in
      let c = try DrawnImage.context(
        4, 3, format.alpha, format.order, data: bytes.baseAddress, bytesPerRow: 20)
      #expect(c.data == bytes.baseAddress)
      c.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
      c.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      return c.makeImage()
    }
    #expect(near(memory[44..<48].map { Int($0) }, format.bytes))
    #expect(memory[0..<44].allSatisfy { $0 == 0 })
    #expect(near(try DrawnImage(image)[1, 2], [128, 64, 0, 128]))
  }

  @Test(arguments: [CGImageAlphaInfo.noneSkipLast, .noneSkipFirst])
  func withoutAlphaTheBitmapIsBlackAndOpaque(alpha: CGImageAlphaInfo) throws {
    let c = try DrawnImage.context(2, 1, alpha, alpha == .noneSkipLast ? [] : .byteOrder32Little)
    c.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    c.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let drawn = try DrawnImage(c)
    #expect(drawn[0, 0] == [0, 0, 0, 255])
    #expect(near(drawn[1, 0], [128, 0, 0, 255]))
    #expect(drawn.image.alphaInfo == .noneSkipLast)
  }

  @Test func whatLiesInTheMemoryIsDrawnOver() throws {
    var gray: [UInt8] = [10, 20, 30, 40]
    let image = try gray.withUnsafeMutableBytes { bytes in
      let c = try #require(
        CGContext(
          data: bytes.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 2,
          space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue))
      c.setFillColor(.white)
      c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return c.makeImage()
    }
    #expect(gray == [10, 20, 255, 40])
    #expect(try DrawnImage(image)[1, 1] == [40, 40, 40, 255])
  }

  @Test func grayIsLumaInTheContextsSpace() throws {
    func gray(_ name: String, _ color: CGColor) throws -> UInt8 {
      let c = try #require(
        CGContext(
          data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0,
          space: CGColorSpace(name: name), bitmapInfo: 0))
      c.setFillColor(color)
      c.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return try #require(c.data).load(as: UInt8.self)
    }
    #expect(try gray(CGColorSpace.genericGrayGamma2_2, .white) == 255)
    let half = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    #expect(abs(Int(clamping: try gray(CGColorSpace.linearGray, half)) - 55) <= 1)
    let green = Int(clamping: try gray(CGColorSpace.genericGrayGamma2_2, .green))
    #expect(abs(green - 182) <= 2)
  }

  @Test(arguments: [0, 5])
  func alphaOnlyKeepsCoverage(bytesPerRow: Int) throws {
    let c = try #require(
      CGContext(
        data: nil, width: 5, height: 2, bitsPerComponent: 8, bytesPerRow: bytesPerRow, space: nil,
        bitmapInfo: CGImageAlphaInfo.alphaOnly.rawValue))
    c.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
    c.fill(CGRect(x: 4, y: 1, width: 1, height: 1))
    let data = try #require(c.data)
    #expect(data.load(fromByteOffset: 4, as: UInt8.self) == 128)
    let image = try #require(c.makeImage())
    #expect(image.isMask)
    #expect(try DrawnImage(image)[4, 0][3] == 128)
    #expect(c.bitsPerPixel == 8)
  }

  @Test func unsupportedFormatsAreRefused() {
    func make(
      width: Int = 4, height: Int = 4, bits: Int = 8, row: Int = 0,
      space: CGColorSpace? = CGColorSpaceCreateDeviceRGB(),
      info: UInt32 = CGImageAlphaInfo.premultipliedLast.rawValue
    ) -> CGContext? {
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: row,
        space: space, bitmapInfo: info)
    }
    #expect(make() != nil)
    #expect(make(width: 0) == nil)
    #expect(make(height: -1) == nil)
    #expect(make(width: 40_000) == nil)
    #expect(make(bits: 16) == nil)
    #expect(make(row: 15) == nil)
    #expect(make(row: .max) == nil)
    #expect(make(space: nil) == nil)
    #expect(make(space: CGColorSpaceCreateDeviceCMYK()) == nil)
    #expect(make(space: CGColorSpace(name: CGColorSpace.displayP3)) == nil)
    #expect(make(info: CGImageAlphaInfo.last.rawValue) == nil)
    #expect(make(info: CGBitmapInfo.floatComponents.rawValue | 1) == nil)
    #expect(make(info: CGBitmapInfo.byteOrder16Little.rawValue | 1) == nil)
  }
}
