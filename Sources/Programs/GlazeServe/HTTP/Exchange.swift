import Foundation
import GlazeGeometry
import NIOCore
import NIOHTTP1

/// A request and its answer.
///
/// It is confined to the service's loop.
final class Exchange: @unchecked Sendable {
  enum Route: String {
    case render = "/render"
    case health = "/health"
    case ready = "/ready"
    case metrics = "/metrics"

    var method: HTTPMethod { self == .render ? .POST : .GET }
    /// Monitoring needs no token.
    var needsToken: Bool { self == .render || self == .metrics }
  }

  /// Amounts of what clients share.
  struct Reservation {
    var isConnected = false
    var bodyBytes = 0
    var answerBytes = 0
  }

  /// The request's ID in logs and answers; the client's own, if it sends one.
  let id: String
  let method: HTTPMethod
  let path: Substring
  let query: Substring
  let route: Route?
  let type: String?
  /// The length of the body, if the client sends it; -1 if it is malformed.
  let announcedCount: Int?
  /// The client's deadline, in seconds.
  let deadline: Double?
  /// The value of `Authorization`.
  let authorization: String?
  private let start = NIODeadline.now()

  /// Whether a request that has no use for a body has one.
  let hasOtherBody: Bool

  var body = ByteBuffer()
  /// The amounts that the service reserved for the exchange.
  var reserved = Reservation()
  /// The time at which the request was complete.
  var arrival = NIODeadline.distantPast
  var job: ServeJob?
  var outcome: ServeJob.Outcome?
  var failure: ServedFailure?
  var status = 0
  var bytesOut = 0
  /// A Boolean value that indicates whether the request was answered before it was complete.
  var isEarly = false

  init(_ head: HTTPRequestHead) {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = head.method
    path = parts.first ?? ""
    query = parts.count > 1 ? parts[1] : ""
    route = Route(rawValue: String(path))
    type = head.headers.first(name: "content-type")
    announcedCount = head.headers.first(name: "content-length").map { Int($0) ?? -1 }
    hasOtherBody =
      route != .render
      && (announcedCount ?? 0 != 0 || head.headers.contains(name: "transfer-encoding"))
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

  /// The reason to reject a request before its body is read.
  func refusal(by service: Service) -> ServedFailure? {
    guard let route else {
      return ServedFailure(
        404, "notFound", "use POST /render, GET /health, GET /ready or GET /metrics")
    }
    if method != route.method {
      return ServedFailure(405, "method", "use \(route.method.rawValue) for \(route.rawValue)")
    }
    if route.needsToken, let tokens = service.tokens, !tokens.allow(authorization) {
      return ServedFailure(401, "unauthorized", "send Authorization: Bearer TOKEN")
    }
    if let deadline, !(deadline > 0) {
      return ServedFailure(400, "usage", "Glaze-Deadline must be a number of seconds above 0")
    }
    if route == .render, service.isDraining { return .draining }
    return nil
  }

  /// Logs the exchange, and counts it if it was a request to draw.
  func log(to service: Service, isGone: Bool) {
    let seconds = Double((NIODeadline.now() - start).nanoseconds) / 1e9
    // The status that nginx logs for clients that disconnect.
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
