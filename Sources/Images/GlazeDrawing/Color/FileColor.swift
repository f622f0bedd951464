internal import CGlazeImages
internal import Foundation
package import GlazeGeometry

/// The encoding that a file names by code points of ITU-T H.273.
package struct FileColor: Sendable, Hashable {
  package let output: OutputColor
  /// The brightest light in multiples of white; 0 where it is not known.
  package let headroom: Float

  init(_ output: OutputColor, headroom: Float) {
    (self.output, self.headroom) = (output, headroom)
  }

  /// - Returns: nil for code points of other encodings, and where colors are not RGB in full range.
  init?(
    primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool, brightest: Double? = nil
  ) {
    guard matrix == 0, isFullRange,
      let primaries = OutputColor.Primaries(codePoint: Int(primaries)),
      let transfer = OutputColor.Transfer(codePoint: Int(transfer))
    else { return nil }
    let output = OutputColor(primaries: primaries, transfer: transfer)
    self.output = output
    let isHDR = output.recordsLight
    let own = brightest.map { Float(max(1, $0 / output.whiteLuminance)) }
    headroom = isHDR ? own ?? kCGDefaultHDRImageContentHeadroom : 0
  }

  /// Whether the numbers are those of sRGB.
  var isSRGB: Bool { output.isSRGB }

  /// Converts encoded, premultiplied half floats to those of extended sRGB.
  func extendedSRGB(_ halves: [Float16]) -> [Float16] {
    let light = lightOfHalf
    let (red, green, blue) = output.rowsToSRGB
    var (last, result): (SIMD4<Float16>, SIMD4<Float16>) = (.zero, .zero)
    var converted = halves
    for pixel in stride(from: 0, to: halves.count, by: 4) {
      let c = SIMD4(halves[pixel], halves[pixel + 1], halves[pixel + 2], halves[pixel + 3])
      if c != last {
        last = c
        result = .zero
        if c.w > 0 {
          func decode(_ number: Float16) -> Double {
            light[Int((c.w == 1 ? number : number / c.w).bitPattern)]
          }
          let rgb = SIMD3(decode(c.x), decode(c.y), decode(c.z))
          func encode(_ row: SIMD3<Double>) -> Float16 {
            Float16(Float(OutputColor.sRGB(ofLight: (row * rgb).sum())) * Float(c.w))
          }
          result = SIMD4(encode(red), encode(green), encode(blue), c.w)
        }
      }
      for channel in 0..<4 { converted[pixel + channel] = result[channel] }
    }
    return converted
  }

  /// The light of every half float.
  private var lightOfHalf: [Double] {
    (0...UInt16.max).map { bits in
      let number = Double(Float(Float16(bitPattern: bits)))
      return number.isFinite ? output.decode(number) : 0
    }
  }
}

extension GlazeImageInfo {
  /// The encoding that a HEIF, AVIF or JPEG XL file names; nil for sRGB, and for files that name
  /// none.
  var color: FileColor? {
    let color = FileColor(
      primaries: UInt8(clamping: encoding.primaries), transfer: UInt8(clamping: encoding.transfer),
      matrix: 0, isFullRange: true,
      brightest: encoding.brightest > 0 ? Double(encoding.brightest) : nil)
    return color?.isSRGB == true ? nil : color
  }
}

extension GlazeImageEncoding {
  /// The code points of an output, with the light levels of HDR images.
  init(_ output: OutputColor, _ levels: LightLevels?) {
    self.init()
    let points = output.codePoints
    (primaries, transfer) = (UInt16(points.primaries), UInt16(points.transfer))
    guard let levels else { return }
    brightest = UInt16(clamping: levels.brightest.rounded(.up))
    brightest_frame = UInt16(clamping: levels.brightestFrame.rounded(.up))
  }
}
