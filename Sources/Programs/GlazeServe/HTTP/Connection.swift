import Dispatch
import Foundation
import GlazeGeometry
import NIOCore
import NIOHTTP1

/// A connection of one client, which handles its requests one after the other.
///
/// It is confined to the service's loop.
final class Connection: ChannelInboundHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case idle
    /// The body is being received.
    case receiving
    /// A worker draws, or the request waits for one.
    case waiting
    case answering
    /// Further input is ignored; the client must see the answer before the connection closes.
    case lingering
  }

  private let service: Service
  private var channel: (any Channel)?
  private var state = State.idle
  private var exchange: Exchange?
  private var closesAfterwards = false
  /// Closes the connection of a client that sends or receives too slowly.
  private var timer: Scheduled<Void>?

  /// The time that a client which still sends gets to read the rejection.
  private static let lingering = TimeAmount.seconds(2)
  /// When the client connected.
  let start = NIODeadline.now()
  /// The time at which an upload must be complete, and the size at which it has made progress.
  private var (uploadEnd, nextProgress) = (NIODeadline.distantFuture, 0)

  init(_ service: Service) { self.service = service }

  func channelActive(context: ChannelHandlerContext) {
    channel = context.channel
    if !service.add(self) { context.close(promise: nil) }
    rest()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    if let exchange {
      if let job = exchange.job { service.cancel(job) }
      finish(exchange, isComplete: false)
    }
    service.remove(self)
    channel = nil
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  // MARK: Requests

  /// Whether it has a share of what is there for requests to draw.
  var hasShare: Bool { exchange?.reserved.isConnected ?? false }

  /// Waits for the next request, whose header must come as a whole in time.
  private func rest() {
    state = .idle
    limit(ServeOptions.patience) { $0.close() }
  }

  /// Closes the connection unless the client receives the next part in time.
  private func limitWriting() { limit(ServeOptions.patience) { $0.close() } }

  /// Refuses the request unless the next part of its body comes in time.
  private func limitReading(_ count: Int) {
    nextProgress = count + ServeOptions.progress
    let left = max(.zero, uploadEnd - .now())
    limit(min(ServeOptions.patience, left)) { $0.refuse(.slow) }
  }

  /// Runs an action unless the state changes in time.
  private func limit(_ time: TimeAmount, _ act: @escaping @Sendable (Connection) -> Void) {
    timer?.cancel()
    timer = service.loop.scheduleTask(in: time) { [weak self] in
      if let self { act(self) }
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .idle): begin(head)
    // A client that does not wait for answers gets this one, and must connect again.
    case (.head, _): closesAfterwards = true
    case (.body(let bytes), .receiving): receive(bytes)
    case (.end, .receiving): dispatch()
    case (.body, _), (.end, _): break
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    let exchange = Exchange(head)
    self.exchange = exchange
    state = .receiving
    closesAfterwards = closesAfterwards || !head.isKeepAlive
    uploadEnd = .now() + service.options.longestUpload
    limitReading(0)
    if let failure = exchange.refusal(by: service) { return refuse(failure) }
    // Monitoring has no bodies, and waits for none.
    guard exchange.route == .render else { return dispatch() }
    guard service.reserveConnection(exchange) else { return refuse(noRoom("connections")) }
    if let count = exchange.announcedCount {
      guard 0...service.options.bodyLimit ~= count else { return refuse(tooLarge) }
    }
    if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
      let head = HTTPResponseHead(version: head.version, status: .continue)
      channel?.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
    }
  }

  private func receive(_ bytes: ByteBuffer) {
    guard let exchange else { return }
    let count = exchange.body.readableBytes + bytes.readableBytes
    guard count <= service.options.bodyLimit else { return refuse(tooLarge) }
    guard service.reserveBody(count, exchange) else { return refuse(noRoom("bodies")) }
    if count >= nextProgress { limitReading(count) }
    var bytes = bytes
    exchange.body.writeBuffer(&bytes)
  }

  private var tooLarge: ServedFailure {
    ServedFailure(413, "bodyTooLarge", "the body is larger than \(service.options.bodyLimit) bytes")
  }

  private func noRoom(_ things: String) -> ServedFailure {
    ServedFailure(429, "busy", "other \(things) take all room; try again later")
  }

  private func dispatch() {
    guard let exchange else { return }
    timer?.cancel()
    exchange.arrival = .now()
    switch exchange.route {
    case .render: draw(exchange)
    case .health:
      answer(text: "ok\n" + (service.missingFeatures.map { "missing: \($0)\n" } ?? ""))
    case .ready where service.isReady: answer(text: "ready\n")
    case .ready: fail(ServedFailure(503, "notReady", "no worker is ready"))
    case .metrics:
      answer(text: service.metricsText, type: "text/plain; version=0.0.4; charset=utf-8")
    case nil: break
    }
  }

  /// The size of a body that the service's loop reads itself, in bytes; that takes a fraction of a millisecond.
  private static let smallBody = 1 << 16

  /// Parses the form, on another thread if it is large, and passes the request to the service.
  private func draw(_ exchange: Exchange) {
    state = .waiting
    let (query, type, body) = (exchange.query, exchange.type, exchange.body)
    let (version, loop) = (service.options.version, service.loop)
    let token = service.tokens == nil ? nil : exchange.authorization
    @Sendable func read() -> Result<RenderRequest, ServedFailure> {
      Result { () throws(ServedFailure) in
        try RenderRequest(query: query, type: type, body: body, version: version, token: token)
      }
    }
    if body.readableBytes <= Self.smallBody { return submit(read(), exchange) }
    service.readers(of: token).async { [self] in
      let request = read()
      loop.execute { [self] in
        // Unless the client has disconnected.
        if self.exchange === exchange, state == .waiting { submit(request, exchange) }
      }
    }
  }

  private func submit(_ request: Result<RenderRequest, ServedFailure>, _ exchange: Exchange) {
    switch request {
    case .failure(let failure): fail(failure)
    case .success(let request): submit(request, exchange)
    }
  }

  private func submit(_ request: RenderRequest, _ exchange: Exchange) {
    let seconds = min(exchange.deadline ?? .infinity, service.options.deadline)
    let deadline = exchange.arrival + .nanoseconds(Int64(clamping: (seconds * 1e9).rounded()))
    let job = ServeJob(request, arrival: exchange.arrival, deadline: deadline) { [self] outcome in
      exchange.outcome = outcome
      switch outcome.result {
      case .success(let answer): send(answer, exchange)
      case .failure(let failure): fail(failure)
      }
    }
    exchange.job = job
    service.submit(job)
  }

  // MARK: Answers

  private func send(_ answer: Answer, _ exchange: Exchange) {
    guard service.reserveAnswer(answer.content.byteCount, exchange) else {
      return fail(noRoom("answers that are not received yet"))
    }
    var headers: HTTPHeaders = [
      "Content-Type": answer.type,
      "Glaze-Cache": exchange.outcome?.isCached == true ? "hit" : "miss",
    ]
    if !answer.diagnostics.isEmpty {
      headers.add(name: "Glaze-Warnings", value: "\(answer.diagnostics.count)")
      let text = FailureBody.header(answer.diagnostics)
      if let text { headers.add(name: "Glaze-Diagnostics", value: text) }
    }
    begin(200, headers, byteCount: answer.content.byteCount)
    pump(answer.content, from: 0)
  }

  /// Sends content as fast as the client receives it.
  private func pump(_ content: Answer.Content, from offset: Int) {
    guard let channel, let exchange, state == .answering else { return }
    guard offset < content.byteCount else { return end() }
    let count = min(ServeOptions.progress, content.byteCount - offset)
    guard let bytes = content.part(from: offset, count: count, channel.allocator) else {
      return close()
    }
    exchange.bytesOut += count
    limitWriting()
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes))).whenSuccess { [self] in
      pump(content, from: offset + count)
    }
  }

  private func answer(text: String, type: String = "text/plain; charset=utf-8") {
    answer(200, ["Content-Type": type], ByteBuffer(string: text))
  }

  /// Answers before the body is read, and ignores its rest.
  private func refuse(_ failure: ServedFailure) {
    closesAfterwards = true
    fail(failure)
  }

  private func fail(_ failure: ServedFailure) {
    guard let exchange else { return }
    exchange.failure = failure
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    if failure.status == 429 || failure.status == 503 {
      headers.add(name: "Retry-After", value: "\(exchange.outcome?.retryAfter ?? 1)")
    }
    if failure.status == 401 { headers.add(name: "WWW-Authenticate", value: "Bearer") }
    if failure.status == 405, let route = exchange.route {
      headers.add(name: "Allow", value: route.method.rawValue)
    }
    let body = FailureBody(
      error: failure, diagnostics: exchange.outcome?.diagnostics ?? [], request: exchange.id)
    answer(failure.status, headers, ByteBuffer(bytes: body.json))
  }

  private func answer(_ status: Int, _ headers: HTTPHeaders, _ body: ByteBuffer) {
    begin(status, headers, byteCount: body.readableBytes)
    exchange?.bytesOut = body.readableBytes
    channel?.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
    end()
  }

  private func begin(_ status: Int, _ headers: HTTPHeaders, byteCount: Int) {
    guard let exchange else { return }
    limitWriting()
    let isEarly = state == .receiving && (exchange.arrival == .distantPast || exchange.hasOtherBody)
    if isEarly { closesAfterwards = true }
    state = .answering
    exchange.status = status
    exchange.isEarly = isEarly
    if service.isDraining { closesAfterwards = true }
    var headers = headers
    headers.add(name: "Content-Length", value: "\(byteCount)")
    headers.add(name: "X-Request-Id", value: exchange.id)
    headers.add(name: "Cache-Control", value: "no-store")
    headers.add(name: "X-Content-Type-Options", value: "nosniff")
    if closesAfterwards { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
    channel?.write(HTTPServerResponsePart.head(head), promise: nil)
  }

  private func end() {
    guard let channel, let exchange else { return }
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { [self] result in
      guard self.exchange === exchange else { return }
      let isComplete = if case .success = result { true } else { false }
      finish(exchange, isComplete: isComplete)
      guard closesAfterwards || service.isDraining else { return rest() }
      if exchange.isEarly { linger() } else { close() }
    }
  }

  /// Logs and counts a finished exchange.
  private func finish(_ exchange: Exchange, isComplete: Bool) {
    self.exchange = nil
    service.release(exchange)
    exchange.log(to: service, isGone: !isComplete)
  }

  // MARK: End

  private func linger() {
    state = .lingering
    channel?.close(mode: .output, promise: nil)
    service.loop.scheduleTask(in: Self.lingering) { [self] in close() }
  }

  /// Closes a connection without an open request; the others close after their answer.
  func closeWhenIdle() {
    if state == .idle { close() }
  }

  func close() { channel?.close(promise: nil) }
}
