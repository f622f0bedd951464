import QuartzCore

extension CATransform3D {
  static func perspective(_ distance: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return transform
  }
}

/// A cube of six faces in 3D.
final class Cube: CATransformLayer {
  private let side: CGFloat

  init(side: CGFloat) {
    self.side = side
    super.init()
    bounds = CGRect(x: 0, y: 0, width: side, height: side)
    let turns: [(CGFloat, CGFloat, CGFloat, CGFloat)] = [
      (0, 0, 1, 0), (.pi / 2, 0, 1, 0), (.pi, 0, 1, 0), (-.pi / 2, 0, 1, 0), (.pi / 2, 1, 0, 0),
      (-.pi / 2, 1, 0, 0),
    ]
    for (index, turn) in turns.enumerated() {
      let face = CALayer()
      face.frame = bounds
      face.isDoubleSided = false
      face.backgroundColor = CGColor(
        genericGrayGamma2_2Gray: 0.3 + 0.1 * CGFloat(index), alpha: 1)
      face.transform = CATransform3DTranslate(
        CATransform3DMakeRotation(turn.0, turn.1, turn.2, turn.3), 0, 0, side / 2)
      addSublayer(face)
    }
  }

  override init(layer: Any) {
    side = (layer as? Cube)?.side ?? 0
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { fatalError() }

  func turn() {
    let spin = CABasicAnimation(keyPath: "transform.rotation")
    spin.valueFunction = CAValueFunction(name: CAValueFunctionName.rotateY)
    spin.keyPath = "transform"
    spin.fromValue = 0
    spin.toValue = CGFloat.pi * 2
    spin.duration = 4
    spin.repeatCount = .greatestFiniteMagnitude
    add(spin, forKey: "spin")
  }
}

/// Cards that lie on a wheel.
final class Carousel: CALayer {
  private let wheel = CATransformLayer()
  private var offset: CGFloat = 0

  func show(_ colors: [CGColor], size: CGSize) {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1.0 / 500.0
    sublayerTransform = perspective
    wheel.frame = bounds
    addSublayer(wheel)
    let step = 2 * CGFloat.pi / CGFloat(colors.count)
    for (index, color) in colors.enumerated() {
      let card = CALayer()
      card.name = "card\(index)"
      card.bounds.size = size
      card.position = CGPoint(x: bounds.midX, y: bounds.midY)
      card.backgroundColor = color
      card.cornerRadius = 4
      card.cornerCurve = .continuous
      card.shadowOpacity = 0.4
      card.shadowOffset = CGSize(width: 0, height: 2)
      card.shadowRadius = 3
      card.shadowPath = CGPath(rect: card.bounds, transform: nil)
      var transform = CATransform3DMakeRotation(step * CGFloat(index), 0, 1, 0)
      transform = CATransform3DTranslate(transform, 0, 0, 60)
      card.transform = transform
      wheel.addSublayer(card)
    }
  }

  func scroll(by angle: CGFloat) {
    let spring = CASpringAnimation(keyPath: "transform.rotation.y")
    spring.damping = 12
    spring.stiffness = 120
    spring.mass = 1
    spring.initialVelocity = 2
    spring.fromValue = wheel.presentation()?.value(forKeyPath: "transform.rotation.y") ?? offset
    offset += angle
    spring.toValue = offset
    spring.duration = spring.settlingDuration
    wheel.setValue(offset, forKeyPath: "transform.rotation.y")
    wheel.add(spring, forKey: "scroll")
  }

  func front(at point: CGPoint) -> String? {
    (presentation() ?? self).hitTest(point)?.model().name
  }
}

/// Confetti that flies when a task is done.
final class Confetti: CAEmitterLayer {
  func burst(_ colors: [CGColor]) {
    emitterPosition = CGPoint(x: bounds.midX, y: -4)
    emitterShape = .line
    emitterSize = CGSize(width: bounds.width, height: 1)
    renderMode = .additive
    seed = 7
    emitterCells = colors.enumerated().map { index, color in
      let cell = CAEmitterCell()
      cell.name = "confetti\(index)"
      cell.birthRate = 20
      cell.lifetime = 4
      cell.lifetimeRange = 0.5
      cell.velocity = 40
      cell.velocityRange = 10
      cell.emissionLongitude = .pi
      cell.emissionRange = .pi / 4
      cell.spin = 2
      cell.spinRange = 3
      cell.scaleRange = 0.2
      cell.yAcceleration = 30
      cell.color = color
      cell.contents = Confetti.square()
      return cell
    }
    let stop = CABasicAnimation(keyPath: "birthRate")
    stop.fromValue = 1
    stop.toValue = 0
    stop.duration = 2
    stop.fillMode = .forwards
    stop.isRemovedOnCompletion = false
    add(stop, forKey: "birthRate")
    setValue(0.5, forKeyPath: "emitterCells.confetti0.scale")
  }

  private static func square() -> CGImage? {
    let context = CGContext(
      data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context?.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context?.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    return context?.makeImage()
  }
}
