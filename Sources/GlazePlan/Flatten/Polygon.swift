import Foundation

/// A convex polygon, each edge of which (from a vertex to the next) may be soft.
///
/// Clipping writes into a second buffer and swaps, so that a polygon that is reused allocates nothing.
struct Polygon {
  private(set) var vertices: [SIMD2<Double>] = []
  private(set) var isSoft: [Bool] = []
  private var spareVertices: [SIMD2<Double>] = []
  private var spareSoft: [Bool] = []

  var isEmpty: Bool { vertices.count < 3 }

  init() {
    vertices.reserveCapacity(16)
    isSoft.reserveCapacity(16)
    spareVertices.reserveCapacity(16)
    spareSoft.reserveCapacity(16)
  }

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    isSoft.removeAll(keepingCapacity: true)
  }

  mutating func append(_ vertex: SIMD2<Double>, softEdge: Bool = false) {
    vertices.append(vertex)
    isSoft.append(softEdge)
  }

  /// Makes the corners of a rectangle; `softEdges` has the bits min x 1, max x 2, min y 4, max y 8.
  mutating func setRect(minX: Double, minY: Double, maxX: Double, maxY: Double, softEdges: UInt8) {
    removeAll()
    append(SIMD2(minX, minY), softEdge: softEdges & 4 != 0)
    append(SIMD2(maxX, minY), softEdge: softEdges & 2 != 0)
    append(SIMD2(maxX, maxY), softEdge: softEdges & 8 != 0)
    append(SIMD2(minX, maxY), softEdge: softEdges & 1 != 0)
  }

  /// Keeps the side of a line where `line.x * x + line.y * y + line.z >= 0`; the cut is a hard edge.
  mutating func clip(_ line: SIMD3<Double>) {
    guard !vertices.isEmpty else { return }
    spareVertices.removeAll(keepingCapacity: true)
    spareSoft.removeAll(keepingCapacity: true)
    var previous = vertices[vertices.count - 1]
    var previousSide = Self.side(previous, line)
    var previousSoft = isSoft[isSoft.count - 1]
    for (vertex, soft) in zip(vertices, isSoft) {
      let side = Self.side(vertex, line)
      if side >= 0 {
        if previousSide < 0 {
          spareVertices.append(Self.crossing(previous, previousSide, vertex, side))
          spareSoft.append(previousSoft)
        }
        spareVertices.append(vertex)
        spareSoft.append(soft)
      } else if previousSide >= 0 {
        spareVertices.append(Self.crossing(previous, previousSide, vertex, side))
        spareSoft.append(false)
      }
      (previous, previousSide, previousSoft) = (vertex, side, soft)
    }
    swap(&vertices, &spareVertices)
    swap(&isSoft, &spareSoft)
  }

  mutating func clip(_ rect: PixelRect) {
    clip(SIMD3(1, 0, -rect.minX))
    clip(SIMD3(-1, 0, rect.maxX))
    clip(SIMD3(0, 1, -rect.minY))
    clip(SIMD3(0, -1, rect.maxY))
  }

  /// Replaces every vertex by its image.
  mutating func map(_ transform: (SIMD2<Double>) -> SIMD2<Double>) {
    for index in vertices.indices { vertices[index] = transform(vertices[index]) }
  }

  /// Moves the soft edges outwards by `distance`; sharp corners are cut off at a few times that.
  mutating func outset(by distance: Double) {
    let count = vertices.count
    guard count >= 3, isSoft.contains(true) else { return }
    let sign = signedArea < 0 ? -1.0 : 1.0
    spareVertices.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let before = (index + count - 1) % count
      let vertex = vertices[index]
      let incoming = Self.outwardNormal(vertices[before], vertex, sign)
      let outgoing = Self.outwardNormal(vertex, vertices[(index + 1) % count], sign)
      let a = isSoft[before] ? distance : 0
      let b = isSoft[index] ? distance : 0
      spareVertices.append(vertex + Self.miter(incoming, a, outgoing, b, limit: 8 * distance))
    }
    swap(&vertices, &spareVertices)
  }

  var bounds: PixelRect {
    var result = PixelRect.null
    for vertex in vertices { result.formUnion(vertex) }
    return result
  }

  /// A point inside.
  var centroid: SIMD2<Double> {
    var sum = SIMD2<Double>.zero
    for vertex in vertices { sum += vertex }
    return sum / Double(max(vertices.count, 1))
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

  /// Where an edge meets a line, the same to the last bit whichever end comes first, so that two
  /// polygons that share the edge stay watertight.
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

  /// The offset that lies `a` along one unit normal and `b` along the other.
  private static func miter(
    _ n: SIMD2<Double>, _ a: Double, _ m: SIMD2<Double>, _ b: Double, limit: Double
  ) -> SIMD2<Double> {
    let cross = n.x * m.y - n.y * m.x
    let sum = n * a + m * b
    guard abs(cross) > 1e-6 else { return a > b ? n * a : m * b }
    let offset = SIMD2(a * m.y - b * n.y, b * n.x - a * m.x) / cross
    let length = (offset.x * offset.x + offset.y * offset.y).squareRoot()
    if length <= limit { return offset }
    return length.isFinite ? offset * (limit / length) : sum
  }
}
