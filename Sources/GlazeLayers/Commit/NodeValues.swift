import Foundation
import GlazeGeometry
import GlazeTree

// What a layer says, as what is shown: clamped, finite, and without what its class ignores.

extension LayerNode {
  /// The values of a layer; its place in the tree and its slots are left to the committer.
  init(_ state: LayerState, background: SIMD4<Float>, isTransformOnly: Bool) {
    self.init()
    bounds = state.bounds
    position = state.position
    anchorPoint = state.anchorPoint
    zPosition = Double(state.zPosition)
    opacity = state.opacity > 0 ? min(state.opacity, 1) : 0
    flags = Flags(
      rawValue: UInt16(truncatingIfNeeded: state.flags.rawValue & LayerState.Flags.ofNodes.rawValue)
    )
    if !state.hasFiniteGeometry {
      flags.insert(.isHidden)
      // Nobody needs to look at hidden nodes, but those who do meet numbers.
      (bounds, position, zPosition) = (.zero, .zero, 0)
      anchorPoint = CGPoint(x: 0.5, y: 0.5)
    }
    if isTransformOnly {
      flags.insert(.isTransformLayer)
      flags.insert(.isDoubleSided)
      flags.remove(.masksToBounds)
      return
    }
    backgroundColor = background
    cornerRadius = Float(state.cornerRadius).isFinite ? max(0, Float(state.cornerRadius)) : 0
    maskedCorners = state.maskedCorners
    softEdges = state.flags[.allowsEdgeAntialiasing] ? state.edgeAntialiasingMask : 0
  }
}

extension LayerTransforms {
  /// nil for a layer that has neither matrix nor anchor z, or whose matrices are not finite.
  init?(_ state: LayerState) {
    if state.anchorPointZ == 0, CATransform3DIsIdentity(state.transform),
      CATransform3DIsIdentity(state.sublayerTransform)
    {
      return nil
    }
    guard state.hasFiniteGeometry else { return nil }
    self.init(
      transform: state.transform, sublayerTransform: state.sublayerTransform,
      anchorPointZ: Double(state.anchorPointZ))
  }
}

extension LayerContents {
  /// nil for a layer without an image, and for an image that nothing sensible can be said about.
  init?(_ state: LayerState, image: CGImage?, drawing: LayerDrawing?, multiply: CGColor?) {
    if let tiles = drawing?.tiles {
      guard let mosaic = tiles.mosaic else { return nil }
      self.init(
        image: mosaic.image, minification: state.minificationFilter,
        magnification: state.magnificationFilter)
      box = mosaic.box
      if let multiply { color = multiply.shown }
      return
    }
    guard let image, state.contentsRect.isFinite,
      state.contentsRect.width != 0, state.contentsRect.height != 0
    else { return nil }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let scale = Double(state.contentsScale)
    var rect = state.contentsRect
    if let part = drawing?.backing?.coveredPart {
      rect = rect.applying(CGAffineTransform(scaleX: part.width, y: part.height))
    }
    self.init(
      image: image, rect: rect,
      center: state.contentsCenter.isFinite ? state.contentsCenter : unit,
      gravity: state.gravity, scale: scale > 0 && scale.isFinite ? scale : 1,
      minification: state.minificationFilter, magnification: state.magnificationFilter,
      minificationBias: state.minificationFilterBias.isFinite ? state.minificationFilterBias : 0)
    repeats = state.flags[.repeatsContents]
    if let multiply { color = multiply.shown }
    transform = Self.shown(state.contentsTransform, about: state.bounds.origin)
  }

  /// nil for a transform that changes nothing, and for one that cannot be.
  private static func shown(_ transform: CATransform3D, about corner: CGPoint) -> Homography? {
    guard !CATransform3DIsIdentity(transform), CATransform3DIsAffine(transform) else { return nil }
    let about = CATransform3DMakeTranslation(corner.x, corner.y, 0)
    let back = CATransform3DMakeTranslation(-corner.x, -corner.y, 0)
    let map = Homography(CATransform3DConcat(CATransform3DConcat(back, transform), about))
    return map.isFinite ? map : nil
  }
}

extension LayerBorder {
  /// nil for a layer without a border that could be seen.
  init?(_ state: LayerState, _ color: CGColor?) {
    let width = Double(state.borderWidth)
    guard width > 0, width.isFinite,
      let color = color?.shown, color.w > 0
    else { return nil }
    self.init(width: width, color: color)
  }
}

extension LayerState {
  /// Whether the layer can be placed at all; one that cannot is not drawn.
  var hasFiniteGeometry: Bool {
    // A sum with a NaN or an infinity in it is never zero times anything but NaN.
    let sum =
      position.x * 0 + position.y * 0 + anchorPoint.x * 0 + anchorPoint.y * 0 + zPosition * 0
      + anchorPointZ * 0
    guard sum == 0, SIMD4<Double>(bounds).canBeBounds else { return false }
    return (CATransform3DIsIdentity(transform) || transform.isFinite)
      && (CATransform3DIsIdentity(sublayerTransform) || sublayerTransform.isFinite)
  }
}

extension CGRect {
  fileprivate var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension CGColor {
  /// The colour as nodes hold it; without numbers that are not finite, alpha in 0...1.
  var shown: SIMD4<Float> { Self.shown(extendedSRGB) }

  /// The same of a colour's `extendedSRGB`.
  static func shown(_ extendedSRGB: SIMD4<Float>) -> SIMD4<Float> {
    var color = extendedSRGB
    for index in 0..<4 where !color[index].isFinite { color[index] = 0 }
    color.w = min(max(color.w, 0), 1)
    return color
  }
}
