import Foundation
import GlazeGeometry

/// Finds the layer under a point, from the nearest to the furthest, with an explicit stack.
///
/// The children of a layer that flattens, with transform layers expanded, form one scene: each is a
/// plane, and the depth of a plane is taken where the point meets it. They are drawn in the same
/// order, also where planes intersect.
enum HitTester {
  private enum Step {
    /// Try the layer and its sublayers; the point is in its own coordinates.
    case visit(CALayer, CGPoint)
    /// Nothing inside it was hit: try the layer itself.
    case testItself(CALayer, CGPoint)
    /// Call the `hitTest` of a layer whose class overrides it; the point is in the scene's plane.
    case ask(CALayer, CGPoint)
  }

  private struct Candidate {
    var step: Step
    var depth: Double
  }

  static func hit(_ layer: CALayer, at point: CGPoint) -> CALayer? {
    layer.linkUp()
    var steps: [Step] = []
    if layer.isTransformOnly {
      guard layer.isHittable else { return nil }
      steps = scene(under: layer, base: layer.matrixToFlatteningAncestor, at: point)
    } else {
      let map = Homography(layer.matrixToFlatteningAncestor)
      guard let inverse = map.inverse else { return nil }
      steps = [.visit(layer, inverse.project(point))]
    }
    while let step = steps.popLast() {
      switch step {
      case .visit(let layer, let local):
        guard layer.isHittable, layer.shows(local) else { continue }
        steps.append(.testItself(layer, local))
        steps += scene(under: layer, base: .identity, at: local)
      case .testItself(let layer, let local):
        if layer.contains(local) { return layer }
      case .ask(let layer, let point):
        if let found = layer.hitTest(point) { return found }
      }
    }
    return nil
  }

  /// Returns the planes under a point, furthest first, so that the nearest is popped first.
  private static func scene(
    under layer: CALayer, base: CATransform3D, at point: CGPoint
  ) -> [Step] {
    var candidates: [Candidate] = []
    var pending = layer.shownSublayers.reversed().map { ($0, base) }
    while let (child, matrix) = pending.popLast() {
      guard child.isHittable else { continue }
      let toScene = CATransform3DConcat(child.matrixToSuperlayer, matrix)
      if child.isTransformOnly {
        pending += child.shownSublayers.reversed().map { ($0, toScene) }
      } else if let found = meet(child, toScene, point) {
        candidates.append(found)
      }
    }
    // Layers of equal depth are ordered like the sublayers.
    return candidates.enumerated()
      .sorted {
        ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
      }
      .map(\.element.step)
  }

  /// Returns the point where the line of sight through a point meets a layer's plane; nil if they
  /// do not meet, or meet behind the camera.
  private static func meet(
    _ layer: CALayer, _ toScene: CATransform3D, _ point: CGPoint
  ) -> Candidate? {
    guard let inverse = Homography(toScene).inverse else { return nil }
    let local = inverse.project(point)
    guard local.x.isFinite, local.y.isFinite else { return nil }
    let w = local.x * toScene.m14 + local.y * toScene.m24 + toScene.m44
    let z = local.x * toScene.m13 + local.y * toScene.m23 + toScene.m43
    guard w > 0, z.isFinite else { return nil }
    let step: Step =
      // A class that is not Glaze's may override `hitTest`.
      layer.watch.contains(.foreignClass) ? .ask(layer, point) : .visit(layer, local)
    return Candidate(step: step, depth: Double(z / w))
  }
}

extension CALayer {
  /// A Boolean value that indicates whether the layer can be hit at all.
  fileprivate final var isHittable: Bool {
    !state.flags[.isHidden] && state.opacity > 0
  }

  /// Returns whether neither the clip nor the mask hides a point in the layer's coordinates.
  fileprivate final func shows(_ local: CGPoint) -> Bool {
    if state.flags[.masksToBounds], !contains(local) { return false }
    guard let mask else { return true }
    guard let inverse = Homography(mask.matrixToSuperlayer).inverse else { return false }
    return mask.contains(inverse.project(local))
  }
}
