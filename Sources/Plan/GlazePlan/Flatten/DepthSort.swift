import Foundation
import GlazeGeometry

/// A layer of a 3D scene: a plane with what is painted on it.
struct SceneLeaf {
  var node: Int32
  /// From the layer's plane to the scene's space, whose z = 0 is the plane that it is projected on.
  var matrix: CATransform3D
  /// The opacity of the transform layers around it.
  var opacity: Float
  /// Whether y points down in the layers around it.
  var isFlipped: Bool
  /// The color of the replicators around it.
  var tint = SIMD4<Float>.one
  /// For the particles of an emitter in the scene: from its space to the scene's.
  ///
  /// They are sorted and cut as a plane that faces the viewer, at the depth of the emitter, which `matrix` leads to.
  var particles: CATransform3D?
  /// The rectangle that is painted on the plane; nil for the one that the node paints, where it was
  /// not needed.
  var extent: CGRect?
}

/// A leaf, or the part of it on one side of other leaves' planes.
struct SceneFragment {
  /// A line of the leaf's plane; the fragment lies where it is at least 0, or below 0.
  struct Cut {
    var line: SIMD3<Double>
    var keepsPositive: Bool
  }

  var leaf: Int
  var cuts: [Cut] = []
  /// The part of it that is drawn.
  var coverage = SceneCoverage.Result.plain
}

/// Orders the leaves of a scene back to front, cutting those that intersect.
///
/// Leaves that are parallel to the projection plane are sorted by depth, stably. Others go through a
/// binary space partition of those that overlap on the projection plane, each cut by the planes of the
/// leaves before it; leaves in one plane keep their order.
struct DepthSort {
  /// Leaves nearer to a plane than this, in points, lie in it; in scenes of less than 100 points, nearer than as
  /// much of the scene's size.
  static let tolerance = 1e-3
  /// Depths that differ by less, as a part of them, differ by rounding.
  private static let rounding = 1e-9
  /// How many pairs of leaves are compared at the most.
  private static let mostPairs = 1 << 26
  /// How many divisions there may be for each fragment that there may be.
  private static let divisionsPerFragment = 128

  private struct Piece {
    var fragment: SceneFragment
    /// The part of the leaf's extent that is left, in its plane.
    var polygon: [SIMD2<Double>]
  }

  /// A leaf with what the partition asks of it.
  private struct Plane {
    var x, y, w: SIMD4<Double>
    /// Its covector is above 0 on the viewer's side, and gives distances where W is 1.
    var covector: SIMD4<Double>
    var polygon: [SIMD2<Double>]
    var bounds: PixelRect
  }

  /// - Parameters:
  ///   - leaves: The leaves, which have extents unless all are parallel to the projection plane.
  ///   - firstLeaf: Added to the indices of leaves in the result.
  ///   - most: How many fragments there may be.
  /// - Returns: nil when the planes cut each other into more fragments.
  static func sort(
    _ leaves: [SceneLeaf], firstLeaf: Int = 0, most: Int = .max
  ) -> [SceneFragment]? {
    guard leaves.count <= most else { return nil }
    if leaves.allSatisfy({ $0.matrix.isParallelToProjection }) {
      return byDepth(leaves.map { ($0.matrix.m43 / $0.matrix.m44).native })
        .map { SceneFragment(leaf: firstLeaf + $0) }
    }
    let planes = leaves.map { plane($0.matrix, $0.extent ?? .null) }
    var result: [SceneFragment] = []
    var box = PixelRect.null
    for plane in planes { if let plane { box.formUnion(plane.bounds) } }
    let size = max(box.maxX - box.minX, box.maxY - box.minY)
    let slack = tolerance * min(max(size / 100, 0), 1)
    for group in overlapping(planes) {
      guard partition(group, planes, slack, into: &result, most: most) else { return nil }
    }
    for index in result.indices { result[index].leaf += firstLeaf }
    return result
  }

  /// Parallel leaves back to front; those of one depth, but for rounding, keep their order.
  private static func byDepth(_ depths: [Double]) -> [Int] {
    let sorted = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
    var ranks = Array(repeating: 0, count: depths.count)
    for (last, next) in zip(sorted, sorted.dropFirst()) {
      let isFarther = depths[next] - depths[last] > rounding * max(1, abs(depths[last]))
      ranks[next] = ranks[last] + (isFarther ? 1 : 0)
    }
    return sorted.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  private static func plane(_ m: CATransform3D, _ rect: CGRect) -> Plane? {
    let x = SIMD4(m.m11.native, m.m12.native, m.m13.native, m.m14.native)
    let y = SIMD4(m.m21.native, m.m22.native, m.m23.native, m.m24.native)
    let w = SIMD4(m.m41.native, m.m42.native, m.m43.native, m.m44.native)
    var polygon = Polygon()
    polygon.setRect(
      minX: rect.minX.native, minY: rect.minY.native, maxX: rect.maxX.native,
      maxY: rect.maxY.native)
    polygon.clip(SIMD3(x.w, y.w, w.w - Homography.nearPlane))
    var covector = cross(x, y, w)
    let length =
      (covector.x * covector.x + covector.y * covector.y + covector.z * covector.z).squareRoot()
    // A plane that is seen edge-on shows nothing and hides nothing.
    guard !polygon.isEmpty, length > 0, abs(covector.z) > 1e-9 * length else { return nil }
    covector /= covector.z < 0 ? -length : length
    var bounds = PixelRect.null
    for p in polygon.vertices {
      let q = x * p.x + y * p.y + w
      bounds.formUnion(SIMD2(q.x, q.y) / q.w)
    }
    return Plane(x: x, y: y, w: w, covector: covector, polygon: polygon.vertices, bounds: bounds)
  }

  /// The vector that is orthogonal to three others.
  private static func cross(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>
  )
    -> SIMD4<Double>
  {
    func minor(_ i: Int, _ j: Int, _ k: Int) -> Double {
      a[i] * (b[j] * c[k] - b[k] * c[j]) - a[j] * (b[i] * c[k] - b[k] * c[i])
        + a[k] * (b[i] * c[j] - b[j] * c[i])
    }
    return SIMD4(minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2))
  }

