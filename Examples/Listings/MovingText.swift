import Foundation
public import Glaze

/// The reflection with a caption that moves up and down for ever, together with its mirror image.
public func movingText() -> CALayer {
  let root = reflectionByReplicator()
  let replicator = root.sublayers?.last
  guard let caption = replicator?.sublayers?.first?.sublayers?.first else { return root }
  let animation = CABasicAnimation(keyPath: "position.y")
  animation.fromValue = caption.position.y
  animation.toValue = caption.frame.height / 2
  animation.duration = 3
  animation.repeatCount = .greatestFiniteMagnitude
  animation.autoreverses = true
  caption.add(animation, forKey: nil)
  return root
}
