import Foundation
public import Glaze

/// A layer that shows whatever it holds again, two points below, upside down, at 0.4 of its opacity.
///
/// The depth is scaled to nothing, which must not hide the copy.
public final class ReflectionLayer: CAReplicatorLayer {
  /// Places the copy; of the size the layer has then.
  public override func layoutSublayers() {
    super.layoutSublayers()
    instanceCount = 2
    let below = CATransform3DMakeTranslation(0, bounds.height + 2, 0)
    instanceTransform = CATransform3DScale(below, 1, -1, 0)
    instanceAlphaOffset = -0.6
  }
}

/// A picture and a red dot in a layer that mirrors them.
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
