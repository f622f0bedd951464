import Foundation

/// What is to be read: a path, or standard input.
enum Input: Hashable, CustomStringConvertible {
  case file(String)
  case standardInput

  init(_ argument: String) {
    self = argument == "-" ? .standardInput : .file(argument)
  }

  /// The name that outputs are made of: the last component without its extension.
  var baseName: String {
    switch self {
    case .standardInput: return "stdin"
    case .file(let path):
      // "X.ca/" and "." name folders, too.
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let stem = url.deletingPathExtension().lastPathComponent
      return stem.isEmpty || stem == "/" ? "glaze" : stem
    }
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
