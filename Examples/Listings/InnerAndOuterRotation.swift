import Foundation
public import Glaze

/// A layer rotated one way in a layer rotated the other: about z the rotations cancel; about y they do not,
/// because the sublayers of a layer are flattened into its plane.
public func innerAndOuterRotation() -> CALayer {
  let root = canvas(440, 220, .white)
  for i in 0..<2 {
    var eye = CATransform3DIdentity
    if i == 1 { eye.m34 = -1 / 500 }
    let (y, z): (CGFloat, CGFloat) = i == 1 ? (1, 0) : (0, 1)
    let outer = CALayer()
    outer.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
    outer.position = CGPoint(x: 110 + CGFloat(i) * 220, y: 110)
    outer.backgroundColor = .gray
    outer.transform = CATransform3DRotate(eye, .pi / 4, 0, y, z)
    let inner = CALayer()
    inner.frame = CGRect(x: 30, y: 30, width: 60, height: 60)
    inner.backgroundColor = .red
    inner.transform = CATransform3DRotate(eye, -.pi / 4, 0, y, z)
    outer.addSublayer(inner)
    root.addSublayer(outer)
  }
  return root
}
