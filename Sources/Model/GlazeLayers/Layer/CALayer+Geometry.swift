package import Foundation
package import GlazeGeometry

// The position of a layer in its superlayer. Points are row vectors.
extension CALayer {
  /// The anchor in the layer's own coordinates, in points.
  package final var anchor: CGPoint { state.anchor }

  private var placement: CATransform3D { state.placement }

  /// The matrix from the layer's coordinates to its superlayer's: flip, placement, and the
  /// superlayer's `sublayerTransform` about the superlayer's anchor, which does not move a mask.
  package final var matrixToSuperlayer: CATransform3D {
    var matrix = placement
    if state.flags[.isGeometryFlipped] {
      let middle = 2 * state.bounds.origin.y + state.bounds.size.height
      var flip = CATransform3DMakeScale(1, -1, 1)
      flip.m42 = middle
      matrix = CATransform3DConcat(flip, matrix)
    }
    guard let parent = owner, parent.maskLayer !== self,
      !CATransform3DIsIdentity(parent.state.sublayerTransform)
    else { return matrix }
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
    // `position` is set first: actions are searched for in that order.
    if CATransform3DIsIdentity(t) {
      let a = state.anchorPoint
      position = CGPoint(
        x: target.origin.x + a.x * target.size.width,
        y: target.origin.y + a.y * target.size.height)
      bounds = CGRect(origin: state.bounds.origin, size: target.size)
      return
    }
    // The bounding box of the requested size, seen through the inverse of the linear part.
    let linear = CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: 0, ty: 0)
    let determinant = t.m11 * t.m22 - t.m12 * t.m21
    var after = state
    // Under a transform without inverse no size gives the frame, and the size stays.
    if determinant != 0, determinant.isFinite {
      let box = CGRect(origin: .zero, size: target.size).applying(linear.inverted())
      after.bounds.size = box.size
    }
    let got = Homography(after.placement).boundingBox(of: after.bounds)
    position = CGPoint(
      x: state.position.x + target.origin.x - got.origin.x,
      y: state.position.y + target.origin.y - got.origin.y)
    bounds = after.bounds
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
    let before = CATransform3DTranslate(self.transform, -a.x, -a.y, -self.anchorPointZ)
    return CATransform3DConcat(
      before, CATransform3DMakeTranslation(position.x, position.y, self.zPosition))
  }
}
