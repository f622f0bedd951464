import Foundation
public import Glaze

/// A ring that draws itself by a property of its own, in every frame of an animation of it.
final class ProgressRing: CALayer {
  @Animatable var progress: CGFloat = 0

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "progress" || super.needsDisplay(forKey: key)
  }

  override func draw(in context: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    context.setLineWidth(14)
    context.setLineCap(.round)
    for (end, alpha) in [(1, 0.2), (progress, 1)] as [(CGFloat, CGFloat)] {
      context.setStrokeColor(CGColor(red: 0.2, green: 0.6, blue: 0.4, alpha: alpha))
      context.addArc(
        center: center, radius: bounds.width / 2 - 10, startAngle: -.pi / 2,
        endAngle: (2 * end - 0.5) * .pi, clockwise: false)
      context.strokePath()
    }
  }
}

/// The ring on its way to three quarters.
public func progressRing() -> CALayer {
  let root = canvas(160, 160, .white)
  let ring = ProgressRing()
  ring.frame = CGRect(x: 20, y: 20, width: 120, height: 120)
  ring.contentsScale = 2
  ring.progress = 0.75
  root.addSublayer(ring)
  let animation = CABasicAnimation(keyPath: "progress")
  animation.fromValue = 0
  animation.duration = 1
  animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  ring.add(animation, forKey: nil)
  return root
}
