import Foundation
import GlazeCommit
import GlazeGeometry
import GlazeLayers

/// Makes a layer of a size, with its center at a position.
func makeLayer(
  _ width: CGFloat, _ height: CGFloat, at position: CGPoint = .zero, name: String? = nil
) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.position = position
  layer.name = name
  return layer
}

/// Makes a layer with a frame.
func makeLayer(frame: CGRect, name: String? = nil) -> CALayer {
  let layer = CALayer()
  layer.frame = frame
  layer.name = name
  return layer
}

/// Makes a committer that shows changes without implicit animations.
func stillCommitter(root: CALayer, isGeometryFlipped: Bool) -> LayerCommitter {
  let committer = LayerCommitter(root: root, isGeometryFlipped: isGeometryFlipped)
  committer.queue.animatesChanges = false
  return committer
}

func isNear(_ a: CGPoint, _ b: CGPoint, within tolerance: CGFloat = 1e-6) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}

func isNear(_ a: CGRect, _ b: CGRect, within tolerance: CGFloat = 1e-6) -> Bool {
  isNear(a.origin, b.origin, within: tolerance)
    && abs(a.width - b.width) <= tolerance && abs(a.height - b.height) <= tolerance
}

func isNear(_ a: CATransform3D, _ b: CATransform3D, within tolerance: CGFloat = 1e-9) -> Bool {
  zip(a.elements, b.elements).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($1)) }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
