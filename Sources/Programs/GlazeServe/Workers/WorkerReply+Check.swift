// A document that found an error in a decoder or a driver may control a worker. Replies are therefore
// checked like any other input.
extension WorkerReply {
  /// The MIME types of content.
  package static let types: Set = [
    "image/png", "image/webp", "image/apng", "image/gif", "video/mp4", "video/webm",
    "video/quicktime", "video/x-yuv4mpeg", "application/octet-stream",
  ]
  /// The statuses of requests that a worker cannot draw.
  private static let statuses: Set = [400, 413, 422, 500]
  private static let diagnosticLimit = 256
  private static let textLimit = 2000

  /// Returns the reply with texts and lists of limited size; nil if no worker of Glaze sends it.
  func checked() -> WorkerReply? {
    var reply = self
    if let type, !Self.types.contains(type) { return nil }
    guard byteCount >= 0 else { return nil }
    if let failure {
      let isCode = 1...40 ~= failure.code.utf8.count && failure.code.utf8.allSatisfy(Self.isLetter)
      guard Self.statuses.contains(failure.status), isCode else { return nil }
      reply.failure?.message = Self.shortened(failure.message)
    }
    reply.diagnostics = diagnostics.prefix(Self.diagnosticLimit).map { diagnostic in
      ServedDiagnostic(
        severity: diagnostic.severity == "error" ? "error" : "warning",
        message: Self.shortened(diagnostic.message), file: diagnostic.file.map(Self.shortened),
        line: diagnostic.line, column: diagnostic.column,
        layer: diagnostic.layer.map(Self.shortened))
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