  /// Groups of leaves that touch each other on the projection plane, each in order.
  private static func overlapping(_ planes: [Plane?]) -> [[Int]] {
    var parent = Array(planes.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parent[index] != index {
        parent[index] = parent[parent[index]]
        index = parent[index]
      }
      return index
    }
    let boxes = planes.map { $0?.bounds.outset(by: 1) ?? .null }
    let order = planes.indices.filter { planes[$0] != nil }
      .sorted { boxes[$0].minX < boxes[$1].minX }
    var active: [Int] = []
    var pairs = 0
    for index in order {
      active.removeAll { boxes[$0].maxX <= boxes[index].minX }
      pairs += active.count
      // So many are one group, or nearly. In one group, leaves apart may only be cut for nothing.
      if pairs > mostPairs { return [order.sorted()] }
      for other in active
      where boxes[other].minY < boxes[index].maxY && boxes[index].minY < boxes[other].maxY {
        let (a, b) = (root(index), root(other))
        parent[max(a, b)] = min(a, b)
      }
      active.append(index)
    }
    var groups: [Int: [Int]] = [:]
    for index in order { groups[root(index), default: []].append(index) }
    return groups.keys.sorted().compactMap { groups[$0]?.sorted() }
  }

  /// - Returns: Whether there are no more fragments than there may be.
  private static func partition(
    _ group: [Int], _ planes: [Plane?], _ slack: Double, into result: inout [SceneFragment],
    most: Int
  ) -> Bool {
    // Of those that wait on the stack.
    var waiting = group.count
    var divisions = 0
    var stack: [(pieces: [Piece], isSorted: Bool)] = [
      (
        group.map {
          Piece(fragment: SceneFragment(leaf: $0), polygon: planes[$0]?.polygon ?? [])
        }, group.count == 1
      )
    ]
    while let (pieces, isSorted) = stack.popLast() {
      // The first of many copies, each behind the one before, would divide nothing.
      let chosen = pieces.count > 64 ? pieces.count / 2 : 0
      guard !isSorted, !pieces.isEmpty, let splitter = planes[pieces[chosen].fragment.leaf] else {
        result.append(contentsOf: pieces.map(\.fragment))
        waiting -= pieces.count
        continue
      }
      var behind: [Piece] = []
      var within = [pieces[chosen]]
      var before: [Piece] = []
      divisions += pieces.count
      guard divisions <= most.timesAtMost(divisionsPerFragment) else { return false }
      for (index, piece) in pieces.enumerated() where index != chosen {
        guard let plane = planes[piece.fragment.leaf] else { continue }
        divide(piece, plane, by: splitter, slack, &behind, &within, &before)
      }
      within.sort { $0.fragment.leaf < $1.fragment.leaf }
      waiting += behind.count + within.count + before.count - pieces.count
      guard result.count + waiting <= most else { return false }
      if !before.isEmpty { stack.append((before, before.count == 1)) }
      stack.append((within, true))
      if !behind.isEmpty { stack.append((behind, behind.count == 1)) }
    }
    return true
  }

  private static func divide(
    _ piece: Piece, _ plane: Plane, by splitter: Plane, _ slack: Double,
    _ behind: inout [Piece], _ within: inout [Piece], _ before: inout [Piece]
  ) {
    let line = SIMD3(
      (splitter.covector * plane.x).sum(), (splitter.covector * plane.y).sum(),
      (splitter.covector * plane.w).sum())
    var nearest = -Double.infinity
    var farthest = Double.infinity
    for p in piece.polygon {
      let w = plane.x.w * p.x + plane.y.w * p.y + plane.w.w
      let distance = (line.x * p.x + line.y * p.y + line.z) / w
      nearest = max(nearest, distance)
      farthest = min(farthest, distance)
    }
    switch (farthest >= -slack, nearest <= slack) {
    case (true, true): within.append(piece)
    case (true, false): before.append(piece)
    case (false, true): behind.append(piece)
    case (false, false):
      before.append(half(piece, line, keepsPositive: true))
      behind.append(half(piece, line, keepsPositive: false))
    }
  }

  private static func half(_ piece: Piece, _ line: SIMD3<Double>, keepsPositive: Bool) -> Piece {
    var polygon = Polygon()
    for vertex in piece.polygon { polygon.append(vertex) }
    polygon.clip(keepsPositive ? line : -line)
    var result = Piece(fragment: piece.fragment, polygon: polygon.vertices)
    result.fragment.cuts.append(.init(line: line, keepsPositive: keepsPositive))
    return result
  }
}

extension CATransform3D {
  /// Whether all points of the plane have one depth.
  var isParallelToProjection: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 }
}
