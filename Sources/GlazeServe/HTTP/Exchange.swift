import Foundation
import GlazeGeometry
import NIOCore
import NIOHTTP1

/// A request with what becomes of it.
///
/// Confined to the service's loop.
final class Exchange: @unchecked Sendable {
  enum Route: String {
    case render = "/render"
    case health = "/health"
    case ready = "/ready"
    case metrics = "/metrics"

    var method: HTTPMethod { self == .render ? .POST : .GET }
    /// Those who watch over a service know no tokens.
    var needsToken: Bool { self == .render || self == .metrics }
  }

  /// In logs and answers; the client's own where it has one.
  let id: String
  let method: HTTPMethod
  let path: Substring
  let query: Substring
  let route: Route?
  let type: String?
  /// The body's length, where the client says it; -1 where it says nonsense.
  let announcedCount: Int?
  /// Seconds that the client wants to wait.
  let deadline: Double?
  private let authorization: String?
  private let start = NIODeadline.now()

  var body = ByteBuffer()
  /// Bytes that the service holds free for the body.
  var reserved = 0
  /// When the request was whole.
  var arrival = NIODeadline.distantPast
  var job: ServeJob?
  var outcome: ServeJob.Outcome?
  var failure: ServedFailure?
  var status = 0
  var bytesOut = 0
  /// Whether it was answered before it was whole.
  var isEarly = false

  init(_ head: HTTPRequestHead) {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = head.method
    path = parts.first ?? ""
    query = parts.count > 1 ? parts[1] : ""
    route = Route(rawValue: String(path))
    type = head.headers.first(name: "content-type")
    announcedCount = head.headers.first(name: "content-length").map { Int($0) ?? -1 }
    authorization = head.headers.first(name: "authorization")
    deadline = head.headers.first(name: "glaze-deadline").flatMap { Double($0) }
    id = head.headers.first(name: "x-request-id").flatMap { Self.isID($0) ? $0 : nil } ?? Self.newID
  }

  private static func isID(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-_.".utf8.contains($0)
      }
  }

  private static var newID: String {
    let text = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// Why a request is not even read.
  func refusal(by service: Service) -> ServedFailure? {
    guard let route else {
      return ServedFailure(
        404, "notFound", "there are POST /render, GET /health, GET /ready and GET /metrics")
    }
    if method != route.method {
      return ServedFailure(405, "method", "\(route.rawValue) is for \(route.method.rawValue)")
    }
    if route.needsToken, let tokens = service.tokens, !tokens.allow(authorization) {
      return ServedFailure(401, "unauthorized", "send Authorization: Bearer TOKEN")
    }
    if let deadline, !(deadline > 0) {
      return ServedFailure(400, "usage", "Glaze-Deadline is a number of seconds above 0")
    }
    if route == .render, service.isDraining { return .draining }
    return nil
  }

  /// Writes a line about it, and counts it where something was to be drawn.
  func log(to service: Service, isGone: Bool) {
    let seconds = Double((NIODeadline.now() - start).nanoseconds) / 1e9
    // What nginx says of clients that do not wait.
    let status = isGone ? 499 : status
    if route == .render { service.count(status: status, seconds: seconds, bytes: bytesOut) }
    if status == 200, route != .render { return }
    service.log.write(
      "request",
      [
        "id": .text(id), "method": .text(method.rawValue), "path": .text(String(path.prefix(100))),
        "status": .number(status), "ms": .seconds(seconds),
        "waitMs": outcome.map { .seconds(Double($0.waited.nanoseconds) / 1e9) },
        "bytesIn": .number(body.readableBytes), "bytesOut": .number(bytesOut),
        "cache": outcome.map { .text($0.isCached ? "hit" : "miss") },
        "worker": outcome?.worker.map { .number($0) },
        "warnings": outcome.map { .number($0.diagnostics.count) },
        "code": failure.map { .text($0.code) }, "message": failure.map { .text($0.message) },
      ])
  }
}
