import CoreGraphics
import QuartzCore

protocol IndicatorAnimating {
  func setUp(in layer: CALayer, size: CGSize, color: CGColor)
}

enum IndicatorShape {
  case circle
  case line
  case ring

  func layer(of size: CGSize, color: CGColor) -> CALayer {
    let layer = CAShapeLayer()
    let path = CGMutablePath()
    switch self {
    case .circle:
      path.addArc(
        center: CGPoint(x: size.width / 2, y: size.height / 2), radius: size.width / 2,
        startAngle: 0, endAngle: CGFloat(2 * Double.pi), clockwise: false)
      layer.fillColor = color
    case .line:
      path.addRoundedRect(
        in: CGRect(origin: .zero, size: size), cornerWidth: size.width / 2,
        cornerHeight: size.width / 2)
      layer.fillColor = color
    case .ring:
      path.addEllipse(in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
      layer.fillColor = nil
      layer.strokeColor = color
      layer.lineWidth = 2
    }
    layer.backgroundColor = nil
    layer.path = path
    layer.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    return layer
  }
}

/// Three balls that pulse one after another.
struct BallPulse: IndicatorAnimating {
  func setUp(in layer: CALayer, size: CGSize, color: CGColor) {
    let spacing: CGFloat = 2
    let diameter: CGFloat = (size.width - 2 * spacing) / 3
    let duration: CFTimeInterval = 0.75
    let beginTime = CACurrentMediaTime()
    let beginTimes: [CFTimeInterval] = [0.12, 0.24, 0.36]
    let timingFunction = CAMediaTimingFunction(controlPoints: 0.2, 0.68, 0.18, 1.08)
    let animation = CAKeyframeAnimation(keyPath: "transform.scale")
    animation.keyTimes = [0, 0.3, 1]
    animation.timingFunctions = [timingFunction, timingFunction]
    animation.values = [1, 0.3, 1]
    animation.duration = duration
    animation.repeatCount = HUGE
    animation.isRemovedOnCompletion = false
    for i in 0..<3 {
      let ball = IndicatorShape.circle.layer(
        of: CGSize(width: diameter, height: diameter), color: color)
      ball.frame.origin = CGPoint(
        x: (diameter + spacing) * CGFloat(i), y: (layer.bounds.size.height - diameter) / 2)
      animation.beginTime = beginTime + beginTimes[i]
      ball.add(animation, forKey: "animation")
      layer.addSublayer(ball)
    }
  }
}

/// Dots around a circle, each a copy with a delay.
struct DotCircle: IndicatorAnimating {
  func setUp(in layer: CALayer, size: CGSize, color: CGColor) {
    let count = 12
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(origin: .zero, size: size)
    replicator.instanceCount = count
    replicator.instanceDelay = CFTimeInterval(1 / Float(count))
    replicator.preservesDepth = false
    replicator.instanceColor = color
    let angle = Float.pi * 2 / Float(count)
    replicator.instanceTransform = CATransform3DMakeRotation(CGFloat(angle), 0, 0, 1)
    let dot = CALayer()
    dot.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    dot.position = CGPoint(x: size.width / 2, y: 5)
    dot.cornerRadius = dot.bounds.width / 2
    dot.backgroundColor = CGColor.white
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.duration = 1
    fade.repeatCount = Float.greatestFiniteMagnitude
    dot.add(fade, forKey: "fade")
    replicator.addSublayer(dot)
    layer.addSublayer(replicator)
  }
}

/// A square that turns over, with the old names of constants.
struct SquareSpin: IndicatorAnimating {
  func setUp(in layer: CALayer, size: CGSize, color: CGColor) {
    let animation = CAKeyframeAnimation(keyPath: "transform")
    animation.keyTimes = [0, 0.25, 0.5, 0.75, 1]
    let timing = CAMediaTimingFunction(name: kCAMediaTimingFunctionEaseInEaseOut)
    animation.timingFunctions = [timing, timing, timing, timing]
    animation.values = [
      NSValue(caTransform3D: CATransform3DMakeRotation(0, 0, 0, 0)),
      NSValue(caTransform3D: CATransform3DMakeRotation(.pi, 0, 1, 0)),
      NSValue(
        caTransform3D: CATransform3DConcat(
          CATransform3DMakeRotation(.pi, 1, 0, 0), CATransform3DMakeRotation(.pi, 0, 1, 0))),
      NSValue(caTransform3D: CATransform3DMakeRotation(.pi, 1, 0, 0)),
      NSValue(caTransform3D: CATransform3DMakeRotation(0, 0, 0, 0)),
    ]
    animation.duration = 3
    animation.fillMode = kCAFillModeForwards
    animation.calculationMode = kCAAnimationLinear
    animation.repeatCount = HUGE
    let square = CALayer()
    square.frame = CGRect(origin: .zero, size: size)
    square.backgroundColor = color
    square.contentsGravity = kCAGravityResizeAspect
    square.add(animation, forKey: "spin")
    layer.addSublayer(square)
  }
}
