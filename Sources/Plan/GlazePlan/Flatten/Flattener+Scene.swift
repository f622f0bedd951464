import Foundation
import GlazeGeometry
import GlazeTree

extension Flattener {
  /// Siblings during the walk through a scene.
  private struct Level {
    var siblings: ReplicatedSiblings
    /// The transform layer around them, or a leaf that represents the plane of the scene.
    var outer: SceneLeaf
    /// The layer's own particles, which lie above its sublayers.
    var particles: SceneLeaf?
  }

  /// Collects the leaves of a 3D scene, through transform layers.
  ///
  /// Appends them to `leaves`, and their sorted fragments to `fragments`.
  ///
  /// - Parameters:
  ///   - parent: The layer around the scene, which may be a replicator; -1 for the root's siblings.
  ///   - nodes: The siblings with their subtrees.
  ///   - isFlipped: Whether y points down in the plane onto which the scene is projected.
  /// - Returns: Whether the scene has more than one layer, including those that show nothing.
  mutating func gatherScene(parent: Int, _ nodes: Range<Int>, isFlipped: Bool) -> Bool {
    let first = leaves.count
    let most = passes.limits[.pieces]
    var unseen = 0
    var isParallel = true
    let plane = SceneLeaf(
      node: Int32(parent), matrix: CATransform3DIdentity, opacity: 1, isFlipped: isFlipped)
    var levels = [
      Level(siblings: siblings(in: parent, nodes), outer: plane)
    ]
    while var top = levels.popLast() {
      // Copies of leaves take memory before they are sorted.
      guard leaves.count - first <= most else { return exceedPieces(of: parent) }
      guard let index = top.siblings.next(in: tree) else {
        if let particles = top.particles { leaves.append(particles) }
        continue
      }
      let leaf = isVisible(index) ? leaf(index, in: top) : nil
      levels.append(top)
      guard let leaf else { continue }
      let node = tree.nodes[index]
      if node.flags.contains(.isTransformLayer) {
        let nodes = (index + 1)..<Int(node.subtreeEnd)
        var inner = Level(siblings: siblings(in: index, nodes), outer: leaf)
        if tree.slots(of: node).emitter >= 0 { inner.particles = particles(of: leaf) }
        levels.append(inner)
      } else if paints(index), node.flags.contains(.isDoubleSided) || !leaf.matrix.facesAway {
        leaves.append(leaf)
      } else {
        // It would cut the others for no visible reason.
        unseen += 1
        isParallel = isParallel && leaf.matrix.isParallelToProjection
      }
    }
    let hasSeveral = leaves.count - first + unseen > 1
    isParallel = isParallel && leaves[first...].allSatisfy { $0.matrix.isParallelToProjection }
    if !isParallel {
      for index in first..<leaves.count where leaves[index].extent == nil {
        leaves[index].extent = planeExtent(of: Int(leaves[index].node))
      }
    }
    let sorted = DepthSort.sort(Array(leaves[first...]), firstLeaf: first, most: most)
    guard let sorted else { return exceedPieces(of: parent) }
    countVisits(of: sorted, firstLeaf: first)
    if passes.isInFrame {
      let isStack = isParallel && parent >= 0 && tree.slots(of: parent).replicator < 0
      passes.items?.insert(isStack ? .hasStack : .hasScene, of: Int32(parent))
    }
    fragments.append(contentsOf: sorted)
    return hasSeveral
  }

  /// Counts the layers that are visited again, because a leaf is drawn once for each of its pieces.
  private mutating func countVisits(of pieces: [SceneFragment], firstLeaf: Int) {
    guard pieces.count > leaves.count - firstLeaf else { return }
    var counts = Array(repeating: 0, count: leaves.count - firstLeaf)
    for piece in pieces { counts[piece.leaf - firstLeaf] += 1 }
    let most = passes.limits[.layers]
    for (leaf, count) in zip(leaves[firstLeaf...], counts) where count > 1 {
      let subtree = Int(leaf.node)..<Int(tree.nodes[Int(leaf.node)].subtreeEnd)
      let again = tree.visits(of: subtree, most: most).count.timesAtMost(count - 1)
      repeatedVisits = repeatedVisits.plusAtMost(again)
      if repeatedVisits > most { return passes.exceed(.layers, node: leaf.node) }
    }
  }

