import UIKitLite

@main enum Draw {
  static func main() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let pulsator = Pulsator()
    (pulsator.numPulse, pulsator.radius) = (3, 90)
    pulsator.position = CGPoint(x: 100, y: 100)
    window.layer.addSublayer(pulsator)
    pulsator.start()
    try Sheet.draw(window.layer, name: "pulses", size: window.bounds.size, at: [0, 1.5, 4])
  }
}
