internal import CISAL
internal import Foundation
package import GlazeGeometry

/// Writes OpenEXR files: half floats of linear light, premultiplied, with alpha.
///
/// Rows are compressed by sixteens like zip files. White is 1; the file names its luminance, and
/// the chromaticities of the primaries.
///
/// Source: the file layout of OpenEXR 2.0, for one part of scan lines.
package enum EXR {
  /// Encodes an image.
  ///
  /// - Parameters:
  ///   - pixels: premultiplied R, G, B, A of linear light, row 0 at the top, without padding.
  ///   - output: the encoding, whose primaries and luminance of white are recorded.
  /// - Throws: `PNGError` when the compression fails.
  package static func encode(
    _ pixels: [Float16], width: Int, height: Int, output: OutputColor
  ) throws(PNGError) -> [UInt8] {
    guard 1...(1 << 24) ~= width, 1...(1 << 24) ~= height, pixels.count == width * height * 4 else {
      throw .invalidSize(width: width, height: height)
    }
    var file = header(width: width, height: height, output)
    let blocks = (height + rowsOfBlock - 1) / rowsOfBlock
    var place = UInt64(file.count + blocks * 8)
    var (table, data): ([UInt8], [UInt8]) = ([], [])
    for first in stride(from: 0, to: height, by: rowsOfBlock) {
      let rows = first..<min(first + rowsOfBlock, height)
      let block = try deflated(raw(pixels, width: width, rows: rows))
      let bytes = number(Int32(first)) + number(Int32(block.count)) + block
      table += withUnsafeBytes(of: place.littleEndian) { Array($0) }
      data += bytes
      place += UInt64(bytes.count)
    }
    file += table
    file += data
    return file
  }

  private static let rowsOfBlock = 16

  private static func header(width: Int, height: Int, _ output: OutputColor) -> [UInt8] {
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0] + Array(type.utf8) + [0] + number(Int32(value.count)) + value
    }
    // Channels are in the order of their names; a type of 1 is a half float.
    var channels: [UInt8] = []
    for name in ["A", "B", "G", "R"] {
      channels += Array(name.utf8) + [0] + number(Int32(1)) + [0, 0, 0, 0]
      channels += number(Int32(1)) + number(Int32(1))
    }
    channels.append(0)
    let window =
      number(Int32(0)) + number(Int32(0)) + number(Int32(width - 1))
      + number(Int32(height - 1))
    let places = output.chromaticities.flatMap { number(Float($0.x)) + number(Float($0.y)) }
    var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    file += attribute("channels", "chlist", channels)
    file += attribute("chromaticities", "chromaticities", places)
    // A compression of 3 is zlib's, on blocks of 16 rows.
    file += attribute("compression", "compression", [3])
    file += attribute("dataWindow", "box2i", window)
    file += attribute("displayWindow", "box2i", window)
    file += attribute("lineOrder", "lineOrder", [0])
    file += attribute("pixelAspectRatio", "float", number(Float(1)))
    file += attribute("screenWindowCenter", "v2f", number(Float(0)) + number(Float(0)))
    file += attribute("screenWindowWidth", "float", number(Float(1)))
    file += attribute("whiteLuminance", "float", number(Float(output.whiteLuminance)))
    return file + [0]
  }

  /// The numbers of rows: for each row, those of each channel.
  private static func raw(_ pixels: [Float16], width: Int, rows: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * width * 8)
    for row in rows {
      for channel in [3, 2, 1, 0] {
        for x in 0..<width {
          let bits = pixels[(row * width + x) * 4 + channel].bitPattern
          bytes.append(UInt8(truncatingIfNeeded: bits))
          bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        }
      }
    }
    return bytes
  }

  /// The compressed bytes; the same bytes where they would not be fewer.
  private static func deflated(_ raw: [UInt8]) throws(PNGError) -> [UInt8] {
    // Low bytes come first, then high ones; each is stored as the difference to the one before.
    let half = (raw.count + 1) / 2
    var sorted = [UInt8](repeating: 0, count: raw.count)
    for index in raw.indices { sorted[index / 2 + (index & 1) * half] = raw[index] }
    var last = 0
    for index in sorted.indices {
      let byte = Int(sorted[index])
      if index > 0 { sorted[index] = UInt8(truncatingIfNeeded: byte - last + 384) }
      last = byte
    }
    let stream = DeflateStream(expectedByteCount: raw.count / 2)
    stream.append([0x78, 0x01])
    let adler = sorted.withUnsafeMutableBytes { bytes -> UInt32 in
      guard let base = bytes.baseAddress else { return 1 }
      let adler = isal_adler32(1, base.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
      stream.deflate(base, count: bytes.count, ending: .stream)
      return adler
    }
    let (bytes, count) = stream.finish()
    defer { bytes.deallocate() }
    guard stream.error == 0 else { throw .compression(code: stream.error) }
    let result = Array(UnsafeRawBufferPointer(start: bytes, count: count)) + PNG.bytes(of: adler)
    return result.count < raw.count ? result : raw
  }

  private static func number(_ value: Int32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func number(_ value: Float) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }
}
