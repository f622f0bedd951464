package import Foundation
package import GlazeGeometry

// The map from a layer's plane to its superlayer's is Flip * T(-A) * M * T(p), followed by the
// superlayer's sublayerTransform about the superlayer's anchor (row vectors).
// Docs/explanation/coordinates.md has a drawing.

extension LayerNode {
  /// The anchor in the layer's own coordinates.
  @inlinable @inline(__always)
  package var anchor: CGPoint {
    CGPoint(
      x: bounds.origin.x + anchorPoint.x * bounds.size.width,
      y: bounds.origin.y + anchorPoint.y * bounds.size.height)
  }
}

extension LayerTree {
  /// Whether a node is the mask of its superlayer, instead of one of its sublayers.
  package func isMask(_ index: Int) -> Bool {
    let parent = Int(nodes[index].parent)
    return parent >= 0 && index == parent + 1 && nodes[parent].flags.contains(.hasMask)
  }

  /// The full matrix from a node's plane to its superlayer's space.
  ///
  /// The sublayerTransform does not move the mask. Source: Apple header CALayer.h, according to
  /// which it is applied to the members of the array `sublayers`.
  ///
  /// - Parameter copy: The replicator's transform of the sublayer, which applies before its
  ///   sublayerTransform.
  package func placement(
    of index: Int, copy: CATransform3D = CATransform3DIdentity
  ) -> CATransform3D {
    let node = nodes[index]
    let slot = slots(of: node).transforms
    let own = slot < 0 ? LayerTransforms() : transforms[Int(slot)]
    let anchor = node.anchor
    var matrix = CATransform3DMakeTranslation(
      -anchor.x, -anchor.y, -CGFloat(own.anchorPointZ))
    if node.flags.contains(.isGeometryFlipped) {
      var flip = CATransform3DIdentity
      flip.m22 = -1
      flip.m42 = 2 * node.bounds.origin.y + node.bounds.size.height
      matrix = CATransform3DConcat(flip, matrix)
    }
    matrix = CATransform3DConcat(matrix, own.transform)
    matrix = CATransform3DConcat(
      matrix,
      CATransform3DMakeTranslation(node.position.x, node.position.y, CGFloat(node.zPosition)))
    if !CATransform3DIsIdentity(copy) { matrix = CATransform3DConcat(matrix, copy) }
    guard node.parent >= 0, !isMask(index), let outer = sublayerTransform(of: Int(node.parent))
    else { return matrix }
    return CATransform3DConcat(matrix, outer)
  }

  /// A node's sublayerTransform about its anchor; nil when it has none.
  private func sublayerTransform(of index: Int) -> CATransform3D? {
    let slot = slots(of: index).transforms
    guard slot >= 0 else { return nil }
    let own = transforms[Int(slot)]
    if CATransform3DIsIdentity(own.sublayerTransform) { return nil }
    let anchor = nodes[index].anchor
    let z = CGFloat(own.anchorPointZ)
    return CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DMakeTranslation(-anchor.x, -anchor.y, -z), own.sublayerTransform),
      CATransform3DMakeTranslation(anchor.x, anchor.y, z))
  }

  /// The map from a node's plane to that of another one, along the planes of the layers between them.
  ///
  /// - Parameter target: The other node; -1 is the space in which the root is placed.
  /// - Returns: nil where a plane on the way is viewed edge-on.
  /// - Complexity: O(depth).
  package func map(from source: Int, to target: Int) -> Homography? {
    var common = target
    while common >= 0, !(common <= source && source < Int(nodes[common].subtreeEnd)) {
      common = Int(nodes[common].parent)
    }
    let up = mapUp(from: source, to: common)
    if common == target { return up }
    return mapUp(from: target, to: common).inverse.map { $0 * up }
  }

  /// The map from a node's plane to that of a node above it, or to the space around the root.
  ///
  /// Each layer that is not a transform layer flattens its content into its plane.
  private func mapUp(from index: Int, to ancestor: Int) -> Homography {
    var result = Homography.identity
    var node = index
    while node != ancestor, node >= 0 {
      var matrix = placement(of: node)
      node = Int(nodes[node].parent)
      while node >= 0, node != ancestor, nodes[node].flags.contains(.isTransformLayer) {
        matrix = CATransform3DConcat(matrix, placement(of: node))
        node = Int(nodes[node].parent)
      }
      result = Homography(matrix) * result
    }
    return result
  }
}
