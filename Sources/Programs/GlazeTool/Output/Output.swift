import Foundation
import GlazeDrawing

/// The destination of one image.
enum Output: Hashable, CustomStringConvertible {
  case file(String)
  case standardOutput

  var description: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "standard output"
    }
  }

  /// Writes all bytes or nothing: a file appears complete, by renaming.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    switch self {
    case .standardOutput: try OutputFile.write(bytes, to: STDOUT_FILENO, name: description)
    case .file(let path): try OutputFile.write(bytes, to: path)
    }
  }

  /// Makes a folder and its parents; an existing folder is not an error.
  static func makeFolder(_ path: String) throws(OutputError) {
    var index = path.startIndex
    repeat {
      let slash = path[index...].firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<slash])
      // A parent may exist in a folder that is not writable: only the last mkdir counts.
      if !part.isEmpty, mkdir(part, 0o777) != 0, slash == path.endIndex || isLast(path, slash) {
        let code = errno
        guard OutputNaming.isExistingFolder(path) else { throw OutputError(path, code) }
      }
      index = slash == path.endIndex ? slash : path.index(after: slash)
    } while index < path.endIndex
  }

  private static func isLast(_ path: String, _ slash: String.Index) -> Bool {
    path[slash...].allSatisfy { $0 == "/" }
  }
}
