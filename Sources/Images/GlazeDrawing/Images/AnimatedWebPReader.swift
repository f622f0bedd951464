import GlazeGeometry

/// Finds the frames of animated WebP files, and makes a WebP file of each.
struct AnimatedWebPReader {
  let data: UnsafeRawBufferPointer
  let name: String

  /// Returns nil for a WebP file without animation.
  func readFrames() throws(ImageError) -> StoredFrames? {
    // The layout is RIFF size WEBP, then VP8X size flags canvas.
    guard data.count >= 30, type(at: 12) == "VP8X", data[20] & 2 != 0 else { return nil }
    var result = StoredFrames(width: triple(at: 24) + 1, height: triple(at: 27) + 1)
    result.hasAlpha = data[20] & 0x10 != 0
    try ImageDecoder.checkSize(width: result.width, height: result.height, name: name)
    var offset = 12
    while offset + 8 <= data.count {
      let (length, start) = (long(at: offset + 4), offset + 8)
      guard start + length <= data.count else {
        throw .truncated(name: name, detail: "the WebP data ends early")
      }
      switch type(at: offset) {
      case "ANIM" where length >= 6:
        result.loopCount = Int(data[start + 4]) | Int(data[start + 5]) << 8
      case "ANMF" where length >= 16: try result.append(frame(at: start, length), name: name)
      default: break
      }
      offset = start + length + length % 2
    }
    guard !result.frames.isEmpty else {
      throw .truncated(name: name, detail: "it holds no frame")
    }
    return result
  }

  private func frame(at start: Int, _ length: Int) -> StoredFrame {
    let flags = data[start + 15]
    return StoredFrame(
      area: PixelArea(
        x: triple(at: start) * 2, y: triple(at: start + 3) * 2, width: triple(at: start + 6) + 1,
        height: triple(at: start + 9) + 1),
      delay: Double(triple(at: start + 12)) / 1000, disposal: flags & 1 == 1 ? .clear : .keep,
      blends: flags & 2 == 0, ranges: [(start + 16)..<(start + length)])
  }

  /// Returns a frame as a separate WebP file.
  func file(of frame: StoredFrame) -> [UInt8] {
    let chunks = data[frame.ranges[0]]
    // Alpha in a separate chunk requires the extended format.
    let isExtended = chunks.starts(with: Array("ALPH".utf8))
    var content: [UInt8] = []
    if isExtended {
      content = Array("VP8X".utf8) + Self.little(10, 4) + [0x10, 0, 0, 0]
      content += Self.little(frame.area.width - 1, 3) + Self.little(frame.area.height - 1, 3)
    }
    content += chunks
    return Array("RIFF".utf8) + Self.little(content.count + 4, 4) + Array("WEBP".utf8) + content
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func type(at offset: Int) -> String {
    String(decoding: data[offset..<(offset + 4)], as: UTF8.self)
  }

  private func long(at offset: Int) -> Int {
    Int(UInt32(littleEndian: data.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private func triple(at offset: Int) -> Int {
    Int(data[offset]) | Int(data[offset + 1]) << 8 | Int(data[offset + 2]) << 16
  }
}
