import Foundation
public import Glaze

/// A tick as players of vector animations make it: keyframes of a line's end, of a disc's size and of sparks.
public func drawnTick() -> CALayer {
  let root = canvas(160, 160, .white)
  func keyframes(_ keyPath: String, _ values: [Any], _ times: [NSNumber]) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = values
    animation.keyTimes = times
    animation.timingFunctions = times.dropFirst().map { _ in
      CAMediaTimingFunction(controlPoints: 0.3, 0, 0.2, 1)
    }
    animation.duration = 1
    animation.beginTime = 1e-100
    animation.fillMode = .both
    return animation
  }
  let disc = CAShapeLayer()
  disc.position = CGPoint(x: 80, y: 80)
  disc.path = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
  disc.fillColor = CGColor(red: 0.2, green: 0.7, blue: 0.45, alpha: 1)
  disc.add(keyframes("transform.scale", [0, 1.15, 1], [0, 0.3, 0.45]), forKey: nil)
  root.addSublayer(disc)

  let tick = CAShapeLayer()
  let line = CGMutablePath()
  line.addLines(between: [
    CGPoint(x: -22, y: 2), CGPoint(x: -6, y: 18), CGPoint(x: 24, y: -16),
  ])
  tick.path = line
  tick.fillColor = nil
  tick.strokeColor = .white
  tick.lineWidth = 9
  tick.lineCap = .round
  tick.lineJoin = .round
  tick.add(keyframes("strokeEnd", [0, 0, 1], [0, 0.4, 0.8]), forKey: nil)
  disc.addSublayer(tick)

  let sparks = CAReplicatorLayer()
  sparks.position = disc.position
  sparks.instanceCount = 12
  sparks.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
  root.addSublayer(sparks)
  let spark = CALayer()
  spark.bounds = CGRect(x: 0, y: 0, width: 3, height: 10)
  spark.position = CGPoint(x: 0, y: -66)
  spark.backgroundColor = disc.fillColor
  spark.add(keyframes("transform.scale.y", [0, 1, 0], [0.3, 0.6, 0.9]), forKey: nil)
  sparks.addSublayer(spark)
  return root
}
