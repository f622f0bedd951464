import Foundation
import Glaze

/// A ring of cards around an axis, one of which is in front.
final class Carousel {
  let layer = CALayer()
  private let ring = CATransformLayer()
  private var cards: [CATransformLayer] = []
  /// The index of the card in front; a fraction while the ring rotates.
  private(set) var position: CGFloat = 0
  /// The speed, in cards per second.
  private var velocity: CGFloat = 0
  /// The card at which the ring comes to rest; nil while it is dragged.
  private var goal: CGFloat?
  private var lastTime: CFTimeInterval?
  private var lastDrag: CFTimeInterval = 0

  private static let cardSize = CGSize(width: 150, height: 200)
  /// The length of a drag per card, in points.
  private static let cardWidth: CGFloat = 130
  private static let radius: CGFloat = 230

  init(_ names: [String]) {
    layer.name = "carousel"
    layer.backgroundColor = CGColor(srgbRed: 0.09, green: 0.1, blue: 0.14, alpha: 1)
    var depth = CATransform3DIdentity
    depth.m34 = -1 / 900
    layer.sublayerTransform = depth
    layer.addSublayer(ring)
    for (index, name) in names.enumerated() {
      let holder = CATransformLayer()
      holder.addSublayer(Self.card(name, hue: CGFloat(index) / CGFloat(names.count)))
      ring.addSublayer(holder)
      cards.append(holder)
    }
  }

  private static func card(_ name: String, hue: CGFloat) -> CALayer {
    let card = CAGradientLayer()
    card.name = name
    card.bounds.size = cardSize
    card.cornerRadius = 14
    card.borderWidth = 1
    card.borderColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.4)
    card.colors = [color(hue, 0.95), color(hue + 0.05, 0.55)]
    let title = CATextLayer()
    title.string = name
    title.fontSize = 22
    title.alignmentMode = .center
    title.frame = CGRect(x: 0, y: cardSize.height - 44, width: cardSize.width, height: 30)
    card.addSublayer(title)
    return card
  }

  /// Returns a color of the color wheel.
  private static func color(_ hue: CGFloat, _ brightness: CGFloat) -> CGColor {
    func part(_ shift: CGFloat) -> CGFloat {
      brightness * (0.6 + 0.4 * CGFloat(cos(2 * Double.pi * Double(hue + shift))))
    }
    return CGColor(srgbRed: part(0), green: part(0.67), blue: part(0.33), alpha: 1)
  }

  /// Centers the ring in a window.
  func lay(in size: CGSize) {
    withoutActions {
      ring.position = CGPoint(x: size.width / 2, y: size.height / 2)
      place()
    }
  }

  /// Rotates the cards to the position.
  private func place() {
    for (index, card) in cards.enumerated() {
      let angle = (CGFloat(index) - position) * 2 * .pi / CGFloat(cards.count)
      var transform = CATransform3DMakeTranslation(0, 0, -Self.radius)
      transform = CATransform3DConcat(
        CATransform3DMakeTranslation(0, 0, Self.radius),
        CATransform3DConcat(CATransform3DMakeRotation(angle, 0, 1, 0), transform))
      card.transform = transform
    }
  }

  private func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  // MARK: Dragging

  func drag(by points: CGFloat) {
    let now = CACurrentMediaTime()
    let step = -points / Self.cardWidth
    velocity = step / CGFloat(max(1.0 / 240, now - lastDrag))
    (lastDrag, goal) = (now, nil)
    position += step
    withoutActions(place)
  }

  /// Continues with the speed, to the nearest card.
  func letGo() {
    goal = (position + max(-3, min(velocity * 0.15, 3))).rounded()
  }

  func turn(by count: Int) { goal = ((goal ?? position) + CGFloat(count)).rounded() }

  func bringToFront(_ hit: CALayer) {
    var card: CALayer? = hit
    while let layer = card, !(layer.superlayer is CATransformLayer) { card = layer.superlayer }
    guard let holder = card?.superlayer, let index = cards.firstIndex(where: { $0 === holder })
    else { return }
    // Take the short way around.
    let count = CGFloat(cards.count)
    let way = (CGFloat(index) - position).remainder(dividingBy: count)
    goal = (position + way).rounded()
  }

  /// Approaches the target like a critically damped spring.
  func roll(until time: CFTimeInterval) {
    let step = min(0.05, time - (lastTime ?? time))
    lastTime = time
    guard let goal, step > 0 else { return }
    position = goal + (position - goal) * CGFloat(exp(-step * 9))
    if abs(position - goal) < 0.001 { (position, self.goal, velocity) = (goal, nil, 0) }
    withoutActions(place)
  }
}
