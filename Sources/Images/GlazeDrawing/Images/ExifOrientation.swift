package import GlazeGeometry

/// Finds the orientation of an image: EXIF's tag 0x0112.
enum ExifOrientation {
  private static let tag = 0x0112

  /// Returns the orientation of a JPEG file, 1 to 8; 1 when it has none.
  static func inJPEG(_ data: UnsafeRawBufferPointer) -> Int {
    var offset = 2
    while offset + 4 <= data.count, data[offset] == 0xFF, data[offset + 1] != 0xDA {
      let length = Int(data[offset + 2]) << 8 | Int(data[offset + 3])
      let start = offset + 4
      guard length >= 2, offset + 2 + length <= data.count else { return 1 }
      let segment = UnsafeRawBufferPointer(rebasing: data[start..<(offset + 2 + length)])
      if data[offset + 1] == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) {
        return inTIFF(UnsafeRawBufferPointer(rebasing: segment[6...])) ?? 1
      }
      offset += 2 + length
    }
    return 1
  }

  /// Returns the orientation in EXIF data, which is the directory of a TIFF file.
  static func inTIFF(_ data: UnsafeRawBufferPointer) -> Int? {
    guard data.count >= 14 else { return nil }
    let isLittle = data[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int {
      let bytes = data[offset..<(offset + count)]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    guard directory + 2 <= data.count else { return nil }
    for index in 0..<number(directory, 2) {
      let entry = directory + 2 + index * 12
      guard entry + 12 <= data.count else { return nil }
      if number(entry, 2) == tag {
        let value = number(entry + 8, 2)
        return (1...8).contains(value) ? value : nil
      }
    }
    return nil
  }

  /// Returns a segment that contains only an orientation.
  static func segment(_ orientation: Int) -> [UInt8] {
    // The bytes are big-endian: one entry (tag, short, one value), and no more directories.
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
  }
}

extension CGImage {
  /// Returns the image turned upright.
  ///
  /// - Parameter orientation: EXIF's number.
  /// - Complexity: O(pixels).
  package func upright(from orientation: Int) -> CGImage {
    guard (2...8).contains(orientation) else { return self }
    let isTurned = orientation >= 5
    let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
    // Returns the position of the source of a pixel.
    func source(_ x: Int, _ y: Int) -> (Int, Int) {
      switch orientation {
      case 2: (width - 1 - x, y)
      case 3: (width - 1 - x, height - 1 - y)
      case 4: (x, height - 1 - y)
      case 5: (y, x)
      case 6: (y, height - 1 - x)
      case 7: (width - 1 - y, height - 1 - x)
      default: (width - 1 - y, x)
      }
    }
    let result = pixels.withUnsafeBytes { old in
      [UInt8](unsafeUninitializedCapacity: old.count) { target, count in
        let new = UnsafeMutableRawBufferPointer(target)
        for y in 0..<newHeight {
          for x in 0..<newWidth {
            let (column, row) = source(x, y)
            new.storeBytes(
              of: old.loadUnaligned(fromByteOffset: (row * width + column) * 4, as: UInt32.self),
              toByteOffset: (y * newWidth + x) * 4, as: UInt32.self)
          }
        }
        count = old.count
      }
    }
    return CGImage(
      width: newWidth, height: newHeight, premultipliedRGBA: result, isOpaque: isOpaque)
  }
}
