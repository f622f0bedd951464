import Foundation
import GlazeGeometry

/// Finds the layer under a point, from the nearest to the furthest, with a stack of its own.
///
/// The children of a layer that flattens, with transform layers expanded, are one scene: each is a
/// plane, and the depth of a plane is taken where the point meets it. That is the order in which
/// they are drawn, also where planes cut through each other.
enum HitTester {
  private enum Step {
    /// Try the layer and what it holds; the point is in its own coordinates.
    case visit(CALayer, CGPoint)
    /// Nothing in it was hit: try the layer itself.
    case testItself(CALayer, CGPoint)
    /// Ask a layer whose class has a `hitTest` of its own; the point is in the scene's plane.
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

  /// The planes under a point, furthest first, so that the nearest is popped first.
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
    // Equal depths keep the order of sublayers.
    return candidates.enumerated()
      .sorted {
        ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
      }
      .map(\.element.step)
  }

  /// Where the line of sight through a point meets a layer's plane; nil when it does not, or behind
  /// the camera.
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
      // A class that is not Glaze's may have overridden `hitTest`.
      layer.watch.contains(.foreignClass) ? .ask(layer, point) : .visit(layer, local)
    return Candidate(step: step, depth: Double(z / w))
  }
}

extension CALayer {
  /// Whether the layer is there at all for a hit.
  fileprivate final var isHittable: Bool {
    !state.flags[.isHidden] && state.opacity > 0
  }

  /// Whether clip and mask let a point of the layer's coordinates through.
  fileprivate final func shows(_ local: CGPoint) -> Bool {
    if state.flags[.masksToBounds], !contains(local) { return false }
    guard let mask else { return true }
    guard let inverse = Homography(mask.matrixToSuperlayer).inverse else { return false }
    return mask.contains(inverse.project(local))
  }
}
