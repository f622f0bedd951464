import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    let box = UIView(frame: CGRect(x: 20, y: 30, width: 40, height: 40))
    box.backgroundColor = .systemRed
    window.addSubview(box)
    var animation = Animation<UIView>()
    animation.addKeyframe(for: \.transform, at: 0, value: .identity)
    animation.addKeyframe(
      for: \.transform, at: 1, value: CGAffineTransform(translationX: 120, y: 0).rotated(by: 0.8))
    animation.perform(on: box, duration: 0.2)
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.4))
    try Sheet.draw(window.layer, name: "stage", size: window.bounds.size, at: [0])
  }
}
