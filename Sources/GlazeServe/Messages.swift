import Foundation
import GlazeGeometry

// What the service and a worker tell each other, over a pair of sockets: a length of four bytes (little-endian),
// and JSON. Behind a task come the bytes of its files. What is drawn is left in a file of the worker's folder.

/// What a worker says when it can draw, or why it cannot.
struct WorkerGreeting: Codable, Sendable, Hashable {
  var sandbox: Sandbox.Report?
  var failure: String?
}

/// What a worker has to draw.
package struct WorkerTask: Codable, Sendable {
  /// A file that came with the request.
  package struct File: Codable, Sendable, Hashable {
    /// Relative, without `..`.
    package var name: String
    package var byteCount: Int
  }

  package var parameters: [Parameter]
  package var files: [File]
  /// Which file is the document; nil for the folder of all.
  package var document: String?
  /// Seconds that are left for it.
  package var seconds: Double
}

/// A parameter of a request: `size=400x300`.
package struct Parameter: Codable, Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// Something about a document, with its place.
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

/// What became of a task.
package struct WorkerReply: Codable, Sendable {
  /// Where the worker leaves what it drew.
  package static let contentName = "answer"

  /// The MIME type of what was drawn; nil when nothing was.
  package var type: String?
  package var byteCount = 0
  package var diagnostics: [ServedDiagnostic] = []
  package var failure: ServedFailure?

  package init() {}
}

/// Why a request is not answered with a picture.
package struct ServedFailure: Error, Codable, Sendable, Hashable {
  /// Of HTTP.
  package var status: Int
  /// A word that programs can decide by.
  package var code: String
  package var message: String

  package init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}

/// A message on its way.
enum MessageFrame {
  /// A worker says little, and a task is a list of names.
  static let limit = 4 << 20

  static func bytes(of message: some Encodable) throws -> [UInt8] {
    let json = try JSONEncoder().encode(message)
    let count = UInt32(clamping: json.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + json
  }

  /// The length that four bytes say.
  static func length(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
  }
}
