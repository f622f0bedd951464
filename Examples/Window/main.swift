import Foundation
import Glaze
import GlazeDisplay

// A carousel of cards in 3D. You can drag it; it continues to move and comes to rest on a card. A click brings a
// card to the front. Run it with `swift run glaze-carousel`.

let carousel = Carousel(["Coral", "Amber", "Lime", "Teal", "Azure", "Violet", "Rose", "Slate"])
let window = try GlazeWindow(
  carousel.layer, title: "Carousel", size: CGSize(width: 640, height: 360),
  device: ProcessInfo.processInfo.arguments.contains("--cpu") ? .cpu : .automatic)
carousel.lay(in: window.size)

var isDragged = false
var last = CGPoint.zero
window.onEvent = { event in
  switch event.kind {
  case .resized: carousel.lay(in: window.size)
  case .keyDown where event.key == .escape: window.close()
  case .keyDown where event.key == .left: carousel.turn(by: -1)
  case .keyDown where event.key == .right: carousel.turn(by: 1)
  case .pointerDown: (isDragged, last) = (false, event.location)
  case .pointerMoved where event.isPressed:
    isDragged = isDragged || abs(event.location.x - last.x) > 3
    guard isDragged else { return }
    carousel.drag(by: event.location.x - last.x)
    last = event.location
  case .pointerUp where isDragged: carousel.letGo()
  case .pointerUp:
    if let card = window.layer(at: event.location) { carousel.bringToFront(card) }
  default: break
  }
}
// The ring continues to move after the release while it is fast enough.
let link = window.displayLink { link in carousel.roll(until: link.targetTimestamp) }
try window.run()
link.invalidate()
