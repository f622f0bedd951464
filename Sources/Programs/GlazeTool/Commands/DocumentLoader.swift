import Foundation
import Glaze

/// Reads inputs with the options of the command.
struct DocumentLoader: Sendable {
  /// The largest document on standard input, in bytes; documents are usually far smaller.
  static let standardInputLimit = 256 << 20

  private let options: DocumentOptions

  init(_ options: DocumentOptions) {
    self.options = options
  }

  /// Reads a document.
  ///
  /// File names in a document from standard input are relative to the current folder.
  ///
  /// The document is in the state that the options select.
  ///
  /// - Parameter bytes: The content of standard input, if it was read before.
  func load(_ input: Input, bytes: Data? = nil) throws -> Document {
    var reading = Document.Options()
    reading.assetRoot = options.assetRoot.map { URL(fileURLWithPath: $0) }
    reading.isGeometryFlipped = options.flipped ? true : nil
    reading.isStrict = options.strict
    reading.part = options.part
    reading.marker = options.marker
    reading.theme = options.theme
    reading.slots = options.slots
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

/// An error of standard input.
enum InputError: Error, Equatable, CustomStringConvertible {
  /// The value of errno.
  case unreadable(code: Int32)
  /// The limit, in bytes.
  case tooLarge(limit: Int)

  var description: String {
    switch self {
    case .unreadable(let code): "cannot be read: \(String(cString: strerror(code)))"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB; name a file instead of -"
    }
  }
}
