import Foundation
import GlazeGeometry
import GlazeTree

// Where two leaves of a 3D scene share an edge on the screen, as the faces of a cube do, drawing both with soft edges
// one over the other lets what is behind shine through the seam. So the leaf that is drawn first gives
// way under an opaque one that is drawn later: it goes on under it where they abut, and ends early where
// it is folded behind it. Only the later leaf's edge is then soft, over a whole pixel of the other.

extension Flattener {
  /// An edge of a leaf on the projection plane.
  private struct Edge {
    var leaf: Int
    /// The bit of the edge.
    var bit: UInt8
    var a, b: SIMD2<Double>
    /// Middle of the leaf.
    var center: SIMD2<Double>
    /// Place of the leaf in the order of drawing.
    var order: Int

    var key: Double { a.x + b.x }

    func coincides(with other: Edge) -> Bool {
      (Self.near(a, other.a) && Self.near(b, other.b))
        || (Self.near(a, other.b) && Self.near(b, other.a))
    }

    static func near(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
      max(abs(a.x - b.x), abs(a.y - b.y)) < 0.01
    }

    /// Which side of the edge's line a point lies on.
    func side(_ p: SIMD2<Double>) -> Double {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
  }

  /// Notes in the leaves where they give way to others.
  ///
  /// - Complexity: O(n log n) in the number of leaves.
  mutating func findSeams(_ sorted: [SceneFragment]) {
    var edges: [Edge] = []
    for (order, fragment) in sorted.enumerated() where fragment.cuts.isEmpty {
      appendEdges(of: fragment.leaf, order: order, to: &edges)
    }
    edges.sort { $0.key < $1.key }
    for (index, first) in edges.enumerated() {
      for second in edges[(index + 1)...] {
        guard second.key - first.key < 0.02 else { break }
        guard first.leaf != second.leaf, first.coincides(with: second) else { continue }
        let (under, over) = first.order < second.order ? (first, second) : (second, first)
        guard isOpaque(leaves[over.leaf]) else { continue }
        if under.side(under.center) * under.side(over.center) > 0 {
          leaves[under.leaf].seams.folded |= under.bit
        } else {
          leaves[under.leaf].seams.abutting |= under.bit
        }
      }
    }
  }

  /// The seams of a leaf in the frame's pixels.
  func seams(of leaf: SceneLeaf, _ homography: Homography) -> [ClipList.Seam] {
    guard leaf.seams != .init() else { return [] }
    let corners = tree.nodes[Int(leaf.node)].bounds.corners
    var result: [ClipList.Seam] = []
    for (bit, from, to) in Self.rectEdges
    where (leaf.seams.abutting | leaf.seams.folded) & bit != 0 {
      let seam = ClipList.Seam(
        homography.project(corners[from]), homography.project(corners[to]),
        isFold: leaf.seams.folded & bit != 0)
      if let seam { result.append(seam) }
    }
    return result
  }

  /// Bits of the edges with the corners that they join.
  private static let rectEdges: [(bit: UInt8, from: Int, to: Int)] = [
    (1, 3, 0), (2, 1, 2), (4, 0, 1), (8, 2, 3),
  ]

  private func appendEdges(of leaf: Int, order: Int, to edges: inout [Edge]) {
    let node = tree.nodes[Int(leaves[leaf].node)]
    guard leaves[leaf].particles == nil, node.cornerRadius == 0, !node.bounds.isEmpty else {
      return
    }
    let m = leaves[leaf].matrix
    var corners: [SIMD2<Double>] = []
    for corner in node.bounds.corners {
      let (x, y) = (corner.x, corner.y)
      let w = (m.m14 * x + m.m24 * y + m.m44).native
      guard w >= Homography.nearPlane else { return }
      corners.append(
        SIMD2(
          (m.m11 * x + m.m21 * y + m.m41).native, (m.m12 * x + m.m22 * y + m.m42).native) / w)
    }
    let middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
    for (bit, from, to) in Self.rectEdges where node.softEdges & bit != 0 {
      edges.append(
        Edge(
          leaf: leaf, bit: bit, a: corners[from], b: corners[to], center: middle, order: order))
    }
  }

  /// Whether a leaf hides all that lies behind the edges of its bounds.
  private func isOpaque(_ leaf: SceneLeaf) -> Bool {
    let node = tree.nodes[Int(leaf.node)]
    guard node.opacity * leaf.opacity == 1 else { return false }
    if node.backgroundColor.w >= 1 { return true }
    let slots = tree.slots(of: node)
    if slots.border >= 0 {
      let border = tree.borders[Int(slots.border)]
      if border.color.w >= 1, border.width >= 2 { return true }
    }
    guard slots.contents >= 0 else { return false }
    let contents = tree.contents[Int(slots.contents)]
    return contents.image.isOpaque && contents.color.w >= 1 && !contents.isSliced
      && contents.transform == nil
      && contents.destination(in: node.bounds).contains(node.bounds)
  }
}
