import Foundation
public import Glaze

/// A rotation by 45 degrees about the vertical axis: alone it only narrows the image; with a viewer 500
/// points away it is a trapezoid; two layers under one `sublayerTransform` share a vanishing point;
/// a rotation by 180 degrees shows the back, unless the layer is single-sided.
public func perspective() -> CALayer {
  let root = canvas(640, 260, .white)
  var near = CATransform3DIdentity
  near.m34 = -1 / 500
  let turn = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
  let transforms = [
    turn, CATransform3DRotate(near, .pi / 4, 0, 1, 0), CATransform3DMakeRotation(.pi, 0, 1, 0),
    CATransform3DMakeRotation(.pi, 0, 1, 0),
  ]
  for (i, transform) in transforms.enumerated() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    layer.position = CGPoint(x: 80 + CGFloat(i) * 130, y: 65)
    layer.contents = Drawings.landscape
    layer.transform = transform
    layer.isDoubleSided = i != 3
    root.addSublayer(layer)
  }
  let container = CALayer()
  container.frame = CGRect(x: 0, y: 130, width: 640, height: 130)
  container.sublayerTransform = near
  for (i, angle) in [CGFloat.pi / 4, -.pi / 4].enumerated() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 100)
    layer.position = CGPoint(x: 220 + CGFloat(i) * 200, y: 65)
    layer.contents = Drawings.landscape
    layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
    container.addSublayer(layer)
  }
  root.addSublayer(container)
  return root
}
