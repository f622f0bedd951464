import GlazeGeometry

/// Finds the frames of animated PNG files, and makes a PNG file of each.
struct APNGReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// Returns nil for a PNG file without animation.
  func readFrames() throws(ImageError) -> StoredFrames? {
    guard data.count >= 33, type(at: 8) == "IHDR" else { return nil }
    var result = StoredFrames(width: long(at: 16), height: long(at: 20))
    var isAnimated = false
    var frame: StoredFrame?
    for (offset, length, type) in chunks() {
      let start = offset + 8
      switch type {
      case "acTL" where length >= 8:
        isAnimated = true
        result.loopCount = long(at: start + 4)
      case "fcTL" where length >= 26:
        if let frame { try result.append(frame, name: name) }
        frame = control(at: start)
      case "IDAT": frame?.ranges.append(start..<(start + length))
      case "fdAT" where length >= 4: frame?.ranges.append((start + 4)..<(start + length))
      default: break
      }
    }
    guard isAnimated, let frame else { return nil }
    try ImageDecoder.checkSize(width: result.width, height: result.height, name: name)
    try result.append(frame, name: name)
    // Before the first frame, there is nothing to restore.
    if result.frames[0].disposal == .restore { result.frames[0].disposal = .clear }
    return result
  }

  private func control(at start: Int) -> StoredFrame {
    let (delay, unit) = (short(at: start + 20), short(at: start + 22))
    let disposal: StoredFrame.Disposal =
      switch data[start + 24] {
      case 1: .clear
      case 2: .restore
      default: .keep
      }
    return StoredFrame(
      area: PixelArea(
        x: long(at: start + 12), y: long(at: start + 16), width: long(at: start + 4),
        height: long(at: start + 8)),
      delay: Double(delay) / Double(unit == 0 ? 100 : unit), disposal: disposal,
      blends: data[start + 25] == 1)
  }

  /// Returns a frame as a separate PNG file.
  func file(of frame: StoredFrame) -> [UInt8] {
    var file = PNG.signature
    let size = [frame.area.width, frame.area.height].flatMap { PNG.bytes(of: UInt32($0)) }
    PNG.appendChunk("IHDR", size + data[24..<29], to: &file)
    for (offset, length, type) in chunks() {
      if type == "PLTE" || type == "tRNS" { file += data[offset..<(offset + length + 12)] }
      if type == "IDAT" || type == "fdAT" { break }
    }
    for range in frame.ranges { PNG.appendChunk("IDAT", Array(data[range]), to: &file) }
    PNG.appendChunk("IEND", [], to: &file)
    return file
  }

  /// Returns the offsets, lengths and types of the chunks.
  private func chunks() -> [(offset: Int, length: Int, type: String)] {
    var result: [(Int, Int, String)] = []
    var offset = 8
    while offset + 12 <= data.count {
      let length = long(at: offset)
      guard offset + 12 + length <= data.count else { break }
      result.append((offset, length, type(at: offset)))
      offset += 12 + length
    }
    return result
  }

  private func type(at offset: Int) -> String {
    String(decoding: data[(offset + 4)..<(offset + 8)], as: UTF8.self)
  }

  private func long(at offset: Int) -> Int {
    Int(UInt32(bigEndian: data.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private func short(at offset: Int) -> Int { Int(data[offset]) << 8 | Int(data[offset + 1]) }
}
