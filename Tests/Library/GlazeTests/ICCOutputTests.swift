import Foundation
import Glaze
@testable import GlazeDrawing
import GlazeGeometry
import GlazePlan
import Testing

/// Images with ICC profiles reach outputs through half floats of extended sRGB.
///
/// The results equal those of a direct conversion from the profile's space to the output, computed
/// here in double precision, to less than a step of 10 bits, or than a thousandth of white: curves are
/// steep near black, where colors that the space of the image just has are sums that nearly cancel.
@Suite struct ICCOutputTests {
  private static let sources: [OutputColor] = [
    .displayP3, OutputColor(primaries: .bt2020),
    OutputColor(primaries: .bt2020, transfer: .gamma2_2),
    OutputColor(primaries: .displayP3, transfer: .gamma2_2),
  ]
  private static let outputs: [OutputColor] = [
    OutputColor(primaries: .displayP3, depth: .bits16),
    OutputColor(primaries: .bt2020, depth: .bits16),
    OutputColor(primaries: .bt2020, transfer: .pq, depth: .bits16),
    OutputColor(primaries: .bt2020, transfer: .hlg, depth: .bits16),
  ]

  /// Colors with components between dark and full, saturated ones among them.
  private static let colors: [SIMD3<UInt8>] = {
    var colors: [SIMD3<UInt8>] = [
      SIMD3(255, 0, 0), SIMD3(0, 255, 0), SIMD3(0, 0, 255), SIMD3(255, 255, 255), SIMD3(0, 0, 0),
    ]
    for index in 0..<59 {
      let number = UInt8(index)
      colors.append(SIMD3(number &* 37, number &* 101, number &* 197))
    }
    return colors
  }()

  @Test(arguments: sources, outputs)
  func profilesKeepTenBits(source: OutputColor, output: OutputColor) throws {
    let profile = ColorProfile.file(of: source)
    guard CGColorSpace(iccData: Data(profile)) != nil else { return }
    let image = try ImageDecoder.decode(Self.png(profile), name: "a.png")
    #expect(image.deepPixels != nil)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: Self.colors.count, height: 1)
    layer.contents = image
    layer.magnificationFilter = .nearest
    var options = RenderOptions()
    options.output = output
    let (toRed, toGreen, toBlue) = source.rowsToSRGB
    let (red, green, blue) = output.rowsFromSRGB
    for backend in Backends.usable {
      let session = try RootRenderer(backend: backend).session(layer, options)
      let numbers = try session.frame(at: 0).pixels.floats(isStraight: false)
      for (x, color) in Self.colors.enumerated() {
        let light = SIMD3(
          source.decode(Double(color.x) / 255), source.decode(Double(color.y) / 255),
          source.decode(Double(color.z) / 255))
        let linear = SIMD3((toRed * light).sum(), (toGreen * light).sum(), (toBlue * light).sum())
        for (channel, row) in [red, green, blue].enumerated() {
          let wanted = output.encode(min(max((row * linear).sum(), 0), 1))
          let number = Double(numbers[x * 4 + channel])
          let light = abs(output.decode(number) - output.decode(wanted))
          #expect(
            abs(number - wanted) < 1.0 / 1023 || light < 0.001,
            "\(backend), \(color), channel \(channel): \(number), not \(wanted)")
        }
      }
    }
  }

  /// A PNG file with a row of colors and a profile.
  private static func png(_ profile: [UInt8]) throws -> [UInt8] {
    var pixels: [UInt8] = []
    for color in colors { pixels += [color.x, color.y, color.z, 255] }
    let file = try pixels.withUnsafeBytes {
      try PNG.encode(premultipliedRGBA: $0, width: colors.count, height: 1)
    }
    // Behind the header of 8 + 25 bytes; the chunk that names sRGB is left out.
    var result = Array(file[..<33])
    let data = Array("profile\0\0".utf8) + stored(profile)
    result += APNGVideo.chunk("iCCP", data)
    var place = 33
    while place + 12 <= file.count {
      let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
      if ["IDAT", "IEND"].contains(type) { result += file[place..<place + 12 + count] }
      place += 12 + count
    }
    return result
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(clamping: bytes.count)
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let head: [UInt8] = [0x78, 1, 1]
    return head + two(count) + two(~count) + bytes + four(b << 16 | a)
  }

  private static func two(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
