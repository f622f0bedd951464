import Foundation
import GlazeGeometry

// The messages between the service and a worker, over a pair of sockets: a length of four bytes (little-endian)
// and JSON. The bytes of a task's files follow it. The result is left in a file of the worker's folder.

/// The first message of a worker: that it can draw, or why it cannot.
struct WorkerGreeting: Codable, Sendable, Hashable {
  var sandbox: Sandbox.Report?
  var failure: String?
}

/// A task for a worker.
package struct WorkerTask: Codable, Sendable {
  /// A file of the request.
  package struct File: Codable, Sendable, Hashable {
    /// The relative path, without `..`.
    package var name: String
    package var byteCount: Int
  }

  package var parameters: [Parameter]
  package var files: [File]
  /// The file that is the document; nil for the folder of all files.
  package var document: String?
  /// The remaining time, in seconds.
  package var seconds: Double
}

/// A parameter of a request: `size=400x300`.
package struct Parameter: Codable, Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A diagnostic of a document, with its position.
package struct ServedDiagnostic: Codable, Sendable, Hashable {
  package var severity: String
  package var message: String
  package var file: String?
  package var line: Int?
  package var column: Int?
  package var layer: String?

  package init(
    severity: String, message: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
    layer: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.layer = layer
  }
}

/// The result of a task.
package struct WorkerReply: Codable, Sendable {
  /// The name of the file with the content.
  package static let contentName = "answer"

  /// The MIME type of the content; nil if nothing was drawn.
  package var type: String?
  package var byteCount = 0
  package var diagnostics: [ServedDiagnostic] = []
  package var failure: ServedFailure?

  package init() {}
}

/// The reason why a request is not answered with an image.
package struct ServedFailure: Error, Codable, Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// A word for programs to decide by.
  package var code: String
  package var message: String

  package init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}

/// An encoded message.
enum MessageFrame {
  /// The largest message: replies are short, and a task is a list of names.
  static let limit = 4 << 20

  static func bytes(of message: some Encodable) throws -> [UInt8] {
    let json = try JSONEncoder().encode(message)
    let count = UInt32(clamping: json.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + json
  }

  /// Returns the length in four bytes.
  static func length(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
  }
}
