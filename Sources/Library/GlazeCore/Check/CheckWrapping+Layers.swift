import Foundation
import GlazeGeometry
import GlazeLayers

extension CheckWrapping {
  /// Puts a root into layers; removing it from its superlayer undoes this.
  ///
  /// - Parameter rect: the canvas, in the space around the root.
  /// - Returns: the new root, which lies in the same space.
  func wrap(_ root: CALayer, filling rect: CGRect) -> CALayer {
    let container = Self.container(self == .transformLayer ? CATransformLayer() : makeLayer(), rect)
    switch self {
    case .mirrored: container.transform = CATransform3DMakeScale(-1, 1, 1)
    case .flipped: container.isGeometryFlipped = true
    case .flippedTwice:
      container.isGeometryFlipped = true
      let inner = Self.container(CALayer(), rect)
      inner.isGeometryFlipped = true
      container.addSublayer(inner)
      inner.addSublayer(root)
      return container
    case .turned: container.transform = Self.quarterTurn
    case .group:
      container.allowsGroupOpacity = true
      container.addSublayer(Self.container(CALayer(), rect))
    case .isolated:
      container.allowsGroupOpacity = true
      // Less than 1, but 1 in any image.
      container.opacity = Float(1).nextDown
    case .depth:
      let sibling = Self.container(CALayer(), rect)
      sibling.zPosition = root.zPosition - 100
      container.addSublayer(sibling)
    case .clipped: return Self.clip(root, rect)
    case .mask:
      let mask = Self.container(CALayer(), rect)
      mask.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      container.mask = mask
    case .layer, .transformLayer, .replicator: break
    }
    container.addSublayer(root)
    return container
  }

  private func makeLayer() -> CALayer {
    self == .replicator ? CAReplicatorLayer() : CALayer()
  }

  /// Gives a layer the coordinates of its surroundings; blend modes pass through it.
  private static func container(_ layer: CALayer, _ rect: CGRect) -> CALayer {
    layer.bounds = rect
    layer.position = CGPoint(x: rect.midX, y: rect.midY)
    layer.allowsGroupBlending = false
    return layer
  }

  /// A rotation by 90 degrees, without the rounding error of a sine.
  private static var quarterTurn: CATransform3D {
    var turn = CATransform3DIdentity
    (turn.m11, turn.m12, turn.m21, turn.m22) = (0, 1, -1, 0)
    return turn
  }

  /// Makes a rotated clip, large enough for the canvas; a rotation inside undoes the outer one.
  ///
  /// All values are chosen so that nothing is rounded: the rotations are about the origin, and
  /// cancel out exactly.
  private static func clip(_ root: CALayer, _ rect: CGRect) -> CALayer {
    let reach = max(abs(rect.minX), abs(rect.maxX)) + max(abs(rect.minY), abs(rect.maxY))
    let half = CGFloat(exp2(log2(max(reach.native, 1)).rounded(.up) + 1))
    let square = CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half)
    let outer = container(CALayer(), square)
    outer.masksToBounds = true
    let inner = container(CALayer(), square)
    var turn = CATransform3DIdentity
    (turn.m11, turn.m12, turn.m21, turn.m22) = (0.8, 0.6, -0.6, 0.8)
    outer.transform = turn
    (turn.m12, turn.m21) = (-0.6, 0.6)
    inner.transform = turn
    outer.addSublayer(inner)
    inner.addSublayer(root)
    return outer
  }
}
