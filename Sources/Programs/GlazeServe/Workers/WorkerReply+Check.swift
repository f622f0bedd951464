import Foundation

// A document that found an error in a decoder or a driver may control a worker. Replies are therefore
// checked like any other input.
extension WorkerReply {
  /// The MIME types of content.
  package static let types: Set = [
    "image/png", "image/webp", "image/apng", "image/gif", "video/mp4", "video/webm",
    "video/x-matroska", "video/quicktime", "video/x-yuv4mpeg", "application/octet-stream",
  ]
  /// The statuses of requests that a worker cannot draw.
  private static let statuses: Set = [400, 413, 422, 500]
  private static let diagnosticLimit = 256
  private static let textLimit = 2000

  /// Reads a message of a worker; nil if no worker of Glaze sends it.
  package static func read(_ message: [UInt8], folder: String) -> WorkerReply? {
    try? JSONDecoder().decode(WorkerReply.self, from: Data(message)).checked(folder: folder)
  }

  /// Returns the reply with texts and lists of limited size; nil if no worker of Glaze sends it.
  ///
  /// - Parameter folder: The folder of the worker, of which clients learn nothing.
  func checked(folder: String) -> WorkerReply? {
    func shortened(_ text: String) -> String {
      Self.shortened(
        text.replacing(folder + "/" + WorkerLoop.filesName + "/", with: "")
          .replacing(folder + "/", with: ""))
    }
    var reply = self
    if let type, !Self.types.contains(type) { return nil }
    guard byteCount >= 0 else { return nil }
    if let failure {
      let isCode = 1...40 ~= failure.code.utf8.count && failure.code.utf8.allSatisfy(Self.isLetter)
      guard Self.statuses.contains(failure.status), isCode else { return nil }
      reply.failure?.message = shortened(failure.message)
    }
    reply.diagnostics = diagnostics.prefix(Self.diagnosticLimit).map { diagnostic in
      ServedDiagnostic(
        severity: diagnostic.severity == "error" ? "error" : "warning",
        message: shortened(diagnostic.message), file: diagnostic.file.map(shortened),
        line: diagnostic.line, column: diagnostic.column,
        layer: diagnostic.layer.map(shortened))
    }
    let rest = diagnostics.count - reply.diagnostics.count
    if rest > 0 {
      reply.diagnostics.append(
        ServedDiagnostic(severity: "warning", message: "\(rest) more diagnostics are left out"))
    }
    return reply
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// A prefix of at most `textLimit` bytes.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    return String(decoding: text.utf8.prefix(textLimit), as: UTF8.self) + "..."
  }
}
