import Foundation
public import Glaze

/// An image whose reflection is a second instance of it, half of it clipped, under a white gradient.
///
/// The text on the image is reflected as well.
public func reflectionByReplicator() -> CALayer {
  let root = canvas(320, 330, .white)
  root.borderColor = .blue
  root.borderWidth = 2

  let replicator = CAReplicatorLayer()
  replicator.bounds = CGRect(x: 0, y: 0, width: 160, height: 300)
  replicator.anchorPoint = CGPoint(x: 0.5, y: 0)
  replicator.position = CGPoint(x: 160, y: 10)
  replicator.masksToBounds = true
  replicator.instanceCount = 2
  replicator.instanceTransform = CATransform3DTranslate(
    CATransform3DMakeScale(1, -1, 1), 0, -400, 1)

  let image = CALayer()
  image.bounds = CGRect(x: 0, y: 0, width: 160, height: 200)
  image.anchorPoint = .zero
  image.contents = Drawings.landscape
  replicator.addSublayer(image)

  let caption = CATextLayer()
  caption.bounds = CGRect(x: 0, y: 0, width: 160, height: 30)
  caption.position = CGPoint(x: 80, y: 180)
  caption.string = "Out There"
  caption.fontSize = 18
  caption.alignmentMode = .center
  caption.shadowOpacity = 1
  caption.shadowOffset = CGSize(width: -4, height: -4)
  image.addSublayer(caption)

  let fade = CAGradientLayer()
  fade.bounds = CGRect(x: 0, y: 0, width: 160, height: 101)
  fade.anchorPoint = CGPoint(x: 0.5, y: 0)
  fade.position = CGPoint(x: 160, y: 210)
  fade.zPosition = 1
  fade.colors = [CGColor(red: 1, green: 1, blue: 1, alpha: 0.25), .white] as [CGColor]

  // Its z position puts it above the image, although it comes first.
  root.addSublayer(fade)
  root.addSublayer(replicator)
  return root
}
