import Foundation
public import Glaze

/// A cube of six layers that turns about its upright axis for ever.
public func turningCube() -> CALayer {
  let root = canvas(240, 200, .white)
  root.sublayerTransform.m34 = -1 / 600
  let cube = CATransformLayer()
  cube.position = CGPoint(x: 120, y: 100)
  root.addSublayer(cube)
  let turns: [(angle: CGFloat, x: CGFloat, y: CGFloat)] = [
    (0, 0, 1), (.pi / 2, 0, 1), (.pi, 0, 1), (-.pi / 2, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
  ]
  for (index, turn) in turns.enumerated() {
    let face = CALayer()
    face.bounds = CGRect(x: 0, y: 0, width: 90, height: 90)
    face.backgroundColor = CGColor(
      red: 0.95, green: 0.3 + 0.1 * CGFloat(index), blue: 0.3, alpha: 0.9)
    face.cornerRadius = 12
    let place = CATransform3DMakeRotation(turn.angle, turn.x, turn.y, 0)
    face.transform = CATransform3DTranslate(place, 0, 0, 45)
    cube.addSublayer(face)
  }
  let turning = CABasicAnimation(keyPath: "transform")
  let tilt = CATransform3DMakeRotation(-0.5, 1, 0, 0)
  turning.fromValue = tilt
  turning.toValue = CATransform3DRotate(tilt, .pi / 2, 0, 1, 0)
  turning.duration = 2
  turning.repeatCount = .infinity
  cube.add(turning, forKey: nil)
  return root
}
