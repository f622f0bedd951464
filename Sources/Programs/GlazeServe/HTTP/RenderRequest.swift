import CGlazeServe
import Foundation
import NIOCore

/// A request to draw: its parameters and files.
struct RenderRequest: Sendable {
  struct File: Sendable {
    var name: String
    var bytes: ByteBuffer
  }

  let parameters: [Parameter]
  let files: [File]
  /// The file that is the document; nil for the folder of all files.
  let document: String?
  /// The token of the client; nil where none is needed.
  let token: String?
  let key: ResultCache.Key

  /// The file name of a document without a form; its content decides the format.
  private static let loneName = "document"

  /// - Parameters:
  ///   - query: The text after the question mark.
  ///   - type: The value of `Content-Type`.
  ///   - version: The version of the program.
  ///   - token: The client's token; clients share no answers, because a hit reveals what others drew.
  init(
    query: Substring, type: String?, body: ByteBuffer, version: String, token: String?
  ) throws(ServedFailure) {
    guard body.readableBytes > 0 else {
      throw ServedFailure(400, "emptyBody", "the body is empty; send the document")
    }
    self.token = token
    parameters = try Self.parameters(query)
    if let boundary = MultipartForm.boundary(type) {
      let form = try MultipartForm(body, boundary: boundary)
      files = form.files
      document = form.document
    } else {
      files = [File(name: Self.loneName, bytes: body)]
      document = Self.loneName
    }
    key = Self.key(version, token, parameters, files, document)
  }

  private static func parameters(_ query: Substring) throws(ServedFailure) -> [Parameter] {
    var result: [Parameter] = []
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = parts[0], let value = parts.count > 1 ? parts[1] : "" else {
        throw ServedFailure(400, "usage", "the query has an invalid % escape")
      }
      result.append(Parameter(name, value))
    }
    return result
  }

  /// A hash of all inputs of the answer, with lengths that separate the parts.
  private static func key(
    _ version: String, _ token: String?, _ parameters: [Parameter], _ files: [File],
    _ document: String?
  ) -> ResultCache.Key {
    var hash = glaze_sha256()
    glaze_sha256_begin(&hash)
    func add(_ bytes: UnsafeRawBufferPointer) {
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) {
        glaze_sha256_add(&hash, $0.baseAddress, $0.count)
      }
      glaze_sha256_add(&hash, bytes.baseAddress, bytes.count)
    }
    func add(_ text: String) { Array(text.utf8).withUnsafeBytes { add($0) } }
    add(version)
    add(token.map { "token " + $0 } ?? "open")
    add("\(parameters.count)")
    // The last of several values of a name may win, so that their order counts; that of names does not.
    let order = parameters.indices.sorted { (parameters[$0].name, $0) < (parameters[$1].name, $1) }
    for index in order {
      add(parameters[index].name)
      add(parameters[index].value)
    }
    add(document.map { "document " + $0 } ?? "folder")
    for file in files.sorted(by: { $0.name < $1.name }) {
      add(file.name)
      file.bytes.withUnsafeReadableBytes { add($0) }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    glaze_sha256_end(&hash, &digest)
    return ResultCache.Key(digest: digest)
  }
}
