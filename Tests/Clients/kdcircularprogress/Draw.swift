import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let ring = KDCircularProgress(frame: CGRect(x: 20, y: 20, width: 160, height: 160))
    ring.set(colors: .cyan, .white, .magenta)
    window.addSubview(ring)
    ring.angle = 240
    try Sheet.draw(window.layer, name: "progress", size: window.bounds.size, at: [0])
  }
}
