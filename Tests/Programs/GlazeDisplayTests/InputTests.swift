import Foundation
import Glaze
import GlazeGeometry
import Testing

@testable import GlazeDisplay

/// Reports of input devices, and the events that they cause.
@Suite struct InputTests {
  private typealias Report = InputEvents.Report
  private static let size = CGSize(width: 400, height: 300)
  private static let complete = Report(type: 0, code: 0, value: 0)

  /// Returns the events of reports from one device.
  private func events(
    _ pointing: InputEvents.Pointing, hasKeys: Bool = true, _ reports: Report...
  ) -> [WindowEvent] {
    var events = InputEvents(size: Self.size, hasKeys: hasKeys)
    var device = InputEvents.Device(pointing)
    return reports.flatMap { events.take($0, of: &device) }
  }

  @Test func aMouseStepsFromTheMiddleAndStaysOnTheScreen() {
    let events = events(
      .relative, Report(type: 2, code: 0, value: 30), Report(type: 2, code: 1, value: -20),
      Self.complete, Report(type: 1, code: 0x110, value: 1), Report(type: 2, code: 0, value: 9999),
      Self.complete, Report(type: 1, code: 0x110, value: 0), Report(type: 2, code: 8, value: -2),
      Self.complete)
    #expect(
      events.map(\.kind) == [
        .pointerMoved, .pointerMoved, .pointerDown, .pointerUp, .scrolled,
      ])
    #expect(events.map(\.location.x) == [230, 399, 399, 399, 399])
    #expect(events.allSatisfy { $0.location.y == 130 })
    #expect(events.map(\.isPressed) == [false, false, true, false, false])
    #expect(events[4].scroll == CGSize(width: 0, height: -2))
  }

  @Test func aTouchIsWhereTheFingerIs() {
    let events = events(
      .absolute(x: 0...1000, y: -100...100), Report(type: 3, code: 0, value: 250),
      Report(type: 3, code: 1, value: 0), Report(type: 1, code: 0x14a, value: 1), Self.complete,
      Report(type: 1, code: 0x14a, value: 0), Self.complete)
    #expect(events.map(\.kind) == [.pointerMoved, .pointerDown, .pointerUp])
    #expect(events.allSatisfy { $0.location == CGPoint(x: 100, y: 150) })
  }

  @Test func aTouchpadMovesThePointerFromWhereItIs() {
    let events = events(
      .touchpad(x: 0...1000, y: 0...1000), Report(type: 1, code: 0x14a, value: 1),
      Report(type: 3, code: 0, value: 900), Report(type: 3, code: 1, value: 500), Self.complete,
      Report(type: 3, code: 0, value: 1000), Self.complete,
      // Another touch begins elsewhere.
      Report(type: 1, code: 0x14a, value: 0), Self.complete,
      Report(type: 1, code: 0x14a, value: 1), Report(type: 3, code: 0, value: 100), Self.complete,
      Report(type: 3, code: 0, value: 50), Self.complete)
    #expect(events.map(\.location.x) == [240, 220])
    #expect(events.allSatisfy { $0.kind == .pointerMoved && !$0.isPressed })
  }

  @Test func lostReportsAreForgotten() {
    let events = events(
      .relative, Report(type: 2, code: 0, value: 30), Report(type: 1, code: 0x110, value: 1),
      Report(type: 0, code: 3, value: 0), Self.complete)
    #expect(events.isEmpty)
  }

  @Test func keysAreToldWhereNoTerminalTellsThem() {
    let reports = [
      Report(type: 1, code: 42, value: 1), Report(type: 1, code: 106, value: 1),
      Report(type: 1, code: 42, value: 0), Report(type: 1, code: 30, value: 1),
      Report(type: 1, code: 30, value: 2), Report(type: 1, code: 30, value: 0),
      Report(type: 1, code: 0x2ff, value: 1), Self.complete,
    ]
    func events(hasKeys: Bool) -> [WindowEvent] {
      var events = InputEvents(size: Self.size, hasKeys: hasKeys)
      var device = InputEvents.Device(.relative)
      return reports.flatMap { events.take($0, of: &device) }
    }
    #expect(
      events(hasKeys: true) == [
        WindowEvent(key: .right, isShifted: true), WindowEvent(key: "a"), WindowEvent(key: "a"),
      ])
    #expect(events(hasKeys: false).isEmpty)
  }

  /// Pipes work like devices, except that they do not describe themselves.
  @Test func devicesAreReadUntilTheyAreGone() throws {
    try withFolder { folder in
      for name in ["event0", "event1", "mouse0"] {
        try #require(mkfifo("\(folder)/\(name)", 0o600) == 0)
      }
      let input = KMSInput(size: Self.size, hasKeys: true, folder: folder)
      defer { input.close() }
      let file = open("\(folder)/event1", O_WRONLY)
      try #require(file >= 0)
      // The other pipe, which has no writer, is a device that is disconnected.
      #expect(!input.hasPointer && input.read().isEmpty)
      func write(_ report: Report) {
        var bytes = [UInt8](repeating: 7, count: 2 * MemoryLayout<Int>.size)
        withUnsafeBytes(of: report.type) { bytes += $0 }
        withUnsafeBytes(of: report.code) { bytes += $0 }
        withUnsafeBytes(of: report.value) { bytes += $0 }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
      }
      write(Report(type: 2, code: 0, value: -50))
      write(Self.complete)
      input.wait(20, or: nil)
      #expect(input.read() == [WindowEvent(.pointerMoved, at: CGPoint(x: 150, y: 150))])
      write(Report(type: 1, code: 16, value: 1))
      Glibc.close(file)
      #expect(input.read() == [WindowEvent(key: "q")])
      #expect(input.read().isEmpty)
    }
  }

  @Test func thePointerIsDrawnWhereNobodyElseDrawsIt() throws {
    let scene = #"{"width":400,"height":300,"root":{"backgroundColor":[1,0,0]}}"#
    func image(drawsPointer: Bool) throws -> CGImage {
      let display = try TestDisplay()
      display.drawsPointer = drawsPointer
      let show = try Show(
        Show.Source(name: "red", path: nil, folder: ".") { try Document(data: Data(scene.utf8)) },
        on: display, isPlaying: false, showsTimeline: false)
      display.waiting = [WindowEvent(.pointerMoved, at: CGPoint(x: 200, y: 100))]
      for _ in 0..<3 { try show.window.turn(waiting: 0) }
      return try #require(display.images.last)
    }
    let (without, with) = (
      try image(drawsPointer: false), try image(drawsPointer: true)
    )
    #expect(without.color(203, 108) == [255, 0, 0] && with.color(203, 108) == [255, 255, 255])
    let changed = with.differences(from: without)
    #expect(changed > 80 && changed < 300)
    #expect(with.color(190, 100) == [255, 0, 0])
  }
}
