/// Encodes GIF files, with a palette for each frame.
///
///     header  [loop]  control(0) image(0) palette LZW  control(1) image(1) ...  trailer
///
/// In a frame with more colors than its palette, they become the nearest ones, without dithering; a
/// pixel that is less than half opaque is transparent. Frames of opaque videos hold only the
/// changed area; others are complete.
package struct GIFEncoder: MotionEncoder {
  private let format: MotionFormat

  package init(_ format: MotionFormat) { self.format = format }

  package var header: [UInt8] {
    // There is no global palette; channels have eight bits.
    var file = Array("GIF89a".utf8) + short(format.width) + short(format.height) + [0x70, 0, 0]
    if format.frameCount > 1, format.loopCount != 1 {
      // The number counts the repetitions after the first time.
      file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      file += short(max(0, format.loopCount - 1)) + [0]
    }
    return file
  }

  package var trailer: [UInt8] { [0x3B] }

  package func encode(
    _ pixels: [UInt8], previous: [UInt8]?, number: Int, threads: Int
  ) throws -> [UInt8] {
    var area = PixelArea(x: 0, y: 0, width: format.width, height: format.height)
    if let previous, format.isOpaque {
      area = PixelArea(
        changedFrom: previous, to: pixels, width: format.width, height: format.height)
    }
    let palette = Palette(pixels, area, rowLength: format.width)
    // Transparent frames are cleared before the next one.
    let disposal: UInt8 = format.isOpaque ? 1 << 2 : 2 << 2
    var frame: [UInt8] = [0x21, 0xF9, 4, disposal | (palette.transparent == nil ? 0 : 1)]
    frame += short(delay(number)) + [palette.transparent ?? 0, 0]
    frame += [0x2C] + short(area.x) + short(area.y) + short(area.width) + short(area.height)
    frame += [0x80 | UInt8(palette.bits - 1)] + palette.table
    var packer = LZWPacker(bits: max(2, palette.bits))
    frame += packer.pack(palette.indices(pixels, area, rowLength: format.width))
    return frame
  }

  /// Returns the duration of a frame, in 1/100 s.
  private func delay(_ number: Int) -> Int {
    let length =
      format.start(of: number + 1, unitsPerSecond: 100)
      - format.start(of: number, unitsPerSecond: 100)
    return min(Int(UInt16.max), max(0, length))
  }

  private func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}

/// Packs colors into LZW codes of up to 12 bits.
private struct LZWPacker {
  private let bits: Int
  private var width: Int
  private var bytes: [UInt8] = []
  private var buffer = 0
  private var count = 0

  init(bits: Int) {
    self.bits = bits
    width = bits + 1
  }

  mutating func pack(_ colors: [UInt8]) -> [UInt8] {
    let clear = 1 << bits
    // The table holds the code of each code followed by a color; 0 for none.
    var table = [UInt16](repeating: 0, count: 4096 << 8)
    var next = clear + 2
    put(clear)
    var code = Int(colors.first ?? 0)
    for color in colors.dropFirst() {
      let place = code << 8 | Int(color)
      if table[place] != 0 {
        code = Int(table[place])
        continue
      }
      put(code)
      code = Int(color)
      if next == 4096 {
        put(clear)
        table.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        (next, width) = (clear + 2, bits + 1)
        continue
      }
      table[place] = UInt16(next)
      // Readers know this code one step later.
      if next == 1 << width { width += 1 }
      next += 1
    }
    if !colors.isEmpty { put(code) }
    put(clear + 1)
    while count > 0 { flush() }
    return [UInt8(bits)] + blocks
  }

  private mutating func put(_ code: Int) {
    buffer |= code << count
    count += width
    while count >= 8 { flush() }
  }

  private mutating func flush() {
    bytes.append(UInt8(truncatingIfNeeded: buffer))
    buffer >>= 8
    count = max(0, count - 8)
  }

  /// The bytes in blocks of up to 255, followed by an empty one.
  private var blocks: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 255 + 2)
    var offset = 0
    while offset < bytes.count {
      let length = min(255, bytes.count - offset)
      result.append(UInt8(length))
      result += bytes[offset..<(offset + length)]
      offset += length
    }
    return result + [0]
  }
}
