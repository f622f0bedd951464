import Foundation
public import Glaze

/// The same figure three times: the first casts its own shape, the others a square and a circle.
public func shadowPaths() -> CALayer {
  let root = canvas(420, 160, .white)
  for i in 0..<3 {
    let layer = CALayer()
    layer.frame = CGRect(x: 30 + CGFloat(i) * 130, y: 30, width: 100, height: 100)
    layer.contents = Drawings.figure
    layer.contentsGravity = .center
    layer.shadowOpacity = 0.5
    root.addSublayer(layer)
    let path = CGMutablePath()
    if i == 1 { path.addRect(layer.bounds) }
    if i == 2 { path.addEllipse(in: layer.bounds) }
    layer.shadowPath = i == 0 ? nil : path
  }
  return root
}
