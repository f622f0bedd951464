import Foundation
import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 480, height: 240))
    for (index, type) in CheckboxType.allCases.enumerated() {
      guard let box = Checkboxes.create(type) else { continue }
      let (column, row) = (index % 8, index / 8)
      box.frame.origin = CGPoint(x: 14 + column * 58, y: 12 + row * 58)
      window.addSubview(box)
      box.toggle()
    }
    // Timelines begin to play on the main queue.
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    let now = CACurrentMediaTime()
    try Sheet.draw(
      window.layer, name: "checkboxes", size: window.bounds.size, at: [now, now + 0.2, now + 1])
  }
}
