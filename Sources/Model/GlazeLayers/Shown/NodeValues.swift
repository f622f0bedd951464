import Foundation
package import GlazeGeometry
package import GlazeTree

// The properties of a layer as drawn values: clamped, finite, and without those that its class
// ignores.

extension LayerNode {
  /// Creates the values of a layer; the committer sets its position in the tree and its slots.
  package init(
    _ state: LayerState, background: SIMD4<Float>, range: LayerBrightness.Range,
    isTransformOnly: Bool
  ) {
    self.init()
    bounds = state.bounds
    position = state.position
    anchorPoint = state.anchorPoint
    zPosition = Double(state.zPosition)
    opacity = Self.shown(opacity: state.opacity)
    flags = Flags(
      rawValue: UInt16(truncatingIfNeeded: state.flags.rawValue & LayerState.Flags.ofNodes.rawValue)
    )
    if !state.hasFiniteGeometry {
      flags.insert(.isHidden)
      // Hidden nodes are rarely read, but their values must be numbers.
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
    if range != .standard { self.range = range }
    cornerRadius = Self.shown(cornerRadius: state.cornerRadius.native)
    maskedCorners = state.maskedCorners
    softEdges = state.flags[.allowsEdgeAntialiasing] ? state.edgeAntialiasingMask : 0
  }
}

extension LayerNode {
  /// The opacity of a node: NaN shows nothing.
  @inline(__always)
  package static func shown(opacity: Float) -> Float { opacity > 0 ? min(opacity, 1) : 0 }

  /// The radius of a node: one that is no number of single precision rounds nothing.
  @inline(__always)
  package static func shown(cornerRadius: Double) -> Float {
    let radius = Float(cornerRadius)
    return radius > 0 && radius < .infinity ? radius : 0
  }
}

extension LayerTransforms {
  /// Creates the values; nil for a layer that has neither matrix nor anchor z, or whose matrices
  /// are not finite.
  package init?(_ state: LayerState) {
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
  /// Creates the values; nil for a layer without an image, and for an image with invalid values.
  package init?(_ state: LayerState, image: CGImage?, drawing: LayerDrawing?, multiply: CGColor?) {
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

  /// Creates the values; nil for the identity and for an invalid transform.
  private static func shown(_ transform: CATransform3D, about corner: CGPoint) -> Homography? {
    guard !CATransform3DIsIdentity(transform), CATransform3DIsAffine(transform) else { return nil }
    let about = CATransform3DMakeTranslation(corner.x, corner.y, 0)
    let back = CATransform3DMakeTranslation(-corner.x, -corner.y, 0)
    let map = Homography(CATransform3DConcat(CATransform3DConcat(back, transform), about))
    return map.isFinite ? map : nil
  }
}

extension LayerBorder {
  /// Creates the values; nil for a layer without a visible border.
  package init?(_ state: LayerState, _ color: CGColor?) {
    let width = Double(state.borderWidth)
    guard width > 0, width.isFinite,
      let color = color?.shown, color.w > 0
    else { return nil }
    self.init(width: width, color: color)
  }
}

extension LayerState {
  /// A Boolean value that indicates whether the layer can be placed; one that cannot is not drawn.
  package var hasFiniteGeometry: Bool {
    // A sum that contains a NaN or an infinity always gives NaN when multiplied by zero.
    let sum =
      position.x * 0 + position.y * 0 + anchorPoint.x * 0 + anchorPoint.y * 0 + self.zPosition * 0
      + self.anchorPointZ * 0
    guard sum == 0, SIMD4<Double>(bounds).canBeBounds else { return false }
    return (CATransform3DIsIdentity(self.transform) || self.transform.isFinite)
      && (CATransform3DIsIdentity(self.sublayerTransform) || self.sublayerTransform.isFinite)
  }
}

extension CGRect {
  fileprivate var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}

extension CGColor {
  /// The color for nodes; components that are not finite are replaced, and alpha is in 0...1.
  package var shown: SIMD4<Float> { Self.shown(extendedSRGB) }

  /// Converts a color's `extendedSRGB` likewise.
  package static func shown(_ extendedSRGB: SIMD4<Float>) -> SIMD4<Float> {
    var color = extendedSRGB
    for index in 0..<4 where !color[index].isFinite { color[index] = 0 }
    color.w = min(max(color.w, 0), 1)
    return color
  }
}
