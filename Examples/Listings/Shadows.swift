import Foundation
public import Glaze

/// Three boxes with shadows: a sublayer over the edge casts one, too; a box that clips has none; a layer
/// around it casts it instead.
public func shadows() -> CALayer {
  let root = canvas(520, 200)
  let boxes = (roundedCorners().sublayers ?? []) + (roundedCorners().sublayers ?? []).suffix(1)
  for (i, box) in boxes.enumerated() {
    box.removeFromSuperlayer()
    box.borderWidth = 5
    box.position = CGPoint(x: 100 + CGFloat(i) * 160, y: 100)
    var caster = box
    if i == 2 {
      caster = CALayer()
      caster.frame = box.frame
      box.frame = caster.bounds
      caster.addSublayer(box)
    }
    caster.shadowOpacity = 0.5
    caster.shadowOffset = CGSize(width: 0, height: 5)
    caster.shadowRadius = 5
    root.addSublayer(caster)
  }
  return root
}
