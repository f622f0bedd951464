import Foundation
import Glaze
import GlazeGeometry
import Testing

@testable import GlazeDisplay

/// `GlazeWindow` as programs use it.
@Suite struct WindowTests {
  private let root = CALayer()
  private let card = CALayer()

  init() {
    root.backgroundColor = .white
    card.frame = CGRect(x: 10, y: 10, width: 40, height: 30)
    card.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(card)
  }

  private func window(on display: TestDisplay) throws -> GlazeWindow {
    try GlazeWindow(root, title: "Test", on: display, options: RenderOptions())
  }

  @Test func theLayerIsAsLargeAsTheWindow() throws {
    let display = try TestDisplay(width: 200, height: 100, scale: 2)
    let window = try window(on: display)
    #expect(window.size == CGSize(width: 100, height: 50) && window.scale == 2)
    #expect(try window.turn(waiting: 0))
    #expect(display.images.last?.width == 200)
    #expect(display.images.last?.color(30, 30) == [255, 0, 0])
    #expect(window.layer(at: CGPoint(x: 12, y: 12)) === card)
    #expect(window.layer(at: CGPoint(x: 90, y: 40)) === root)
    #expect(window.layer(at: CGPoint(x: 101, y: 40)) == nil)
  }

  @Test func framesComeWithChangesOnly() throws {
    let display = try TestDisplay(width: 200, height: 100)
    let window = try window(on: display)
    #expect(try window.turn(waiting: 0))
    for _ in 0..<3 { #expect(try !window.turn(waiting: 0)) }
    // A change is animated: frames come until the animation ends.
    card.position.x += 100
    #expect(try window.turn(waiting: 0))
    #expect(try window.turn(waiting: 0))
    let isAtRest = waitFor { (try? window.turn(waiting: 0.02)) == false }
    #expect(isAtRest)
    #expect(display.images.last?.color(130, 25) == [255, 0, 0])
    #expect(display.images.last?.color(30, 25) == [255, 255, 255])
  }

  @Test func eventsArriveInOrderAndLinksStep() throws {
    let display = try TestDisplay(width: 200, height: 100)
    let window = try window(on: display)
    var seen: [WindowEvent.Kind] = []
    window.onEvent = { event in
      seen.append(event.kind)
      if event.kind == .pointerDown { window.layer(at: event.location)?.isHidden = true }
    }
    var steps = 0
    let link = window.displayLink { _ in steps += 1 }
    display.waiting = [
      WindowEvent(.pointerDown, at: CGPoint(x: 20, y: 20), isPressed: true),
      WindowEvent(.pointerUp, at: CGPoint(x: 20, y: 20)),
    ]
    try window.turn(waiting: 0)
    #expect(seen == [.pointerDown, .pointerUp])
    #expect(card.isHidden)
    link.isPaused = true
    try window.turn(waiting: 0)
    #expect(steps == 1)
  }

  @Test func closingEndsTheLoop() throws {
    let display = try TestDisplay()
    let window = try window(on: display)
    window.closesByItself = false
    display.waiting = [WindowEvent(.closed)]
    try window.turn(waiting: 0)
    #expect(window.isOpen)
    window.closesByItself = true
    display.waiting = [WindowEvent(.closed), WindowEvent(key: "a")]
    var keys = 0
    window.onEvent = { if $0.kind == .keyDown { keys += 1 } }
    try window.run()
    #expect(!window.isOpen && display.isClosed)
    #expect(keys == 0, "nothing arrives after the end")
    #expect(try !window.turn(waiting: 0))
  }
}
