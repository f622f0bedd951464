import Foundation
import GlazeGeometry
import GlazeLayers

/// Nests layers so that the innermost one is transformed by a chain of Lottie transforms.
///
/// Each moving part is the property of a layer that holds nothing else: a position, a rotation, a
/// scale, or the origin of bounds, which is an anchor. Parts that stand still are multiplied.
struct TransformChain {
  let animator: Animator
  /// The outermost layer, which holds the rest; nil while nothing moves.
  private(set) var outer: CALayer?
  private var inner: CALayer?
  private var pending = CATransform3DIdentity
  /// Whether the transform of the innermost layer is free, and the origin of its bounds.
  private var hasFreeTransform = false
  private var hasFreeOrigin = false
  /// Whether the layers keep their depth.
  private let isDeep: Bool

  init(_ animator: Animator, isDeep: Bool = false) {
    (self.animator, self.isDeep) = (animator, isDeep)
  }

  /// Returns a layer that only holds others.
  static func holder(isDeep: Bool = false) -> CALayer {
    let layer = isDeep ? CATransformLayer() : CALayer()
    layer.anchorPoint = .zero
    return layer
  }

  /// Adds a transform inside of the others.
  mutating func add(_ t: LottieTransform, on timeline: Timeline, turns: Bool = false) {
    if t.tilt != nil {
      addDeep(t, on: timeline, turns: turns)
      return
    }
    addPosition(t, on: timeline, turns: turns)
    addRotation(t, on: timeline)
    if t.skew.isAnimated || t.skewAxis.isAnimated {
      let layer = push()
      animator.sample(
        "transform", of: layer, on: timeline, frames: t.skew.frames + t.skewAxis.frames,
        tolerance: Animator.Tolerance.points
      ) { frame in
        PlaneMatrix(
          t: LottieTransform.skewed(t.skew.value(at: frame), along: t.skewAxis.value(at: frame)))
      } _: {
        CATransform3DMakeAffineTransform($0.t)
      }
    } else {
      fix(LottieTransform.skewed(t.skew.first, along: t.skewAxis.first))
    }
    addScale(t, on: timeline)
    if t.anchor.isAnimated {
      animator.set(
        "bounds.origin", of: originLayer(), to: t.anchor, on: timeline,
        tolerance: Animator.Tolerance.points
      ) { $0.point }
    } else {
      fix(CGAffineTransform(translationX: -t.anchor.first.x, y: -t.anchor.first.y))
    }
  }

  private mutating func addPosition(_ t: LottieTransform, on timeline: Timeline, turns: Bool) {
    if let lanes = t.separate {
      let layer = push()
      // The motion turns the layer's transform.
      hasFreeTransform = !turns
      for (lane, keyPath) in zip(lanes, ["position.x", "position.y"]) {
        animator.set(
          keyPath, of: layer, to: lane, on: timeline, tolerance: Animator.Tolerance.points
        ) { $0 }
      }
      if turns {
        animator.turn(layer, frames: t.flatFrames, on: timeline, t.heading)
      }
    } else if t.position.isAnimated, !t.position.isUniform, !t.position.isCurved, !turns {
      let layer = push()
      hasFreeTransform = true
      for (index, keyPath) in ["position.x", "position.y"].enumerated() {
        animator.set(
          keyPath, of: layer, to: t.position.lane(index), on: timeline,
          tolerance: Animator.Tolerance.points
        ) { $0 }
      }
    } else if t.position.isAnimated {
      animator.move(push(), along: t.position, on: timeline, turns: turns)
      hasFreeTransform = !turns
    } else {
      fix(CGAffineTransform(translationX: t.position.first.x, y: t.position.first.y))
    }
  }

  private mutating func addRotation(_ t: LottieTransform, on timeline: Timeline) {
    if t.rotation.isAnimated {
      animator.set(
        "transform.rotation.z", of: transformLayer(), to: t.rotation, on: timeline,
        tolerance: Animator.Tolerance.degrees * .pi / 180
      ) { $0 }
    } else if t.rotation.first != 0 {
      fix(CGAffineTransform(rotationAngle: t.rotation.first))
    }
  }

