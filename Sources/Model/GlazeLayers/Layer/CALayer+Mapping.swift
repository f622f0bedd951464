public import Foundation
public import GlazeGeometry

// Conversion of coordinates between layers. Points are row vectors.
extension CALayer {
  /// Returns `transform` as an affine transform; the identity if it is not affine.
  public final func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Sets `transform` to an affine transform.
  public final func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }

  /// Returns whether y points down on screen: an odd number of flips from here to the root's
  /// container.
  ///
  /// The container counts once a renderer has committed the tree.
  /// - Complexity: O(depth).
  public final func contentsAreFlipped() -> Bool {
    flipParity()
  }

  /// Converts a point from another layer's coordinates to this layer's.
  ///
  /// - Parameters:
  ///   - p: A point in the coordinates of `l`.
  ///   - l: The other layer; nil means this layer's superlayer, or the space around it for a root.
  /// - Returns: A point that is not finite if the conversion has no solution.
  public final func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    map(from: l).project(p)
  }

  /// Converts a point from this layer's coordinates to another layer's; nil means the superlayer.
  public final func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    map(to: l).project(p)
  }

  /// Converts a rectangle from another layer's coordinates: the bounding box of its four corners.
  public final func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    map(from: l).boundingBox(of: r)
  }

  /// Converts a rectangle to another layer's coordinates: the bounding box of its four corners.
  public final func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    map(to: l).boundingBox(of: r)
  }

  // MARK: Maps between planes

  package final func map(to other: CALayer?) -> Homography {
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

  /// Returns the map from this layer's plane to an ancestor's, or to the root's surroundings for
  /// nil.
  ///
  /// On the way, each layer that is not a transform layer flattens its sublayers into its plane.
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

  /// The map from this layer's coordinates to those of the nearest layer above that flattens, in
  /// space.
  package final var matrixToFlatteningAncestor: CATransform3D {
    var matrix = matrixToSuperlayer
    var next = owner
    while let parent = next, parent.isTransformOnly {
      matrix = CATransform3DConcat(matrix, parent.matrixToSuperlayer)
      next = parent.owner
    }
    return matrix
  }

  package final func commonAncestor(with other: CALayer) -> CALayer? {
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

extension Homography {
  /// A map whose every result is not finite: the inverse of a singular map.
  static let nowhere = Homography(
    xx: .nan, xy: .nan, xw: .nan, yx: .nan, yy: .nan, yw: .nan, wx: .nan, wy: .nan, ww: .nan)

  /// Returns the bounding box of the images of the four corners.
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
