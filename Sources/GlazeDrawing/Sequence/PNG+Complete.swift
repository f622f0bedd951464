package import Foundation

extension PNG {
  /// Whether a file begins as a PNG of a size and ends as one; what lies between is not looked at.
  package static func isComplete(_ file: FileHandle, width: Int, height: Int) -> Bool {
    let size =
      bytes(of: UInt32(truncatingIfNeeded: width)) + bytes(of: UInt32(truncatingIfNeeded: height))
    let start = signature + bytes(of: 13) + Array("IHDR".utf8) + size
    var end: [UInt8] = []
    appendChunk("IEND", [], to: &end)
    do {
      guard try file.read(upToCount: start.count) == Data(start) else { return false }
      let length = try file.seekToEnd()
      guard length > UInt64(start.count + end.count) else { return false }
      try file.seek(toOffset: length - UInt64(end.count))
      return try file.read(upToCount: end.count) == Data(end)
    } catch {
      return false
    }
  }
}