  private mutating func addScale(_ t: LottieTransform, on timeline: Timeline) {
    guard t.scale.isAnimated else {
      fix(CGAffineTransform(scaleX: t.scale.first.x, y: t.scale.first.y))
      return
    }
    // Of a layer that is mirrored along both axes, Core Animation reads a rotation instead: each axis
    // has a layer of its own.
    let isMirrored = t.scale.keys.contains { $0.value.x < 0 || $0.value.y < 0 }
    var layer = push()
    for (index, keyPath) in ["transform.scale.x", "transform.scale.y"].enumerated() {
      if isMirrored, index > 0 { layer = push() }
      animator.set(
        keyPath, of: layer, to: t.scale.lane(index), on: timeline,
        tolerance: Animator.Tolerance.fractions
      ) { $0 }
    }
  }

  private mutating func addDeep(_ t: LottieTransform, on timeline: Timeline, turns: Bool) {
    guard t.isAnimated else {
      pending = CATransform3DConcat(t.spatialMatrix(at: 0), pending)
      return
    }
    let heading: (Double) -> Double = turns ? t.heading : { _ in 0 }
    sample(t.frames, on: timeline) { t.spatialMatrix(at: $0, heading: heading($0)) }
  }

  /// Adds the view of a camera.
  mutating func add(_ camera: LottieCamera, on timeline: Timeline) {
    guard camera.isAnimated else {
      pending = CATransform3DConcat(camera.matrix(at: 0), pending)
      return
    }
    sample(camera.frames, on: timeline) { camera.matrix(at: $0) }
  }

  /// Adds a matrix that changes with the frames.
  private mutating func sample(
    _ frames: [Double], on timeline: Timeline, _ matrix: (Double) -> CATransform3D
  ) {
    animator.sample(
      "transform", of: push(), on: timeline, frames: frames, tolerance: Animator.Tolerance.points
    ) {
      SpaceMatrix(t: matrix($0))
    } _: {
      $0.t
    }
  }

  /// Adds a transform that stands still.
  mutating func fix(_ t: CGAffineTransform) {
    if t != .identity {
      pending = CATransform3DConcat(CATransform3DMakeAffineTransform(t), pending)
    }
  }

  /// Returns a new innermost layer, whose own properties are free.
  private mutating func push() -> CALayer {
    placePending()
    let layer = append(Self.holder(isDeep: isDeep))
    hasFreeTransform = false
    hasFreeOrigin = true
    return layer
  }

  /// Gives the parts that stand still to a layer.
  private mutating func placePending() {
    guard !CATransform3DIsIdentity(pending) else { return }
    let layer =
      hasFreeTransform ? inner ?? Self.holder() : append(Self.holder(isDeep: isDeep))
    layer.transform = pending
    pending = CATransform3DIdentity
    hasFreeTransform = false
    hasFreeOrigin = true
  }

  /// Returns a layer whose transform is free.
  private mutating func transformLayer() -> CALayer {
    guard hasFreeTransform, CATransform3DIsIdentity(pending), let inner else { return push() }
    hasFreeTransform = false
    return inner
  }

  /// Returns a layer whose bounds may move.
  private mutating func originLayer() -> CALayer {
    placePending()
    guard hasFreeOrigin, let inner else { return push() }
    hasFreeOrigin = false
    hasFreeTransform = false
    return inner
  }

  @discardableResult
  private mutating func append(_ layer: CALayer) -> CALayer {
    if let inner { inner.addSublayer(layer) } else { outer = layer }
    inner = layer
    return layer
  }

  /// Ends the chain with a layer whose transform is free and whose origin is that of its bounds.
  ///
  /// - Returns: the outermost layer.
  mutating func finish(with content: CALayer) -> CALayer {
    content.transform = pending
    pending = CATransform3DIdentity
    hasFreeTransform = false
    hasFreeOrigin = false
    append(content)
    return outer ?? content
  }
}
