import Foundation
import GlazeGeometry
import Testing

@testable import GlazePlan

/// Faces that share an edge, one of them parted by a cut.
@Suite struct SceneCoverageTests {
  private static let size = 64
  private static let center = SIMD2<Double>(32.3, 31.6)

  /// A rectangle in coordinates that are turned about the center, beyond a line through the center.
  private func piece(
    leaf: Int, from low: SIMD2<Double>, to high: SIMD2<Double>, turned angle: Double,
    beyond cut: SIMD3<Double>? = nil
  ) throws -> SceneCoverage.Piece {
    let u = SIMD2(cos(angle), sin(angle))
    let v = SIMD2(-u.y, u.x)
    func line(_ normal: SIMD2<Double>, _ end: Double) -> SIMD3<Double> {
      SIMD3(normal.x, normal.y, -end - (normal * Self.center).sum())
    }
    var polygon = Polygon()
    polygon.setRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
    polygon.map { u * $0.x + v * $0.y + Self.center }
    if let cut { polygon.clip(cut) }
    var piece = SceneCoverage.Piece(
      outline: try #require(ConvexOutline(polygon.vertices)), leaf: leaf)
    (piece.alpha, piece.edgeAlpha) = (1, 1)
    piece.isFlat = true
    if let cut {
      piece.cuts = [cut]
      piece.alphaInLeaf = 1
    }
    piece.sides = [line(u, low.x), line(-u, -high.x), line(v, low.y), line(-v, -high.y)]
    return piece
  }

  /// How much of each pixel shows a leaf.
  private func shares(of leaf: Int, in pieces: [SceneCoverage.Piece]) throws -> [Double] {
    var coverage = SceneCoverage(pieces)
    let found = coverage.results()
    let results = try #require(found)
    var shares = [Double](repeating: 0, count: Self.size * Self.size)
    for (piece, result) in zip(pieces, results) {
      guard case .masked(let mask, let x, let y) = result else {
        Issue.record("a piece has no mask")
        continue
      }
      for (index, byte) in mask.bytes.enumerated() {
        let place = (y + index / mask.width) * Self.size + x + index % mask.width
        let value = Double(byte) / 255
        shares[place] += value * ((piece.leaf == leaf ? 1 : 0) - shares[place])
      }
    }
    return shares
  }

  /// A cut may put one part of a face before the face that it shares an edge with, and the other part behind it.
  @Test(arguments: [0.2, 0.5, 0.785, 1.1])
  func sharedEdgesLookAlikeWhateverTheOrderOfParts(angle: Double) throws {
    let tilt = angle + 0.06
    let normal = SIMD2(-sin(tilt), cos(tilt))
    let cut = SIMD3(normal.x, normal.y, -(normal * Self.center).sum())
    let (low, high) = (SIMD2(-16.0, 0.0), SIMD2(16.0, 12.0))
    let first = try piece(leaf: 0, from: low, to: high, turned: angle, beyond: cut)
    let second = try piece(leaf: 0, from: low, to: high, turned: angle, beyond: -cut)
    let other = try piece(leaf: 1, from: SIMD2(-16, -12), to: SIMD2(16, 0), turned: angle)
    let expected = try shares(of: 0, in: [other, second, first])
    for order in [[first, other, second], [second, other, first]] {
      let found = try shares(of: 0, in: order)
      for (index, share) in found.enumerated() where abs(share - expected[index]) > 3.0 / 255 {
        Issue.record(
          "(\(index % Self.size),\(index / Self.size)) is \(share), not \(expected[index])")
      }
    }
  }
}
