import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let ring = RingProgressView(frame: CGRect(x: 20, y: 20, width: 160, height: 160))
    (ring.startColor, ring.endColor, ring.ringWidth) = (.red, .magenta, 25)
    window.addSubview(ring)
    ring.progress = 0.7
    try Sheet.draw(window.layer, name: "ring", size: window.bounds.size, at: [0])
  }
}
