import Foundation
public import Glaze

/// An image with its reflection: a second layer, flipped, darkened, and masked by a gradient.
///
/// The mask is positioned in the flipped layer, whose y points up, at half its height.
public func reflectionByHand() -> CALayer {
  let root = canvas(320, 430, .white)
  let content = CALayer()
  content.bounds = CGRect(x: 0, y: 0, width: 160, height: 200)
  content.anchorPoint = CGPoint(x: 0.5, y: 0)
  content.position = CGPoint(x: 160, y: 10)
  content.contents = Drawings.landscape
  content.backgroundColor = .blue
  content.cornerRadius = 4

  let reflection = CALayer()
  reflection.bounds = content.bounds
  reflection.position = CGPoint(x: 80, y: 300)
  reflection.contents = content.contents
  reflection.transform = CATransform3DMakeRotation(.pi, 1, 0, 0)
  let shade = CALayer()
  shade.frame = reflection.bounds
  shade.backgroundColor = .black
  shade.opacity = 0.6
  reflection.addSublayer(shade)

  let fade = CAGradientLayer()
  fade.bounds = CGRect(x: 0, y: 0, width: 160, height: 100)
  fade.anchorPoint = CGPoint(x: 0.5, y: 0)
  fade.position = CGPoint(x: 80, y: 100)
  fade.colors = [.clear, .white] as [CGColor]
  reflection.mask = fade

  content.addSublayer(reflection)
  root.addSublayer(content)
  return root
}
