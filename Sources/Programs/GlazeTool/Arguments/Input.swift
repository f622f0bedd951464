import Foundation

/// An input: a path, or standard input.
enum Input: Hashable, CustomStringConvertible {
  case file(String)
  case standardInput

  init(_ argument: String) {
    self = argument == "-" ? .standardInput : .file(argument)
  }

  /// The base of output names: the last path component without its extension.
  var baseName: String {
    switch self {
    case .standardInput: return "stdin"
    case .file(let path):
      if let name = Self.plainName(path) { return name }
      // "X.ca/" and "." name folders, too.
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let stem = url.deletingPathExtension().lastPathComponent
      return stem.isEmpty || stem == "/" ? "glaze" : stem
    }
  }

  /// The same for a file with a usual name; nil for others, such as `.` and `..`, which need the slower `URL`.
  private static func plainName(_ path: String) -> String? {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
    let name = path.utf8[(start ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
      return name.isEmpty ? nil : String(name)
    }
    let ending = name[name.index(after: dot)...]
    let isUsual = ending.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard name.first != UInt8(ascii: "."), !ending.isEmpty, isUsual else { return nil }
    return String(name[..<dot])
  }

  /// The file or folder; nil for standard input.
  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  var description: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
