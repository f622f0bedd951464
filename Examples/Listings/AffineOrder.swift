import Foundation
public import Glaze

/// The same three steps in two orders, and a shear.
///
/// Each step applies in the coordinates of the steps before it: after a rotation by 45 degrees
/// (100, 100) points straight down.
public func affineOrder() -> CALayer {
  let root = canvas(480, 220, .white)
  let turnFirst = CGAffineTransform(rotationAngle: .pi / 4)
    .scaledBy(x: 0.5, y: 0.5).translatedBy(x: 100, y: 100)
  let turnLast = CGAffineTransform(scaleX: 0.5, y: 0.5)
    .translatedBy(x: 100, y: 100).rotated(by: .pi / 4)
  let shear = CGAffineTransform(a: 1, b: 0, c: -0.5, d: 1, tx: 0, ty: 0)
  for (i, transform) in [turnFirst, turnLast, shear].enumerated() {
    for (moves, opacity) in [(false, Float(0.15)), (true, 1)] {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 80, height: 100)
      layer.position = CGPoint(x: 80 + CGFloat(i) * 150, y: 80)
      layer.contents = Drawings.landscape
      layer.opacity = opacity
      if moves { layer.setAffineTransform(transform) }
      root.addSublayer(layer)
    }
  }
  return root
}
