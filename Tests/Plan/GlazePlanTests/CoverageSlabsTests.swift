import GlazeGeometry
import Testing

@testable import GlazePlan

/// Areas of outlines that share corners and edges, exactly or nearly, and cross each other.
@Suite struct CoverageSlabsTests {
  private struct Chance {
    var state: UInt64

    mutating func number(_ low: Double, _ high: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(state >> 40) / Double(1 << 24)
    }

    mutating func index(_ count: Int) -> Int {
      min(Int(clamping: number(0, Double(count)).rounded(.down)), count - 1)
    }
  }

  private static let columns = 0..<3
  private static let samples = 64

  /// The areas per member and column, found by samples.
  private func sampled(
    _ members: [CoverageSlabs.Member], _ triangles: [[SIMD2<Double>]]
  ) -> (seen: [Double], alone: [Double]) {
    let (n, width) = (Self.samples, Self.columns.count)
    var seen = [Double](repeating: 0, count: members.count * width)
    var alone = seen
    let area = 1 / Double(n * n)
    for row in 0..<n {
      for column in 0..<n * width {
        let p = SIMD2(Double(column) + 0.5, Double(row) + 0.5) / Double(n)
        var open = 1.0
        for (index, member) in members.enumerated()
        where Self.contains(triangles[member.outline], p) {
          let place = index * width + column / n
          alone[place] += area
          seen[place] += area * open
          open *= 1 - member.alpha
        }
      }
    }
    return (seen, alone)
  }

  /// Returns whether a triangle contains a point; without lists, which are slow without optimization.
  private static func contains(_ corners: [SIMD2<Double>], _ p: SIMD2<Double>) -> Bool {
    func side(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
    let (a, b, c) = (corners[0], corners[1], corners[2])
    let (first, second, third) = (side(a, b), side(b, c), side(c, a))
    return first >= 0 && second >= 0 && third >= 0 || first <= 0 && second <= 0 && third <= 0
  }

  private func largestError(
    _ members: [CoverageSlabs.Member], _ triangles: [[SIMD2<Double>]]
  ) throws -> Double {
    let outlines = try triangles.map { try #require(ConvexOutline($0)) }
    var slabs = CoverageSlabs()
    slabs.measure(members, of: outlines, row: 0, columns: Self.columns)
    let expected = sampled(members, triangles)
    let errors =
      zip(slabs.seen, expected.seen).map { abs($0 - $1) }
      + zip(slabs.alone, expected.alone).map { abs($0 - $1) }
    return errors.max() ?? 0
  }

  @Test("areas are those of samples")
  func areasAreThoseOfSamples() throws {
    var chance = Chance(state: 7)
    for _ in 0..<150 {
      let points = (0..<6).map { _ in SIMD2(chance.number(-2, 5), chance.number(-1, 2)) }
      let jitter = [0, 1e-9, 1e-6][chance.index(3)]
      var triangles: [[SIMD2<Double>]] = []
      while triangles.count < 5 {
        let corners = (0..<3).map { _ in
          points[chance.index(6)] + SIMD2(chance.number(-jitter, jitter), 0)
        }
        let (a, b) = (corners[1] - corners[0], corners[2] - corners[0])
        if abs(a.x * b.y - a.y * b.x) > 0.05 { triangles.append(corners) }
      }
      let members = triangles.indices.map {
        CoverageSlabs.Member(outline: $0, alpha: [1, 1, 0.5, 0][chance.index(4)])
      }
      #expect(try largestError(members, triangles) < 0.04, "\(triangles) \(members)")
    }
  }

  /// The edge that ends farthest to the right begins where another one does, so the two do not cross, but the other
  /// one crosses an edge before both.
  @Test("edges from one corner cross others")
  func edgesFromOneCornerCrossOthers() throws {
    let triangles = [
      [SIMD2(0, -0.001), SIMD2(2.5, 1.001), SIMD2(-9, 1.001)],
      [SIMD2(1, -0.001), SIMD2(3, 1.001), SIMD2(9, -0.001)],
      [SIMD2(1 + 1e-9, -0.001), SIMD2(1.5, 1.001), SIMD2(9, -0.001)],
    ]
    let members = triangles.indices.map { CoverageSlabs.Member(outline: $0, alpha: 1) }
    #expect(try largestError(members, triangles) < 0.02)
  }
}
