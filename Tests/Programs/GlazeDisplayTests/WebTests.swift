import Dispatch
import Foundation
import Glaze
import GlazeDrawing
import GlazeGeometry
import Testing

@testable import GlazeDisplay
@testable import GlazeWeb

@Suite(.serialized) struct WebTests {
  private static let red = #"{"width":64,"height":48,"root":{"backgroundColor":[1,0,0]}}"#

  private func show(on display: WebDisplay, isPlaying: Bool = false) throws -> Show {
    try Show(
      Show.Source(name: "red", path: nil, folder: ".") { try Document(data: Data(Self.red.utf8)) },
      on: display, isPlaying: isPlaying, showsTimeline: false)
  }

  @Test func onlyTheTokenOpensThePage() throws {
    let display = try WebDisplay(size: CGSize(width: 64, height: 48), device: .cpu)
    defer { display.close() }
    let url = try #require(URL(string: display.url))
    #expect(url.host == "127.0.0.1" && url.path.count >= 32)
    let port = UInt16(try #require(url.port))
    let page = try Browser(port).get(url.path + "/")
    #expect(page.hasPrefix("HTTP/1.1 200") && page.contains("<canvas "))
    for path in ["/", "/frames", "/0/", url.path + "x/", "/" + String(repeating: "a", count: 9000)]
    {
      #expect(!(try Browser(port).get(path)).hasPrefix("HTTP/1.1 200"))
    }
    #expect(throws: Browser.Ended.self) { try Browser(port).upgrade("/frames") }
  }

  @Test func reportsAreMadeOneAtATime() throws {
    struct Unreadable: Error {}
    let (asked, made) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let size = CGSize(width: 64, height: 48)
    let display = try WebDisplay(size: size, device: .cpu) {
      asked.signal()
      if made.wait(timeout: .now() + 20) == .timedOut { throw Unreadable() }
      return "<p>explained</p>"
    }
    defer { display.close() }
    let url = try #require(URL(string: display.url))
    let port = UInt16(try #require(url.port))
    #expect(try Browser(port).get(url.path + "/").contains("Explain this frame"))
    let first = try Browser(port)
    try first.ask(url.path + "/inspect")
    #expect(asked.wait(timeout: .now() + 20) == .success)
    #expect(try Browser(port).get(url.path + "/inspect").hasPrefix("HTTP/1.1 503"))
    made.signal()
    let page = first.rest()
    #expect(page.hasPrefix("HTTP/1.1 200") && page.hasSuffix("<p>explained</p>"))
    #expect(!(try Browser(port).get("/inspect")).hasPrefix("HTTP/1.1 200"))
  }

  @Test func reportsThatFailSayWhy() throws {
    struct Unreadable: Error {}
    let size = CGSize(width: 64, height: 48)
    let display = try WebDisplay(size: size, device: .cpu) { throw Unreadable() }
    defer { display.close() }
    let url = try #require(URL(string: display.url))
    let port = UInt16(try #require(url.port))
    let answer = try Browser(port).get(url.path + "/inspect")
    #expect(answer.hasPrefix("HTTP/1.1 500") && answer.contains("Unreadable"))
    let plain = try WebDisplay(size: size, device: .cpu)
    defer { plain.close() }
    let other = try #require(URL(string: plain.url))
    let browser = try Browser(UInt16(try #require(other.port)))
    #expect(try browser.get(other.path + "/inspect").hasPrefix("HTTP/1.1 404"))
  }

  @Test func framesWaitForTheBrowser() throws {
    let display = try WebDisplay(size: CGSize(width: 64, height: 48), device: .cpu)
    let show = try show(on: display)
    // No browser is connected, so nothing is drawn.
    #expect(try !show.window.turn(waiting: 0))
    let url = try #require(URL(string: display.url))
    let browser = try Browser(UInt16(try #require(url.port)))
    try browser.upgrade(url.path + "/frames")
    #expect(try waitFor { try show.window.turn(waiting: 0.02) })
    let first = try ImageDecoder.decode(try browser.receive(), name: "frame")
    #expect(first.width == 64 && first.height == 48 && first.color(30, 20) == [255, 0, 0])
    // The browser has not shown the frame: changes wait now, and only the last one is drawn.
    for key in ["o", "h", "h", "o", "b"] as [WindowEvent.Key] {
      try browser.send(#"{"kind":"keyDown","key":"\#(key.rawValue)"}"#)
    }
    for _ in 0..<20 { #expect(try !show.window.turn(waiting: 0.02)) }
    try browser.send(#"{"kind":"resized","width":200,"height":100,"scale":2}"#)
    try browser.send(#"{"kind":"shown"}"#)
    #expect(try waitFor { try show.window.turn(waiting: 0.02) })
    _ = waitFor { show.window.size == CGSize(width: 100, height: 50) }
    let second = try ImageDecoder.decode(try browser.receive(), name: "frame")
    #expect(second.width == 200 || second.width == 64)
    #expect(show.player.background == .checkerboard)
    // Invalid messages change nothing; the key ends it.
    try browser.send("{")
    try browser.send(#"{"kind":"resized","width":1e300,"height":-5}"#)
    try browser.send(#"{"kind":"keyDown","key":"q"}"#)
    try show.run()
    #expect(!show.window.isOpen)
  }

  /// Frames are JPEG while time advances, at most two are on the way, and the last one is exact.
  @Test func movingFramesAreSmallAndStillOnesExact() throws {
    let display = try WebDisplay(size: CGSize(width: 64, height: 48), device: .cpu)
    let source = Show.Source(name: "moving", path: nil, folder: "/nowhere") {
      try Document(
        data: Data(
          """
          {"width": 64, "height": 48, "root": {"bounds": [0, 0, 64, 48], "sublayers": [
            {"bounds": [0, 0, 20, 20], "position": [10, 24], "backgroundColor": [1, 0, 0], "animations": [
              {"keyPath": "position.x", "fromValue": 10, "toValue": 50, "duration": 100}]}]}}
          """.utf8))
    }
    let show = try Show(source, on: display, turnLength: 0.5)
    let url = try #require(URL(string: display.url))
    let browser = try Browser(UInt16(try #require(url.port)))
    try browser.upgrade(url.path + "/frames")
    var count = 0
    for _ in 0..<30 where try show.window.turn(waiting: 0.02) { count += 1 }
    #expect(count == 2)
    for news in [#"{"isMoving":false}"#, #"{"title":"moving"}"#, #"{"isMoving":true}"#] {
      let text = String(decoding: try browser.receive(isText: true), as: UTF8.self)
      #expect(text == news)
    }
    for _ in 0..<2 {
      #expect(try browser.receive().starts(with: [0xff, 0xd8]))
      try browser.send(#"{"kind":"shown"}"#)
    }
    // The file goes to the browser, and the display pauses.
    try browser.send(#"{"kind":"keyDown","key":"s"}"#)
    #expect(waitFor { (try? show.window.turn(waiting: 0.02)) != nil && show.message != nil })
    #expect(show.message?.hasPrefix("saved moving-") == true)
    let last = try pause(show, in: browser)
    #expect(last.starts(with: [0x89, 0x50]))
    show.window.close()
  }

  /// Pauses, and returns the frame that stands still.
  private func pause(_ show: Show, in browser: Browser) throws -> [UInt8] {
    try browser.send(#"{"kind":"keyDown","key":"space"}"#)
    #expect(waitFor { (try? show.window.turn(waiting: 0.02)) != nil && !show.player.isPlaying })
    var last: [UInt8] = []
    for _ in 0..<5 where !last.starts(with: [0x89, 0x50]) {
      try browser.send(#"{"kind":"shown"}"#)
      for _ in 0..<5 { try show.window.turn(waiting: 0.02) }
      last = try browser.receive()
    }
    return last
  }

  /// The pixels follow the time of drawing in both directions, and no alternating times make them swing.
  @Test func slowFramesHaveFewerPixels() {
    var pace = FramePace()
    func take(_ seconds: Double, _ count: Int) { for _ in 0..<count { pace.add(seconds) } }
    take(0.02, 100)
    #expect(pace.sharpness == 1)
    // One long frame is an exception.
    take(0.5, 1)
    take(0.02, 7)
    #expect(pace.sharpness == 1)
    take(0.05, 8)
    #expect(pace.sharpness == 0.75)
    take(0.05, 100)
    #expect(pace.sharpness == 1.0 / 3)
    take(0.004, 8)
    #expect(pace.sharpness == 0.5)
    take(0.004, 16)
    #expect(pace.sharpness == 1)
    // Sharper frames would take 40 ms.
    take(0.05, 8)
    take(0.0225, 100)
    #expect(pace.sharpness == 0.75)
  }

  /// On a slow machine, moving frames get smaller and the still one has all pixels.
  @Test func movingFramesOfSlowMachinesAreSmaller() throws {
    var seconds = 0.0
    let display = try WebDisplay(size: CGSize(width: 64, height: 48), device: .cpu)
    display.clock = {
      seconds += 0.2
      return seconds
    }
    let source = Show.Source(name: "moving", path: nil, folder: "/nowhere") {
      try Document(
        data: Data(
          """
          {"width": 64, "height": 48, "root": {"bounds": [0, 0, 64, 48], "animations": [
            {"keyPath": "opacity", "fromValue": 1, "toValue": 0, "duration": 100}]}}
          """.utf8))
    }
    let show = try Show(source, on: display, turnLength: 0.1)
    let url = try #require(URL(string: display.url))
    let browser = try Browser(UInt16(try #require(url.port)))
    try browser.upgrade(url.path + "/frames")
    var widths: [Int] = []
    for _ in 0..<40 {
      #expect(try waitFor { try show.window.turn(waiting: 0.02) })
      widths.append(try ImageDecoder.decode(try browser.receive(), name: "frame").width)
      try browser.send(#"{"kind":"shown"}"#)
    }
    #expect(Array(Set(widths)).sorted() == [21, 32, 48, 64])
    let last = try pause(show, in: browser)
    #expect(try ImageDecoder.decode(last, name: "frame").width == 64)
    show.window.close()
  }

  @Test(.enabled(if: Program.areThere("chromium")))
  func aBrowserShowsTheScene() throws {
    try withFolder { folder in
      let display = try WebDisplay(size: CGSize(width: 64, height: 48), device: .cpu)
      let show = try show(on: display)
      // Chromium takes its screenshot when the page is loaded, which may be before the first frame.
      var shot = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0])
      for _ in 0..<8 where shot.color(shot.width / 2, shot.height / 2) != [255, 0, 0] {
        shot = try screenshot(of: display, in: folder, turning: show)
      }
      show.window.close()
      // The document fits into the page.
      #expect(shot.color(shot.width / 2, shot.height / 2) == [255, 0, 0])
      #expect(show.window.size.width == CGFloat(shot.width))
    }
  }

  private func screenshot(
    of display: WebDisplay, in folder: String, turning show: Show
  ) throws -> CGImage {
    let chromium = try Program(
      "chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--window-size=320,240",
        "--hide-scrollbars", "--user-data-dir=\(folder)/profile",
        "--screenshot=\(folder)/shot.png", "--timeout=4000", display.url,
      ], in: folder)
    let end = Date(timeIntervalSinceNow: 40)
    while chromium.isRunning, Date() < end { try show.window.turn(waiting: 0.02) }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/shot.png"))
    return try ImageDecoder.decode([UInt8](data), name: "shot")
  }
}

/// The part of a browser that the tests need.
final class Browser {
  /// The other side closed the connection.
  struct Ended: Error {}

  private let socket: Int32
  private var waiting: [UInt8] = []

  init(_ port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
  }

  deinit { close(socket) }

  private func write(_ bytes: [UInt8]) throws {
    try #require(
      Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  private func read(_ count: Int) throws -> [UInt8] {
    while waiting.count < count {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let length = recv(socket, &buffer, buffer.count, 0)
      if length <= 0 { throw Ended() }
      waiting += buffer[..<length]
    }
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }

  /// Returns the head of a response, and all data until the end of the connection.
  func get(_ path: String) throws -> String {
    try ask(path)
    return rest()
  }

  func ask(_ path: String) throws {
    try write(Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
  }

  /// Returns all data until the end of the connection.
  func rest() -> String {
    var all: [UInt8] = []
    // Byte by byte: a response may have megabytes.
    while let byte = try? read(1) {
      all += byte + waiting
      waiting = []
    }
    return String(decoding: all, as: UTF8.self)
  }

  func upgrade(_ path: String) throws {
    try write(
      Array(
        """
        GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """.utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += try read(1) }
    if !String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 101") { throw Ended() }
  }

  /// Sends a text, masked with zeros where browsers use random numbers.
  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    try write([0x81, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes)
  }

  /// Returns the next message: a frame, which is binary, or news as text.
  func receive(isText: Bool = false) throws -> [UInt8] {
    while true {
      let head = try read(2)
      var length = Int(head[1])
      if length >= 126 {
        length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
      }
      let message = try read(length)
      if (head[0] & 0x0f == 1) == isText { return message }
    }
  }
}
