import Foundation
public import Glaze

/// A layer that reflects its sublayers two points below, upside down, at an opacity of 0.4.
///
/// Its transform scales z to 0, which must not hide the copy.
public final class ReflectionLayer: CAReplicatorLayer {
  /// Positions the copy for the current size of the layer.
  public override func layoutSublayers() {
    super.layoutSublayers()
    instanceCount = 2
    let below = CATransform3DMakeTranslation(0, bounds.height + 2, 0)
    instanceTransform = CATransform3DScale(below, 1, -1, 0)
    instanceAlphaOffset = -0.6
  }
}

/// An image and a red dot in a layer that reflects them.
public func reflectionView() -> CALayer {
  let root = canvas(200, 430, .white)
  let mirror = ReflectionLayer()
  mirror.frame = CGRect(x: 20, y: 10, width: 160, height: 200)
  let image = CALayer()
  image.frame = mirror.bounds
  image.contents = Drawings.landscape
  mirror.addSublayer(image)
  let dot = CALayer()
  dot.frame = CGRect(x: 20, y: 150, width: 40, height: 40)
  dot.cornerRadius = 20
  dot.backgroundColor = .red
  mirror.addSublayer(dot)
  root.addSublayer(mirror)
  return root
}
