internal import CISAL

extension PNG {
  /// Returns whether a file is a complete PNG of a size, written by Glaze: the checksum of each
  /// chunk is correct.
  ///
  /// - Complexity: O(bytes); pixels are not unpacked.
  package static func isComplete(_ file: [UInt8], width: Int, height: Int) -> Bool {
    let size =
      bytes(of: UInt32(truncatingIfNeeded: width)) + bytes(of: UInt32(truncatingIfNeeded: height))
    let start = signature + bytes(of: 13) + Array("IHDR".utf8) + size
    guard file.starts(with: start) else { return false }
    return file.withUnsafeBytes { file in
      var offset = signature.count
      // A chunk is length, type, payload and checksum.
      while offset + 12 <= file.count {
        let length = Int(
          UInt32(bigEndian: file.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        let end = offset + 12 + length
        guard end <= file.count, let type = file.baseAddress?.advanced(by: offset + 4) else {
          return false
        }
        let sum = UInt32(bigEndian: file.loadUnaligned(fromByteOffset: end - 4, as: UInt32.self))
        guard
          crc32_gzip_refl(0, type.assumingMemoryBound(to: UInt8.self), UInt64(length + 4)) == sum
        else { return false }
        if length == 0, file[(offset + 4)..<(offset + 8)].elementsEqual("IEND".utf8) {
          return end == file.count
        }
        offset = end
      }
      return false
    }
  }
}
