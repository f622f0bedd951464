import Dispatch
import Foundation
import GlazeDisplay
import GlazeGeometry
import NIOCore
import NIOWebSocket
import Synchronization

/// The state that the network thread and the frame thread share: browsers, the newest frame, events.
final class WebHub: Sendable {
  private struct Browser {
    var channel: any Channel
    /// The number of the last frame that was sent.
    var sent = 0
    /// The number of frames that were sent and are not shown yet.
    var open = 0
  }

  private struct State {
    var browsers: [ObjectIdentifier: Browser] = [:]
    var events: [WindowEvent] = []
    var frame: [UInt8] = []
    var number = 0
    var pixelSize = CGSize(width: 1, height: 1)
    var scale: CGFloat = 1
    var isCoarse = false
    var isMoving = false
    var title = ""

    /// The largest number of frames on the way to a browser: two while time advances, so that one travels while
    /// another one is shown.
    var limit: Int { isMoving ? 2 : 1 }
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// The largest number of browsers.
  private static let limit = 16
  /// The largest number of queued events; further ones are dropped.
  private static let eventLimit = 1000

  // MARK: Browsers

  var hasRoom: Bool { state.withLock { $0.browsers.count < Self.limit } }
  var count: Int { state.withLock { $0.browsers.count } }
  /// A Boolean value that indicates whether a browser waits for a frame.
  var isWanted: Bool {
    state.withLock { state in state.browsers.values.contains { $0.open < state.limit } }
  }
  var pixelSize: CGSize { state.withLock { $0.pixelSize } }
  var scale: CGFloat { state.withLock { $0.scale } }
  /// A Boolean value that indicates whether the last browser has a touch screen.
  var isCoarse: Bool { state.withLock { $0.isCoarse } }

  func add(_ channel: any Channel) {
    state.withLock { state in
      state.browsers[ObjectIdentifier(channel)] = Browser(channel: channel)
      Self.tell(channel, Self.news(isMoving: state.isMoving))
      if !state.title.isEmpty, let news = Self.news(title: state.title) { Self.tell(channel, news) }
      Self.serve(&state)
    }
    wake.signal()
  }

  func remove(_ channel: any Channel) {
    state.withLock { $0.browsers[ObjectIdentifier(channel)] = nil }
  }

  func closeAll() {
    let channels = state.withLock { $0.browsers.values.map(\.channel) }
    for channel in channels {
      let goodbye = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())
      try? channel.writeAndFlush(goodbye).wait()
      try? channel.close().wait()
    }
  }

  // MARK: Frames

  /// Sends the newest frame to all browsers as soon as they are ready.
  func send(_ frame: [UInt8]) {
    state.withLock { state in
      state.frame = frame
      state.number += 1
      Self.serve(&state)
    }
  }

  private static func serve(_ state: inout State) {
    for (key, browser) in state.browsers
    where browser.open < state.limit && browser.sent < state.number {
      state.browsers[key]?.open += 1
      state.browsers[key]?.sent = state.number
      let data = ByteBuffer(bytes: state.frame)
      browser.channel.writeAndFlush(
        WebSocketFrame(fin: true, opcode: .binary, data: data), promise: nil)
    }
  }

  // MARK: News

  /// Reports whether time advances.
  ///
  /// - Returns: Whether that changed.
  func setMoving(_ isMoving: Bool) -> Bool {
    state.withLock { state in
      guard state.isMoving != isMoving else { return false }
      state.isMoving = isMoving
      for browser in state.browsers.values {
        Self.tell(browser.channel, Self.news(isMoving: isMoving))
      }
      return true
    }
  }

  /// Gives the pages a title.
  func setTitle(_ title: String) {
    state.withLock { state in
      state.title = title
      guard let news = Self.news(title: title) else { return }
      for browser in state.browsers.values { Self.tell(browser.channel, news) }
    }
  }

  /// Hands a file to all browsers.
  func offer(_ file: [UInt8], name: String) {
    let message = File(name: name, file: Data(file))
    guard let data = try? JSONEncoder().encode(message) else { return }
    let text = String(decoding: data, as: UTF8.self)
    state.withLock { state in
      for browser in state.browsers.values { Self.tell(browser.channel, text) }
    }
  }

  private struct File: Encodable {
    var name: String
    var file: Data
  }

  private static func news(isMoving: Bool) -> String { #"{"isMoving":\#(isMoving)}"# }

  private static func news(title: String) -> String? {
    (try? JSONEncoder().encode(["title": title])).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func tell(_ channel: any Channel, _ text: String) {
    channel.writeAndFlush(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
  }

  // MARK: Events

  /// A message of a browser: `shown`, or an event with the names of `WindowEvent`.
  private struct Message: Decodable {
    var kind: String
    var x, y, dx, dy, width, height, scale: Double?
    var key: String?
    var isPressed, isShifted, isCoarse: Bool?
  }

  /// Handles a message; invalid ones are ignored.
  func take(_ data: Data, from channel: any Channel) {
    guard let message = try? JSONDecoder().decode(Message.self, from: data) else { return }
    if message.kind == "shown" {
      return state.withLock { state in
        let key = ObjectIdentifier(channel)
        let open = state.browsers[key]?.open ?? 0
        state.browsers[key]?.open = max(0, open - 1)
        Self.serve(&state)
      }
    }
    if message.kind == "resized" {
      resize(
        to: CGSize(width: message.width ?? 0, height: message.height ?? 0),
        scale: CGFloat(message.scale ?? 1))
      state.withLock { $0.isCoarse = message.isCoarse ?? false }
    }
    guard let event = Self.event(message) else { return }
    state.withLock { if $0.events.count < Self.eventLimit { $0.events.append(event) } }
    wake.signal()
  }

  private static let kinds: [WindowEvent.Kind] = [
    .pointerDown, .pointerMoved, .pointerUp, .scrolled, .keyDown, .resized,
  ]

  private static func event(_ message: Message) -> WindowEvent? {
    let kind = WindowEvent.Kind(rawValue: message.kind)
    guard kinds.contains(kind) else { return nil }
    func number(_ value: Double?) -> CGFloat { CGFloat(max(-1e6, min(value ?? 0, 1e6))) }
    var event = WindowEvent(kind)
    event.location = CGPoint(x: number(message.x), y: number(message.y))
    event.scroll = CGSize(width: number(message.dx), height: number(message.dy))
    event.isPressed = message.isPressed ?? false
    event.isShifted = message.isShifted ?? false
    event.key = WindowEvent.Key(rawValue: message.key ?? "")
    return event
  }

  /// Adopts the size that the last browser reported, within limits.
  func resize(to size: CGSize, scale: CGFloat) {
    func side(_ length: CGFloat) -> CGFloat { max(1, min(length.rounded(), 8192)) }
    state.withLock { state in
      state.pixelSize = CGSize(width: side(size.width), height: side(size.height))
      state.scale = max(0.25, min(scale, 8))
    }
  }

  func events(waiting seconds: Double) -> [WindowEvent] {
    if seconds > 0, state.withLock({ $0.events.isEmpty }) {
      _ = wake.wait(timeout: .now() + min(seconds, 60))
    }
    return state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }
}
