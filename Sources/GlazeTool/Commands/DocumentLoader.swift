import Foundation
import Glaze

/// Reads an input as the options of the command want it.
struct DocumentLoader: Sendable {
  /// What standard input may hold; a document with its pictures beside it is far smaller.
  static let standardInputLimit = 256 << 20

  private let options: DocumentOptions

  init(_ options: DocumentOptions) {
    self.options = options
  }

  /// Reads a document; files that one from standard input names are looked for in the current folder.
  ///
  /// The document is in the state that the options name.
  ///
  /// - Parameter bytes: what standard input holds, where it was read before.
  func load(_ input: Input, bytes: Data? = nil) throws -> Document {
    var reading = Document.Options()
    reading.assetRoot = options.assetRoot.map { URL(fileURLWithPath: $0) }
    reading.isGeometryFlipped = options.flipped ? true : nil
    reading.isStrict = options.strict
    reading.part = options.part
    let document =
      switch input {
      case .file(let path): try Document(path: path, options: reading)
      case .standardInput:
        try Document(
          data: try bytes ?? Self.readStandardInput(), name: "standard input",
          baseURL: URL(fileURLWithPath: "."), options: reading)
      }
    if let state = options.state ?? options.fromState { try document.setState(state) }
    if let state = options.toState { try document.setState(state, animated: true) }
    return document
  }

  static func readStandardInput() throws(InputError) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(code: errno) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= standardInputLimit else { throw .tooLarge(limit: standardInputLimit) }
    }
  }
}

/// Standard input cannot be used.
enum InputError: Error, Equatable, CustomStringConvertible {
  /// errno.
  case unreadable(code: Int32)
  /// In bytes.
  case tooLarge(limit: Int)

  var description: String {
    switch self {
    case .unreadable(let code): "cannot be read: \(String(cString: strerror(code)))"
    case .tooLarge(let limit): "more than \(limit >> 20) MiB; name the file instead of -"
    }
  }
}
