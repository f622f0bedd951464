import Foundation
import GlazeGeometry
import GlazeTree

// Where two leaves of a 3D scene share an edge on the screen, as the faces of a cube do, drawing both with soft edges
// one over the other lets what is behind shine through the seam. So the leaf that is drawn first gives
// way under an opaque one that is drawn later: it goes on under it where they abut, and ends early where
// it is folded behind it. Only the later leaf's edge is then soft, over a whole pixel of the other.

/// An edge of a leaf on the projection plane, from its smaller end.
struct SeamEdge {
  var leaf: Int
  /// The bit of the edge.
  var bit: UInt8
  var a, b: SIMD2<Double>
  /// Place of the leaf in the order of drawing.
  var order: Int
  var isOpaque: Bool
  /// Which side of the edge's line the leaf lies on.
  var isLeft: Bool

  init(
    leaf: Int, bit: UInt8, _ p: SIMD2<Double>, _ q: SIMD2<Double>, center: SIMD2<Double>,
    order: Int,
    isOpaque: Bool
  ) {
    self.leaf = leaf
    self.bit = bit
    (a, b) = (q.x, q.y) < (p.x, p.y) ? (q, p) : (p, q)
    self.order = order
    self.isOpaque = isOpaque
    isLeft = (b.x - a.x) * (center.y - a.y) - (b.y - a.y) * (center.x - a.x) > 0
  }

  /// Twice the middle, by which edges are found.
  var place: SIMD2<Double> { a + b }
  /// A strip of the plane that the middle lies in.
  var strip: Int { Int(clamping: (place.y / SeamSearch.reach).rounded(.down)) }

  func coincides(with other: SeamEdge) -> Bool {
    (Self.near(a, other.a) && Self.near(b, other.b))
      || (Self.near(a, other.b) && Self.near(b, other.a))
  }

  private static func near(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    max(abs(a.x - b.x), abs(a.y - b.y)) < 0.01
  }

  /// Whether both are one line with their leaves on one side.
  fileprivate func isTwin(of other: SeamEdge) -> Bool {
    a == other.a && b == other.b && isLeft == other.isLeft
  }
}

/// Finds the edges that lie on edges of opaque leaves which are drawn later.
struct SeamSearch {
  /// As far the places of edges that coincide may lie from each other.
  fileprivate static let reach = 0.02

  private let edges: [SeamEdge]
  /// Of edges that are one line the last opaque one, which stands for all of them.
  private var tops: [SeamEdge] = []
  /// How often two edges were looked at together.
  private(set) var comparisons = 0

  init(_ edges: [SeamEdge]) {
    self.edges = edges.sorted {
      let (p, q) = ($0.place, $1.place)
      return ($0.strip, p.x, p.y, $0.a.x, $0.a.y, $0.isLeft ? 1 : 0)
        < ($1.strip, q.x, q.y, $1.a.x, $1.a.y, $1.isLeft ? 1 : 0)
    }
    var before: SeamEdge?
    for edge in self.edges {
      let isTwin = before.map(edge.isTwin) ?? false
      before = edge
      guard edge.isOpaque else { continue }
      if isTwin, let last = tops.last, last.isTwin(of: edge) {
        if last.order < edge.order { tops[tops.count - 1] = edge }
      } else {
        tops.append(edge)
      }
    }
  }

  /// Calls with each edge and one that lies on it, for each side that such lie on.
  ///
  /// - Complexity: O(n log n), but for many edges that are nearly one line and not quite.
  mutating func forEachPair(_ body: (_ under: SeamEdge, _ over: SeamEdge) -> Void) {
    for edge in edges {
      for strip in [edge.strip - 1, edge.strip, edge.strip + 1] {
        var index = firstTop(strip, from: edge.place.x - Self.reach)
        while index < tops.count, tops[index].strip == strip,
          tops[index].place.x < edge.place.x + Self.reach
        {
          let top = tops[index]
          index += 1
          comparisons += 1
          guard top.order > edge.order, top.leaf != edge.leaf, edge.coincides(with: top) else {
            continue
          }
          body(edge, top)
        }
      }
    }
  }

  private func firstTop(_ strip: Int, from x: Double) -> Int {
    var (low, high) = (0, tops.count)
    while low < high {
      let middle = (low + high) / 2
      if (tops[middle].strip, tops[middle].place.x) < (strip, x) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension Flattener {
  /// Notes in the leaves where they give way to others.
  ///
  /// - Complexity: that of `SeamSearch`.
  mutating func findSeams(_ sorted: [SceneFragment]) {
    var edges: [SeamEdge] = []
    for (order, fragment) in sorted.enumerated() where fragment.cuts.isEmpty {
      appendEdges(of: fragment.leaf, order: order, to: &edges)
    }
    var search = SeamSearch(edges)
    search.forEachPair { under, over in
      if under.isLeft == over.isLeft {
        leaves[under.leaf].seams.folded |= under.bit
      } else {
        leaves[under.leaf].seams.abutting |= under.bit
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

  private func appendEdges(of leaf: Int, order: Int, to edges: inout [SeamEdge]) {
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
    let isOpaque = isOpaque(leaves[leaf])
    for (bit, from, to) in Self.rectEdges where node.softEdges & bit != 0 {
      edges.append(
        SeamEdge(
          leaf: leaf, bit: bit, corners[from], corners[to], center: middle, order: order,
          isOpaque: isOpaque))
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
