import GlazeGeometry

/// The segments of a JPEG file before its pixels.
struct JPEGSegments {
  /// A marker's second byte, and the contents after the length.
  let all: [(marker: UInt8, contents: Slice<UnsafeRawBufferPointer>)]

  init(_ file: UnsafeRawBufferPointer) {
    var all: [(UInt8, Slice<UnsafeRawBufferPointer>)] = []
    var offset = 2
    while offset + 4 <= file.count, file[offset] == 0xFF, file[offset + 1] != 0xDA {
      let length = Int(file[offset + 2]) << 8 | Int(file[offset + 3])
      guard length >= 2, offset + 2 + length <= file.count else { break }
      all.append((file[offset + 1], file[(offset + 4)..<(offset + 2 + length)]))
      offset += 2 + length
    }
    self.all = all
  }

  /// The bytes of a segment.
  ///
  /// - Parameter contents: At most 65,533 bytes.
  static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let count = UInt16(clamping: contents.count + 2)
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + contents
  }

  /// The contents of segments of a marker after a signature.
  func contents(of marker: UInt8, after signature: String) -> [Slice<UnsafeRawBufferPointer>] {
    let mark = Array(signature.utf8)
    return all.compactMap {
      $0.marker == marker && $0.contents.starts(with: mark)
        ? $0.contents.dropFirst(mark.count) : nil
    }
  }
}
