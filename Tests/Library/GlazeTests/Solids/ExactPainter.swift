import Foundation
import GlazePlan

/// Draws a solid by samples, each of which takes the nearest face: slow, and right whatever edges meet.
final class ExactPainter {
  /// The number of samples along a side of a pixel, which find an area within a sixteenth for each edge.
  static let samples = 8
  /// The number of samples where that is not precise enough.
  static let manySamples = 32

  /// A face as pixels see it.
  private struct Plane {
    /// From pixels to the face, up to a factor: rows for u, v and w.
    var u, v, w: SIMD3<Double>
    /// The depth on the plane at a pixel.
    var depth: SIMD3<Double>
    var width, height: Double
    /// The corners, in pixels.
    var corners: [SIMD2<Double>]
    var low = SIMD2<Double>.zero
    var high = SIMD2<Double>.zero

    func touches(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
      low.x <= b.x && low.y <= b.y && high.x >= a.x && high.y >= a.y
    }

    func depth(at p: SIMD3<Double>) -> Double? {
      let w = (self.w * p).sum()
      let (u, v) = ((self.u * p).sum() / w, (self.v * p).sum() / w)
      guard u >= 0, v >= 0, u <= width, v <= height else { return nil }
      return (depth * p).sum()
    }
  }

  /// How much of a pixel each face shows; a face of -1 is the background.
  typealias Shares = [(face: Int, share: Double)]

  let side: Int
  private let planes: [Plane]
  private var near: [Bool]
  /// The face at each corner of the pixels; -1 for none.
  private var corners: [Int] = []
  /// The faces that pixels show, by their index and the number of samples.
  private var known: [SIMD2<Int>: Shares] = [:]

  init(_ solid: RandomSolid) {
    side = Int((Double(RandomSolid.side) * solid.scale).rounded())
    planes = solid.faces.map { Self.plane($0, solid) }
    near = Array(repeating: false, count: side * side)
    for y in 0...side {
      for x in 0...side { corners.append(top(Double(x), Double(y))) }
    }
    markEdges()
  }

  /// The faces that a pixel shows.
  ///
  /// - Parameter n: The number of samples along a side of the pixel.
  func shares(_ x: Int, _ y: Int, samples n: Int = samples) -> Shares {
    guard near[y * side + x] else { return [(face(x, y), 1)] }
    let key = SIMD2(y * side + x, n)
    if let shares = known[key] { return shares }
    let (low, high) = (SIMD2(Double(x), Double(y)), SIMD2(Double(x + 1), Double(y + 1)))
    let faces = planes.indices.filter { planes[$0].touches(low, high) }
    var counts = [Int](repeating: 0, count: faces.count + 1)
    for row in 0..<n {
      for column in 0..<n {
        let p = SIMD3(
          low.x + (Double(column) + 0.5) / Double(n), low.y + (Double(row) + 0.5) / Double(n), 1)
        var (place, nearest) = (faces.count, -Double.infinity)
        for (index, face) in faces.enumerated() {
          if let depth = planes[face].depth(at: p), depth > nearest {
            (place, nearest) = (index, depth)
          }
        }
        counts[place] += 1
      }
    }
    let shares: Shares = counts.indices.filter { counts[$0] > 0 }.map {
      ($0 < faces.count ? faces[$0] : -1, Double(counts[$0]) / Double(n * n))
    }
    known[key] = shares
    return shares
  }

  /// Whether an edge may touch a pixel.
  func isNear(_ x: Int, _ y: Int) -> Bool { near[y * side + x] }

  /// The face at the first corner of a pixel.
  func face(_ x: Int, _ y: Int) -> Int { corners[y * (side + 1) + x] }

  private func top(_ x: Double, _ y: Double) -> Int {
    let p = SIMD3(x, y, 1)
    var (face, nearest) = (-1, -Double.infinity)
    for index in planes.indices where planes[index].touches(SIMD2(x, y), SIMD2(x, y)) {
      if let depth = planes[index].depth(at: p), depth > nearest {
        (face, nearest) = (index, depth)
      }
    }
    return face
  }

  /// Marks the pixels that an edge, or a line where faces cut each other, may touch.
  private func markEdges() {
    func mark(_ x: Int, _ y: Int) {
      for row in max(y - 1, 0)...max(min(y + 1, side - 1), max(y - 1, 0)) where row < side {
        for column in max(x - 1, 0)...max(min(x + 1, side - 1), max(x - 1, 0)) where column < side {
          near[row * side + column] = true
        }
      }
    }
    for plane in planes {
      for (index, a) in plane.corners.enumerated() {
        let b = plane.corners[(index + 1) % 4]
        let steps = Int(max(abs(b.x - a.x), abs(b.y - a.y)).rounded(.up)) + 1
        for step in 0...steps {
          let p = a + (b - a) * (Double(step) / Double(steps))
          guard p.x > -2, p.y > -2, p.x < Double(side + 2), p.y < Double(side + 2) else { continue }
          mark(Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
        }
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        let i = y * (side + 1) + x
        let face = corners[i]
        if corners[i + 1] != face || corners[i + side + 1] != face || corners[i + side + 2] != face
        {
          mark(x, y)
        }
      }
    }
  }

  // MARK: Planes

  private static func plane(_ face: RandomSolid.Face, _ solid: RandomSolid) -> Plane {
    let half = Double(RandomSolid.side) / 2
    /// (x, y, z, w) of a point, in pixels.
    func image(_ p: SIMD3<Double>, isPoint: Bool) -> SIMD4<Double> {
      let zero = solid.turn.apply(.zero)
      var q = isPoint ? solid.turn.apply(p) : solid.turn.apply(p) - zero
      if isPoint {
        q.x += solid.center.x - half
        q.y += solid.center.y - half
      }
      let one = isPoint ? 1.0 : 0
      let w = one - (solid.camera.map { q.z / $0 } ?? 0)
      return SIMD4(
        (q.x + half * w) * solid.scale, (q.y + half * w) * solid.scale, q.z, w)
    }
    let a = image(face.along, isPoint: false)
    let b = image(face.across, isPoint: false)
    let c = image(face.origin, isPoint: true)
    // Columns a, b, c lead from the face to pixels; cofactors lead back.
    let (x, y, w) = (SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.w, b.w, c.w))
    func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    }
    let (toX, toY, toW) = (cross(y, w), cross(w, x), cross(x, y))
    let determinant = (x * toX).sum()
    func row(_ i: Int) -> SIMD3<Double> { SIMD3(toX[i], toY[i], toW[i]) }
    // z / w is linear in the pixels of a plane.
    let z = SIMD3(a.z, b.z, c.z)
    let depth = SIMD3((z * toX).sum(), (z * toY).sum(), (z * toW).sum()) / determinant
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { u, v in
      let p = a * (Double(u) * face.width) + b * (Double(v) * face.height) + c
      return SIMD2(p.x, p.y) / p.w
    }
    var plane = Plane(
      u: row(0), v: row(1), w: row(2), depth: depth, width: face.width, height: face.height,
      corners: corners)
    plane.low = corners.dropFirst().reduce(corners[0]) { pointwiseMin($0, $1) }
    plane.high = corners.dropFirst().reduce(corners[0]) { pointwiseMax($0, $1) }
    return plane
  }
}
