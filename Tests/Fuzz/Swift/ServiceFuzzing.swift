import Foundation
import NIOCore

@testable import GlazeServe

/// The messages that clients and workers send to a service.
enum ServiceFuzzing {
  /// The bytes are a reply of a worker, which a document may control.
  static func reply(_ bytes: [UInt8]) {
    guard let reply = WorkerReply.read(bytes, folder: "/work") else { return }
    if let failure = reply.failure, !(400...599 ~= failure.status) {
      FuzzTarget.fail("status \(failure.status)")
    }
    if let type = reply.type, !WorkerReply.types.contains(type) { FuzzTarget.fail(type) }
    let texts =
      reply.diagnostics.flatMap { [$0.message, $0.file ?? "", $0.layer ?? "", $0.severity] }
      + [reply.failure?.message ?? "", reply.failure?.code ?? ""]
    if texts.contains(where: { $0.utf8.count > 2100 }) { FuzzTarget.fail("a long text") }
    if reply.diagnostics.count > 257 { FuzzTarget.fail("\(reply.diagnostics.count) diagnostics") }
    // Texts become headers.
    let header = FailureBody.header(reply.diagnostics) ?? ""
    if !header.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { FuzzTarget.fail("header: \(header)") }
  }

  /// The bytes are a request: a line with the parameters, and the body, which may be a form.
  static func request(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    guard parts.count == 2 else { return }
    let request = try? RenderRequest(
      query: Substring(decoding: parts[0], as: UTF8.self), type: "multipart/form-data; boundary=x",
      body: ByteBuffer(bytes: parts[1]), version: "", token: nil)
    for name in (request?.files ?? []).map(\.name) {
      let steps = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      if steps.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) }) {
        FuzzTarget.fail("a way out: \(name)")
      }
    }
  }
}
