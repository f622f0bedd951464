import Foundation
import GlazeGeometry
import Testing

/// Color spaces from profiles and from numbers, and those that other code defines.
@Suite struct MadeColorSpaceTests {
  private func inSRGB(_ components: [CGFloat], _ space: CGColorSpace) throws -> [CGFloat] {
    let color = try #require(CGColor(colorSpace: space, components: components + [1]))
    let extended = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let converted = color.converted(to: extended, intent: .defaultIntent, options: nil)
    return try #require(converted?.components).dropLast()
  }

  private func isNear(_ a: [CGFloat], _ b: [CGFloat], _ tolerance: CGFloat = 1e-3) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  /// The CIE coordinates of sRGB's colors under D50.
  @Test(
    arguments: [
      ([100, 0, 0], [1, 1, 1]), ([0, 0, 0], [0, 0, 0]), ([53.585, 0, 0], [0.5, 0.5, 0.5]),
      ([54.29, 80.8, 69.89], [1, 0, 0]),
    ] as [([CGFloat], [CGFloat])])
  func lab(components: [CGFloat], expected: [CGFloat]) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.genericLab))
    #expect(space.model == .lab && space.numberOfComponents == 3)
    #expect(isNear(try inSRGB(components, space), expected, 5e-3))
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let back = red.converted(to: space, intent: .defaultIntent, options: nil)?.components
    #expect(back?.count == 4)
  }

  /// White of BT.2408 is at 58 % of PQ and 75 % of HLG.
  @Test(arguments: [(CGColorSpace.itur_2100_PQ, 0.5807), (CGColorSpace.itur_2100_HLG, 0.75)])
  func highDynamicRange(name: String, white: CGFloat) throws {
    let space = try #require(CGColorSpace(name: name))
    #expect(isNear(try inSRGB([white, white, white], space), [1, 1, 1]))
    #expect(try inSRGB([1, 1, 1], space)[0] > 1.5)
    let grey = CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    let there = try #require(
      grey.converted(to: space, intent: .defaultIntent, options: nil)?.components)
    #expect(isNear(try inSRGB(Array(there.dropLast()), space), [0.5, 0.5, 0.5]))
  }

  /// sRGB's primaries without a curve are linear sRGB.
  @Test func calibrated() throws {
    let white: [CGFloat] = [0.9505, 1, 1.089]
    let matrix: [CGFloat] = [
      0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505,
    ]
    let space = try #require(
      CGColorSpace(
        calibratedRGBWhitePoint: white, blackPoint: nil, gamma: nil, matrix: matrix))
    #expect(isNear(try inSRGB([0.2140, 1, 0], space), [0.5, 1, 0], 5e-3))
    let grey = try #require(
      CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: 1))
    #expect(isNear(try inSRGB([0.2140], grey), [0.5, 0.5, 0.5]))
    let none: [CGFloat] = [0, 0, 0]
    #expect(CGColorSpace(labWhitePoint: none, blackPoint: nil, range: nil) == nil)
    #expect(
      CGColorSpace(
        calibratedRGBWhitePoint: white, blackPoint: nil, gamma: nil,
        matrix: Array(repeating: 0, count: 9))
        == nil)
  }

  @Test func siblings() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(CGColorSpaceCreateLinearized(p3)?.name == CGColorSpace.linearDisplayP3)
    #expect(CGColorSpaceCreateExtended(p3)?.name == CGColorSpace.extendedDisplayP3)
    let both = try #require(CGColorSpaceCreateExtendedLinearized(p3))
    #expect(both.name == CGColorSpace.extendedLinearDisplayP3)
    #expect(CGColorSpaceUsesExtendedRange(both) && !CGColorSpaceUsesExtendedRange(p3))
    #expect(CGColorSpaceCreateCopyWithStandardRange(both)?.name == CGColorSpace.linearDisplayP3)
    #expect(p3.isWideGamutRGB && !CGColorSpaceCreateDeviceRGB().isWideGamutRGB)
    let pq = try #require(CGColorSpace(name: CGColorSpace.displayP3_PQ))
    #expect(CGColorSpaceIsPQBased(pq) && !CGColorSpaceIsHLGBased(pq))
  }

  /// A profile of linear sRGB as in files, with tags for three primaries and their curves.
  @Test func profiles() throws {
    let data = Self.profile
    #expect(CGColorSpace(iccData: Data([1, 2, 3])) == nil)
    #expect(CGColorSpace(iccData: data.prefix(200)) == nil)
    // If Little CMS is not installed, there is no space.
    guard let space = CGColorSpace(iccData: data) else { return }
    #expect(space.model == .rgb && space.numberOfComponents == 3 && space.name == nil)
    #expect(space.copyICCData() == data)
    #expect(space == CGColorSpace(iccData: data) && space != CGColorSpaceCreateDeviceRGB())
    #expect(isNear(try inSRGB([0.2140, 1, 0], space), [0.5, 1, 0], 5e-3))
    // Colors outside the gamut are converted back unchanged.
    let wide = CGColor(srgbRed: 0.5, green: 0.25, blue: 1, alpha: 1)
    let there = try #require(
      wide.converted(to: space, intent: .defaultIntent, options: nil)?.components)
    #expect(isNear(there, [0.2140, 0.0509, 1, 1], 5e-3))
    // Images in the space become sRGB.
    let provider = try #require(CGDataProvider(data: Data([55, 255, 0, 255])))
    let image = try #require(
      CGImage(
        width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    let pixel = image.pixels
    #expect(abs(Int(pixel[0]) - 128) <= 2 && pixel[1] >= 254 && pixel[2] <= 1)
  }

  private static var profile: Data {
    func number(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    func fixed(_ value: Double) -> [UInt8] {
      number(UInt32(clamping: (value * 65536).rounded()))
    }
    func xyz(_ v: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0) + v.flatMap(fixed) }
    let curve = Array("curv".utf8) + number(0) + number(0)
    let tags: [(String, [UInt8])] = [
      ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz([0.43607, 0.22249, 0.01392])),
      ("gXYZ", xyz([0.38515, 0.71687, 0.09708])), ("bXYZ", xyz([0.14307, 0.06061, 0.7141])),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, bodies) = (number(UInt32(tags.count)), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, body) in tags {
      table += Array(name.utf8) + number(UInt32(start + bodies.count)) + number(UInt32(body.count))
      bodies += body
    }
    var header = number(UInt32(start + bodies.count)) + number(0) + [2, 0x40, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 68 - header.count) + [0.9642, 1, 0.8249].flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return Data(header + table + bodies)
  }
}
