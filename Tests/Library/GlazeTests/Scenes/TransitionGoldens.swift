import Foundation
import Glaze
import GlazePlan

/// Cards in transition from red with a disc to blue with a ring, by a filter, at successive times.
struct TransitionScene: Sendable {
  let name: String
  let type: String
  var inputs: [String: Double] = [:]

  static let all = [
    TransitionScene(name: "dissolve", type: "CIDissolveTransition"),
    TransitionScene(
      name: "swipe", type: "CISwipeTransition",
      inputs: ["inputAngle": 0.5, "inputWidth": 40, "inputOpacity": 0.7]),
    TransitionScene(
      name: "barsSwipe", type: "CIBarsSwipeTransition",
      inputs: ["inputAngle": 2, "inputWidth": 12, "inputBarOffset": 6]),
    TransitionScene(
      name: "copyMachine", type: "CICopyMachineTransition",
      inputs: ["inputAngle": -.pi / 2, "inputWidth": 30]),
  ]

  /// Draws the cards at a quarter, a half and three quarters of the transition.
  func draw(_ backend: Renderer.Backend) throws -> PixelBuffer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 80)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.9, alpha: 1)
    let cards = (0..<3).map { Self.card(at: CGFloat($0) * 100 + 10) }
    root.sublayers = cards
    let session = try RenderSession(root, renderer: Renderer(backend.device))
    session.options.dithers = false
    try session.commit(at: 0)
    CATransaction.withoutActions {
      for (i, card) in cards.enumerated() {
        Self.turn(card)
        card.add(transition(offset: Double(i + 1) / 4), forKey: nil)
      }
    }
    try session.commit(at: 0)
    return try session.frame(at: 0).pixels
  }

  private func transition(offset: Double) -> CATransition {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    let transition = CATransition()
    transition.filter = filter
    transition.duration = 1
    transition.timeOffset = offset
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    return transition
  }

  private static func card(at x: CGFloat) -> CALayer {
    let card = CALayer()
    card.frame = CGRect(x: x, y: 10, width: 80, height: 60)
    card.cornerRadius = 8
    card.backgroundColor = CGColor(srgbRed: 0.85, green: 0.25, blue: 0.15, alpha: 1)
    let disc = CALayer()
    // Part of the disc is outside the card.
    disc.frame = CGRect(x: 55, y: -8, width: 30, height: 30)
    disc.cornerRadius = 15
    disc.backgroundColor = CGColor(srgbRed: 1, green: 0.85, blue: 0.3, alpha: 1)
    card.addSublayer(disc)
    return card
  }

  private static func turn(_ card: CALayer) {
    card.backgroundColor = CGColor(srgbRed: 0.1, green: 0.35, blue: 0.75, alpha: 1)
    let ring = CALayer()
    ring.frame = CGRect(x: 20, y: 10, width: 40, height: 40)
    ring.cornerRadius = 20
    ring.borderWidth = 6
    ring.borderColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    card.sublayers = [ring]
  }
}
