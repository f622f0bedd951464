import Foundation
import GlazeGeometry
import GlazeTree

extension Flattener {
  /// Gathers the leaves of a 3D scene, through transform layers, and appends them to `leaves` and
  /// their sorted fragments to `fragments`.
  ///
  /// - Parameters:
  ///   - nodes: Siblings with their subtrees.
  ///   - isFlipped: Whether y points down in the plane that the scene is projected on.
  mutating func gatherScene(_ nodes: Range<Int>, isFlipped: Bool) {
    let first = leaves.count
    var open: [(end: Int, leaf: SceneLeaf)] = []
    var index = nodes.lowerBound
    while index < nodes.upperBound {
      while let last = open.last, last.end <= index { open.removeLast() }
      let node = tree.nodes[index]
      guard isVisible(index) else {
        index = Int(node.subtreeEnd)
        continue
      }
      var leaf = SceneLeaf(
        node: Int32(index), matrix: tree.placement(of: index), opacity: 1, isFlipped: isFlipped)
      if let outer = open.last?.leaf {
        leaf.matrix = CATransform3DConcat(leaf.matrix, outer.matrix)
        leaf.opacity = outer.opacity
        leaf.isFlipped = outer.isFlipped
      }
      if node.flags.contains(.isTransformLayer) {
        leaf.opacity *= node.opacity
        if node.flags.contains(.isGeometryFlipped) { leaf.isFlipped.toggle() }
        open.append((Int(node.subtreeEnd), leaf))
        index += 1
      } else {
        if node.flags.contains(.isDoubleSided) || !leaf.matrix.facesAway { leaves.append(leaf) }
        index = Int(node.subtreeEnd)
      }
    }
    let sorted = DepthSort.sort(Array(leaves[first...]), firstLeaf: first) {
      tree.planeExtent(of: $0)
    }
    findSeams(sorted)
    fragments.append(contentsOf: sorted)
  }
}

extension CATransform3D {
  /// Whether a plane shows its back after the whole transform, perspective included; a mirror image
  /// and a matrix without depth show the front.
  var facesAway: Bool {
    let volume = determinant
    return volume != 0 && Homography(self).determinant / volume < 0
  }

  private var determinant: Double {
    func minor(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> Double {
      a.native * d.native - b.native * c.native
    }
    let s0 = minor(m11, m12, m21, m22)
    let s1 = minor(m11, m13, m21, m23)
    let s2 = minor(m11, m14, m21, m24)
    let s3 = minor(m12, m13, m22, m23)
    let s4 = minor(m12, m14, m22, m24)
    let s5 = minor(m13, m14, m23, m24)
    let c5 = minor(m33, m34, m43, m44)
    let c4 = minor(m32, m34, m42, m44)
    let c3 = minor(m32, m33, m42, m43)
    let c2 = minor(m31, m34, m41, m44)
    let c1 = minor(m31, m33, m41, m43)
    let c0 = minor(m31, m32, m41, m42)
    return s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
  }
}

extension SIMD3<Double> {
  /// A line of a plane, seen from where `inverse` leads to the plane.
  func carried(by inverse: Homography) -> SIMD3<Double> {
    SIMD3(
      x * inverse.xx + y * inverse.yx + z * inverse.wx,
      x * inverse.xy + y * inverse.yy + z * inverse.wy,
      x * inverse.xw + y * inverse.yw + z * inverse.ww)
  }
}
