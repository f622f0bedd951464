package import Foundation
package import GlazeGeometry

// From a layer's coordinates to those of others. Points are row vectors.
extension CALayer {
  /// The anchor in the layer's own coordinates, in points.
  package final var anchor: CGPoint { state.anchor }

  private var placement: CATransform3D { state.placement }

  /// From the layer's coordinates to its superlayer's: flip, placement, and the superlayer's
  /// `sublayerTransform` about the superlayer's anchor.
  package final var matrixToSuperlayer: CATransform3D {
    var matrix = placement
    if state.flags[.isGeometryFlipped] {
      let middle = 2 * state.bounds.origin.y + state.bounds.size.height
      var flip = CATransform3DMakeScale(1, -1, 1)
      flip.m42 = middle
      matrix = CATransform3DConcat(flip, matrix)
    }
    guard let parent = owner, !CATransform3DIsIdentity(parent.state.sublayerTransform) else {
      return matrix
    }
    let a = parent.anchor
    let z = parent.state.anchorPointZ
    let about = CATransform3DConcat(
      CATransform3DTranslate(parent.state.sublayerTransform, -a.x, -a.y, -z),
      CATransform3DMakeTranslation(a.x, a.y, z))
    return CATransform3DConcat(matrix, about)
  }

  // MARK: Frame

  final func computedFrame() -> CGRect {
    let t = state.transform
    if CATransform3DIsIdentity(t) {
      let a = state.anchorPoint
      let size = state.bounds.size
      return CGRect(
        x: state.position.x - a.x * size.width, y: state.position.y - a.y * size.height,
        width: size.width, height: size.height)
    }
    return Homography(placement).boundingBox(of: state.bounds)
  }

  final func applyFrame(_ newValue: CGRect) {
    let target = newValue.withPositiveSize
    let t = state.transform
    // The position goes first: that is the order in which actions are asked for.
    if CATransform3DIsIdentity(t) {
      let a = state.anchorPoint
      position = CGPoint(
        x: target.origin.x + a.x * target.size.width,
        y: target.origin.y + a.y * target.size.height)
      bounds = CGRect(origin: state.bounds.origin, size: target.size)
      return
    }
    // The box around the wanted size, seen through the inverse of the linear part.
    let linear = CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: 0, ty: 0)
    let box = CGRect(origin: .zero, size: target.size).applying(linear.inverted())
    var after = state
    after.bounds.size = box.size
    let got = Homography(after.placement).boundingBox(of: after.bounds)
    position = CGPoint(
      x: state.position.x + target.origin.x - got.origin.x,
      y: state.position.y + target.origin.y - got.origin.y)
    bounds = after.bounds
  }

  // MARK: Maps between planes

  final func map(to other: CALayer?) -> Homography {
    linkUp()
    other?.linkUp()
    guard let other else { return Homography(matrixToSuperlayer) }
    if other === self { return .identity }
    let ancestor = commonAncestor(with: other)
    let up = mapUp(to: ancestor)
    return (other.mapUp(to: ancestor).inverse ?? .nowhere) * up
  }

  final func map(from other: CALayer?) -> Homography {
    if let other { return other.map(to: self) }
    linkUp()
    return Homography(matrixToSuperlayer).inverse ?? .nowhere
  }

  /// From this layer's plane to an ancestor's; to the root's surroundings when that is nil.
  ///
  /// Each layer that is no transform layer flattens what it holds into its plane on the way.
  private func mapUp(to ancestor: CALayer?) -> Homography {
    var result = Homography.identity
    var layer = self
    while layer !== ancestor {
      var matrix = layer.matrixToSuperlayer
      var next = layer.owner
      while let parent = next, parent.isTransformOnly, parent !== ancestor {
        matrix = CATransform3DConcat(matrix, parent.matrixToSuperlayer)
        next = parent.owner
      }
      result = Homography(matrix) * result
      guard let reached = next else { break }
      layer = reached
    }
    return result
  }

  /// From this layer's coordinates to those of the nearest layer above that flattens, in space.
  package final var matrixToFlatteningAncestor: CATransform3D {
    var matrix = matrixToSuperlayer
    var next = owner
    while let parent = next, parent.isTransformOnly {
      matrix = CATransform3DConcat(matrix, parent.matrixToSuperlayer)
      next = parent.owner
    }
    return matrix
  }

  final func commonAncestor(with other: CALayer) -> CALayer? {
    var a: CALayer? = self
    var b: CALayer? = other
    var surplus = depth - other.depth
    while surplus > 0 {
      a = a?.owner
      surplus -= 1
    }
    while surplus < 0 {
      b = b?.owner
      surplus += 1
    }
    while a !== b {
      a = a?.owner
      b = b?.owner
    }
    return a
  }

  private var depth: Int {
    var count = 0
    var next = owner
    while let layer = next {
      count += 1
      next = layer.owner
    }
    return count
  }
}

extension LayerState {
  /// The anchor in the layer's own coordinates, in points.
  var anchor: CGPoint {
    CGPoint(
      x: bounds.origin.x + anchorPoint.x * bounds.size.width,
      y: bounds.origin.y + anchorPoint.y * bounds.size.height)
  }

  /// `T(-A) * M * T(position)`: the layer's own placement, without its flip.
  var placement: CATransform3D {
    let a = anchor
    let before = CATransform3DTranslate(transform, -a.x, -a.y, -anchorPointZ)
    return CATransform3DConcat(
      before, CATransform3DMakeTranslation(position.x, position.y, zPosition))
  }
}

extension Homography {
  /// A map whose every image is not finite: what a singular map has for an inverse.
  static let nowhere = Homography(
    xx: .nan, xy: .nan, xw: .nan, yx: .nan, yy: .nan, yw: .nan, wx: .nan, wy: .nan, ww: .nan)

  /// The box around the images of the four corners.
  func boundingBox(of rect: CGRect) -> CGRect {
    let r = rect.withPositiveSize
    let (x0, y0) = (r.origin.x, r.origin.y)
    let (x1, y1) = (x0 + r.size.width, y0 + r.size.height)
    let corners = [
      project(CGPoint(x: x0, y: y0)), project(CGPoint(x: x1, y: y0)),
      project(CGPoint(x: x0, y: y1)), project(CGPoint(x: x1, y: y1)),
    ]
    var (minX, minY, maxX, maxY) = (corners[0].x, corners[0].y, corners[0].x, corners[0].y)
    for corner in corners.dropFirst() {
      minX = min(minX, corner.x)
      minY = min(minY, corner.y)
      maxX = max(maxX, corner.x)
      maxY = max(maxY, corner.y)
    }
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}
