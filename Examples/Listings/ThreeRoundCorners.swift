import Foundation
public import Glaze

/// A path with three of four corners rounded, filled and stroked, and as the mask of an image.
public func threeRoundCorners() -> CALayer {
  let root = canvas(300, 150, .white)
  let path = CGMutablePath()
  path.move(to: .zero)
  for (corner, next) in [
    (CGPoint(x: 100, y: 0), CGPoint(x: 100, y: 100)),
    (CGPoint(x: 100, y: 100), CGPoint(x: 0, y: 100)), (CGPoint(x: 0, y: 100), .zero),
  ] {
    path.addArc(tangent1End: corner, tangent2End: next, radius: 20)
  }
  path.closeSubpath()
  for i in 0..<2 {
    let shape = CAShapeLayer()
    shape.path = path
    shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    if i == 0 {
      shape.position = CGPoint(x: 80, y: 75)
      shape.fillColor = CGColor(red: 0.2, green: 0.6, blue: 0.9, alpha: 1)
      shape.strokeColor = .black
      shape.lineWidth = 4
      root.addSublayer(shape)
    } else {
      let photo = CALayer()
      photo.frame = CGRect(x: 170, y: 25, width: 100, height: 100)
      photo.contents = Drawings.landscape
      photo.contentsGravity = .resizeAspectFill
      photo.mask = shape
      root.addSublayer(photo)
    }
  }
  return root
}
