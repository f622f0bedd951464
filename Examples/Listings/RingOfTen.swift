import Foundation
public import Glaze

/// Ten copies of a white square on a ring, each 36 degrees further and with less green and blue.
public func ringOfTen() -> CALayer {
  let root = canvas(620, 720, .gray)
  let replicator = CAReplicatorLayer()
  replicator.frame = CGRect(x: 160, y: 10, width: 300, height: 300)
  replicator.instanceCount = 10
  var step = CATransform3DMakeTranslation(0, 200, 0)
  step = CATransform3DRotate(step, .pi / 5, 0, 0, 1)
  step = CATransform3DTranslate(step, 0, -200, 0)
  replicator.instanceTransform = step
  replicator.instanceBlueOffset = -0.1
  replicator.instanceGreenOffset = -0.1
  let square = CALayer()
  square.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
  square.backgroundColor = .white
  replicator.addSublayer(square)
  root.addSublayer(replicator)
  return root
}
