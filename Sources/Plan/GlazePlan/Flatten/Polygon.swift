import Foundation

/// A convex polygon.
///
/// Each edge, from a vertex to the next, has a distance by which it may extend outward.
///
/// Clipping writes into a second buffer and swaps, so a reused polygon does not allocate.
struct Polygon {
  private(set) var vertices: [SIMD2<Double>] = []
  /// The distances by which the edges move outward, in pixels.
  private(set) var reach: [Double] = []
  private var spareVertices: [SIMD2<Double>] = []
  private var spareReach: [Double] = []

  var isEmpty: Bool { vertices.count < 3 }

  init() {
    vertices.reserveCapacity(16)
    reach.reserveCapacity(16)
    spareVertices.reserveCapacity(16)
    spareReach.reserveCapacity(16)
  }

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    reach.removeAll(keepingCapacity: true)
  }

  mutating func append(_ vertex: SIMD2<Double>, reach: Double = 0) {
    vertices.append(vertex)
    self.reach.append(reach)
  }

  /// Sets the corners of a rectangle; `reach` belongs to the edges min x, max x, min y, max y.
  mutating func setRect(
    minX: Double, minY: Double, maxX: Double, maxY: Double, reach: SIMD4<Double> = .zero
  ) {
    removeAll()
    append(SIMD2(minX, minY), reach: reach[2])
    append(SIMD2(maxX, minY), reach: reach[1])
    append(SIMD2(maxX, maxY), reach: reach[3])
    append(SIMD2(minX, maxY), reach: reach[0])
  }

  /// Keeps the side of a line where `line.x * x + line.y * y + line.z >= 0`; the new edge has a
  /// reach of 0.
  mutating func clip(_ line: SIMD3<Double>) {
    guard !vertices.isEmpty else { return }
    spareVertices.removeAll(keepingCapacity: true)
    spareReach.removeAll(keepingCapacity: true)
    var previous = vertices[vertices.count - 1]
    var previousSide = Self.side(previous, line)
    var previousReach = reach[reach.count - 1]
    for (vertex, edge) in zip(vertices, reach) {
      let side = Self.side(vertex, line)
      if side >= 0 {
        if previousSide < 0 {
          spareVertices.append(Self.crossing(previous, previousSide, vertex, side))
          spareReach.append(previousReach)
        }
        spareVertices.append(vertex)
        spareReach.append(edge)
      } else if previousSide >= 0 {
        spareVertices.append(Self.crossing(previous, previousSide, vertex, side))
        spareReach.append(0)
      }
      (previous, previousSide, previousReach) = (vertex, side, edge)
    }
    swap(&vertices, &spareVertices)
    swap(&reach, &spareReach)
  }

  mutating func clip(_ rect: PixelRect) {
    clip(SIMD3(1, 0, -rect.minX))
    clip(SIMD3(-1, 0, rect.maxX))
    clip(SIMD3(0, 1, -rect.minY))
    clip(SIMD3(0, -1, rect.maxY))
  }

  /// Replaces every vertex with its image.
  mutating func map(_ transform: (SIMD2<Double>) -> SIMD2<Double>) {
    for index in vertices.indices { vertices[index] = transform(vertices[index]) }
  }

  /// Moves the edges by their reach; only corners of less than half a degree are cut off.
  mutating func extend() {
    let count = vertices.count
    guard count >= 3, reach.contains(where: { $0 != 0 }) else { return }
    let area = signedArea
    let sign = area < 0 ? -1.0 : 1.0
    spareVertices.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let before = (index + count - 1) % count
      let vertex = vertices[index]
      let incoming = Self.outwardNormal(vertices[before], vertex, sign)
      let outgoing = Self.outwardNormal(vertex, vertices[(index + 1) % count], sign)
      spareVertices.append(vertex + Self.miter(incoming, reach[before], outgoing, reach[index]))
    }
    swap(&vertices, &spareVertices)
    if Self.turns(spareVertices, vertices) { cutMoved(spareVertices, sign) }
    // Edges that moved inward past each other leave nothing.
    if area * signedArea <= 0 { removeAll() }
  }

  /// Whether an edge of a polygon is reversed after its vertices moved, past the point where its
  /// neighbors meet.
  private static func turns(_ before: [SIMD2<Double>], _ after: [SIMD2<Double>]) -> Bool {
    before.indices.contains { index in
      let next = (index + 1) % before.count
      let (a, b) = (before[next] - before[index], after[next] - after[index])
      return a.x * b.x + a.y * b.y < 0
    }
  }

  /// Keeps the area inside all moved edges, of which some may have lost their length.
  ///
  /// - Parameters:
  ///   - before: The vertices before the move.
  ///   - sign: The sign of their area.
  private mutating func cutMoved(_ before: [SIMD2<Double>], _ sign: Double) {
    let (bounds, moved) = (bounds, reach)
    setRect(minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY)
    if sign < 0 { vertices.reverse() }
    for (index, vertex) in before.enumerated() {
      let normal = Self.outwardNormal(vertex, before[(index + 1) % before.count], sign)
      let end = normal.x * vertex.x + normal.y * vertex.y + moved[index]
      if normal != .zero { clip(SIMD3(-normal.x, -normal.y, end)) }
    }
  }

  var bounds: PixelRect {
    var result = PixelRect.null
    for vertex in vertices { result.formUnion(vertex) }
    return result
  }

  var signedArea: Double {
    guard var previous = vertices.last else { return 0 }
    var sum = 0.0
    for vertex in vertices {
      sum += previous.x * vertex.y - previous.y * vertex.x
      previous = vertex
    }
    return sum / 2
  }

  private static func side(_ vertex: SIMD2<Double>, _ line: SIMD3<Double>) -> Double {
    line.x * vertex.x + line.y * vertex.y + line.z
  }

  /// The intersection of an edge with a line, identical to the last bit whichever end comes first,
  /// so that two polygons that share the edge stay watertight.
  private static func crossing(
    _ a: SIMD2<Double>, _ sideA: Double, _ b: SIMD2<Double>, _ sideB: Double
  ) -> SIMD2<Double> {
    let inOrder = a.x != b.x ? a.x < b.x : a.y < b.y
    return inOrder
      ? a + (b - a) * (sideA / (sideA - sideB)) : b + (a - b) * (sideB / (sideB - sideA))
  }

  private static func outwardNormal(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ sign: Double
  ) -> SIMD2<Double> {
    let d = b - a
    let length = (d.x * d.x + d.y * d.y).squareRoot()
    return length > 0 ? SIMD2(d.y, -d.x) * (sign / length) : .zero
  }

  /// The offset with length `a` along one unit normal and `b` along the other.
  private static func miter(
    _ n: SIMD2<Double>, _ a: Double, _ m: SIMD2<Double>, _ b: Double
  ) -> SIMD2<Double> {
    let cross = n.x * m.y - n.y * m.x
    guard abs(cross) > 1e-6 else { return abs(a) > abs(b) ? n * a : m * b }
    let offset = SIMD2(a * m.y - b * n.y, b * n.x - a * m.x) / cross
    let length = (offset.x * offset.x + offset.y * offset.y).squareRoot()
    let limit = 256 * max(abs(a), abs(b))
    return length <= limit ? offset : offset * (limit / length)
  }
}