  private mutating func exceedPieces(of parent: Int) -> Bool {
    passes.exceed(.pieces, node: Int32(max(parent, 0)))
    return false
  }

  /// Whether a leaf may draw anything.
  private func paints(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return node.backgroundColor.w > 0 || !slots.isPlainBox || slots.border >= 0 || slots.shadow >= 0
      || slots.effects >= 0 || hasVisible(tree.firstSublayer(of: index)..<Int(node.subtreeEnd))
  }

  /// Siblings, repeated as often as a replicator shows them; any number of copies of nothing is
  /// nothing.
  private func siblings(in index: Int, _ nodes: Range<Int>) -> ReplicatedSiblings {
    let shown = hasVisible(nodes) ? nodes : nodes.upperBound..<nodes.upperBound
    return tree.replicatedSiblings(in: index, all: shown)
  }

  /// The particles of an emitter that preserves depth, as a leaf.
  private func particles(of leaf: SceneLeaf) -> SceneLeaf? {
    let slot = tree.slots(of: Int(leaf.node)).emitter
    let cloud = clouds[slot]
    guard !cloud.particles.isEmpty else { return nil }
    func image(_ p: SIMD3<Double>) -> SIMD4<Double> {
      let m = leaf.matrix
      let x = SIMD4(m.m11.native, m.m12.native, m.m13.native, m.m14.native)
      let y = SIMD4(m.m21.native, m.m22.native, m.m23.native, m.m24.native)
      let z = SIMD4(m.m31.native, m.m32.native, m.m33.native, m.m34.native)
      let w = SIMD4(m.m41.native, m.m42.native, m.m43.native, m.m44.native)
      return x * p.x + y * p.y + z * p.z + w
    }
    let middle = image(tree.emitters[Int(slot)].position)
    var result = leaf
    result.particles = leaf.matrix
    result.matrix = CATransform3DMakeTranslation(
      0, 0, CGFloat(middle.z / max(middle.w, Homography.nearPlane)))
    var box = PixelRect.null
    for corner in cloud.corners.map(image) {
      // A corner behind the near plane may reach anywhere.
      if corner.w < Homography.nearPlane {
        box.formUnion(PixelRect.screens)
      } else {
        box.formUnion(SIMD2(corner.x, corner.y) / corner.w)
      }
    }
    result.extent = CGRect(
      x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY)
    return result
  }

  private func leaf(_ index: Int, in level: Level) -> SceneLeaf {
    let node = tree.nodes[index]
    var leaf = level.outer
    leaf.node = Int32(index)
    leaf.matrix = CATransform3DConcat(
      tree.placement(of: index, copy: level.siblings.copyMatrix), level.outer.matrix)
    if let tint = level.siblings.tint {
      leaf.tint *= SIMD4(tint.x, tint.y, tint.z, 1)
      leaf.opacity *= tint.w
    }
    if node.flags.contains(.isTransformLayer) {
      leaf.opacity *= node.opacity
      if node.flags.contains(.isGeometryFlipped) { leaf.isFlipped.toggle() }
    }
    return leaf
  }
}

extension CATransform3D {
  /// Whether a plane shows its back after the whole transform, including perspective.
  ///
  /// A mirror image and a matrix without depth show the front.
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
  /// The line of a plane, in the plane from which `inverse` maps to this one.
  func carried(by inverse: Homography) -> SIMD3<Double> {
    SIMD3(
      x * inverse.xx + y * inverse.yx + z * inverse.wx,
      x * inverse.xy + y * inverse.yy + z * inverse.wy,
      x * inverse.xw + y * inverse.yw + z * inverse.ww)
  }
}
