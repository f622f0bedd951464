import QuartzCore

/// A ring that fills: a layer that draws itself from a custom key.
class ProgressRing: CALayer {
  // `@NSManaged var progress: CGFloat` on a Mac.
  @Animatable var progress: CGFloat = 0
  var ringColor = CGColor(red: 0.2, green: 0.6, blue: 1, alpha: 1)
  var ringWidth: CGFloat = 6

  override init() {
    super.init()
    contentsScale = 2
    setNeedsDisplay()
  }

  override init(layer: Any) {
    super.init(layer: layer)
    guard let ring = layer as? ProgressRing else { return }
    ringColor = ring.ringColor
    ringWidth = ring.ringWidth
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == "progress" { return true }
    return super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == "progress" else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.value(forKey: event) ?? progress
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.duration = 1
    return animation
  }

  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - ringWidth / 2
    ctx.setLineWidth(ringWidth)
    ctx.setLineCap(.round)
    ctx.setStrokeColor(CGColor(gray: 0.9, alpha: 1))
    ctx.strokeEllipse(in: bounds.insetBy(dx: ringWidth / 2, dy: ringWidth / 2))
    ctx.setStrokeColor(ringColor)
    ctx.addArc(
      center: center, radius: radius, startAngle: -.pi / 2,
      endAngle: -.pi / 2 + 2 * .pi * progress, clockwise: false)
    ctx.strokePath()
  }
}

/// The same ring as a shape layer, the usual way to write it.
final class ShapeRing: CAShapeLayer {
  override var bounds: CGRect {
    didSet { updatePath() }
  }

  private func updatePath() {
    let inset = bounds.insetBy(dx: lineWidth / 2, dy: lineWidth / 2)
    path = CGPath(ellipseIn: inset, transform: nil)
  }

  func spin() {
    fillColor = nil
    strokeColor = CGColor(srgbRed: 1, green: 0.4, blue: 0, alpha: 1)
    lineWidth = 4
    lineCap = .round
    let head = CABasicAnimation(keyPath: "strokeStart")
    head.beginTime = 0.5
    head.fromValue = 0
    head.toValue = 1
    head.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    let tail = CABasicAnimation(keyPath: "strokeEnd")
    tail.fromValue = 0.0
    tail.toValue = 1.0
    tail.timingFunction = CAMediaTimingFunction(controlPoints: 0.4, 0, 0.2, 1)
    let group = CAAnimationGroup()
    group.animations = [head, tail]
    group.duration = 1.5
    group.repeatCount = .infinity
    add(group, forKey: "stroke")
    let rotation = CABasicAnimation(keyPath: "transform.rotation.z")
    rotation.byValue = NSNumber(value: 2 * Double.pi)
    rotation.duration = 2
    rotation.repeatCount = HUGE
    rotation.isRemovedOnCompletion = false
    add(rotation, forKey: "rotation")
  }
}
