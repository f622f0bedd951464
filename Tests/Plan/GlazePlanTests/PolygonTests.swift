import GlazeGeometry
@testable import GlazePlan
import Testing

/// The parts of planes inside the frame, and the extent of antialiased edges.
@Suite struct PolygonTests {
  private func extended(_ vertices: [SIMD2<Double>], _ reach: [Double]) -> [SIMD2<Double>] {
    var polygon = Polygon()
    for (vertex, reach) in zip(vertices, reach) { polygon.append(vertex, reach: reach) }
    polygon.extend()
    return polygon.vertices
  }

  private static let square: [SIMD2<Double>] = [[0, 0], [8, 0], [8, 8], [0, 8]]

  @Test func edgesMoveByTheirReach() {
    #expect(
      extended(Self.square, [1, 0, 2, -1]) == [[1, -1], [8, -1], [8, 10], [1, 10]])
    #expect(extended(Self.square, [0, -5, 0, -4]).isEmpty)
  }

  /// A wedge whose short edge is antialiased, with an end that is closer than the reach of the
  /// edge.
  @Test(arguments: [false, true]) func wedgesEndWhereTheirSidesMeet(isReversed: Bool) {
    let wedge: [SIMD2<Double>] = [[0, -1], [10, -11], [10, 11], [0, 1]]
    // Its last edge is the short one, in either direction.
    let result = extended(isReversed ? wedge.reversed() : wedge, [0, 0, 0, 4])
    for corner in [[-1, 0], wedge[1], wedge[2]] {
      #expect(result.contains { distance($0, corner) < 1e-9 })
    }
    #expect(result.allSatisfy { $0.x > -1 - 1e-9 })
  }

  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }
}
