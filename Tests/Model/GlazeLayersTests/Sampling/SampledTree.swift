import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// Layers that a committer has committed at time 0.
final class Sampled {
  let root = makeLayer(100, 100)
  let layer = makeLayer(10, 10, name: "layer")
  let committer: LayerCommitter

  /// - Parameter layer: the layer; nil makes a plain one.
  init(_ setUp: (CALayer) -> Void = { _ in }) {
    root.addSublayer(layer)
    setUp(layer)
    committer = stillCommitter(root: root, isGeometryFlipped: true)
    _ = committer.commit(at: 0)
  }

  func tree(at time: Double) -> LayerTree { committer.sample(at: time) }

  /// Returns the node of the layer.
  func node(at time: Double) -> LayerNode { tree(at: time).nodes[1] }

  func transform(at time: Double) -> CATransform3D {
    let tree = tree(at: time)
    let slot = tree.slots(of: 1).transforms
    return slot < 0 ? .identity : tree.transforms[Int(slot)].transform
  }

  func image(at time: Double) -> CGImage? {
    let tree = tree(at: time)
    let slot = tree.slots(of: 1).contents
    return slot < 0 ? nil : tree.contents[Int(slot)].image
  }
}

/// Makes an animation of one second.
func basic(
  _ keyPath: String, from: Any? = nil, to: Any? = nil, by: Any? = nil, duration: Double = 1
) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.byValue = by
  animation.duration = duration
  return animation
}

/// Makes keyframes of one second.
func keyframes(_ keyPath: String, _ values: [Any]) -> CAKeyframeAnimation {
  let animation = CAKeyframeAnimation(keyPath: keyPath)
  animation.values = values
  animation.duration = 1
  return animation
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
