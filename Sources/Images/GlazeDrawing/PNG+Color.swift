internal import CISAL
internal import Foundation
package import GlazeGeometry

// PNG in other encodings than sRGB, and with 16 bits: the third edition of the specification.

extension PNG {
  /// Encodes pixels of 16 bits.
  ///
  ///     signature  IHDR  cICP  iCCP  mDCV  cLLI  sBIT  IDAT  IEND
  ///
  /// - Parameter levels: the brightness of the image; nil measures it where the file records it.
  /// - Throws: `PNGError` for a size that PNG cannot hold.
  package static func encode(
    _ pixels: EncodedPixels, levels: LightLevels? = nil
  ) throws(PNGError) -> [UInt8] {
    guard 1...(1 << 28) ~= pixels.width, 1...Int(Int32.max) ~= pixels.height else {
      throw .invalidSize(width: pixels.width, height: pixels.height)
    }
    let channels = pixels.isOpaque ? 3 : 4
    var file: [UInt8] = []
    appendHeader(
      width: pixels.width, height: pixels.height, hasAlpha: channels == 4, bits: 16, pixels.output,
      to: &file)
    if pixels.output.recordsLight {
      append(MasteringDisplay(pixels.output), to: &file)
      append(levels ?? LightLevels(of: pixels), to: &file)
    }
    if pixels.output.depth == .bits10 {
      // The alpha of frames has two bits where they are opaque, and sixteen elsewhere.
      appendChunk("sBIT", [10, 10, 10] + (channels == 4 ? [16] : []), to: &file)
    }
    let rowByteCount = 1 + pixels.width * channels * 2
    let deflated = try deflate(rows: rowByteCount, count: pixels.height) { row, target in
      filter(row, of: pixels, channels: channels, to: target)
    }
    appendChunk("IDAT", deflated, to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  /// Writes a filtered row: the differences to the row above, or the row itself if it is the first.
  private static func filter(
    _ row: Int, of pixels: EncodedPixels, channels: Int, to target: UnsafeMutableRawPointer
  ) {
    let isFirst = row == 0
    target.storeBytes(of: isFirst ? 0 : 2, as: UInt8.self)
    pixels.samples.withUnsafeBufferPointer { samples in
      let start = row * pixels.width * 4
      let above = isFirst ? start : start - pixels.width * 4
      var place = 1
      for x in 0..<pixels.width {
        for channel in 0..<channels {
          let sample = samples[start + x * 4 + channel]
          let other = isFirst ? 0 : samples[above + x * 4 + channel]
          target.storeBytes(
            of: UInt8(truncatingIfNeeded: sample >> 8) &- UInt8(truncatingIfNeeded: other >> 8),
            toByteOffset: place, as: UInt8.self)
          target.storeBytes(
            of: UInt8(truncatingIfNeeded: sample) &- UInt8(truncatingIfNeeded: other),
            toByteOffset: place + 1, as: UInt8.self)
          place += 2
        }
      }
    }
  }

  /// Deflates rows that `fill` writes, into zlib's format.
  private static func deflate(
    rows rowByteCount: Int, count: Int, _ fill: (Int, UnsafeMutableRawPointer) -> Void
  ) throws(PNGError) -> [UInt8] {
    let stream = DeflateStream(expectedByteCount: rowByteCount * count / 4)
    stream.append([0x78, 0x01])
    let memory = UnsafeMutableRawPointer.allocate(byteCount: rowByteCount, alignment: 16)
    defer { memory.deallocate() }
    var adler: UInt32 = 1
    for row in 0..<count {
      fill(row, memory)
      adler = isal_adler32(
        adler, memory.assumingMemoryBound(to: UInt8.self), UInt64(rowByteCount))
      stream.deflate(memory, count: rowByteCount, ending: row == count - 1 ? .stream : .nothing)
    }
    let (bytes, byteCount) = stream.finish()
    defer { bytes.deallocate() }
    guard stream.error == 0 else { throw .compression(code: stream.error) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: byteCount)) + Self.bytes(of: adler)
  }

  /// Appends the code points of an encoding, and a profile for readers that know none.
  static func appendColor(_ output: OutputColor, to file: inout [UInt8]) {
    let (primaries, transfer) = output.codePoints
    // Colors are RGB in full range.
    appendChunk("cICP", [primaries, transfer, 0, 1], to: &file)
    var profile = ColorProfile.file(of: output)
    let count = profile.count
    let deflated = profile.withUnsafeMutableBytes { bytes in
      try? deflate(rows: count, count: 1) { _, target in
        if let base = bytes.baseAddress { target.copyMemory(from: base, byteCount: count) }
      }
    }
    guard let deflated else { return }
    appendChunk("iCCP", Array(output.spaceDescription.utf8) + [0, 0] + deflated, to: &file)
  }

  /// Appends the display for which an image is made.
  private static func append(_ display: MasteringDisplay, to file: inout [UInt8]) {
    func short(_ value: Double) -> [UInt8] {
      let number = UInt16(clamping: value / 0.00002 + 0.5)
      return [UInt8(number >> 8), UInt8(number & 255)]
    }
    let places = display.chromaticities.flatMap { short($0.x) + short($0.y) }
    appendChunk(
      "mDCV", places + light(display.brightest) + light(display.darkest), to: &file)
  }

  private static func append(_ levels: LightLevels, to file: inout [UInt8]) {
    appendChunk("cLLI", light(levels.brightest) + light(levels.brightestFrame), to: &file)
  }

  /// A luminance in units of 0.0001 cd/m².
  private static func light(_ value: Double) -> [UInt8] {
    bytes(of: UInt32(clamping: value * 10_000 + 0.5))
  }
}

extension OutputColor {
  /// Whether files record how bright frames are.
  package var recordsLight: Bool { transfer == .pq || transfer == .hlg }
}
