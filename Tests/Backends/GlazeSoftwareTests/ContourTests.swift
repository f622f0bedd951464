import CGlazeKernels
import CGlazeShaders
import Foundation
import GlazePlan
import Testing

@testable import GlazeSoftware

/// The parts of rows that outlines have.
@Suite struct ContourTests {
  /// A box at a random angle, with corners and edges of all kinds.
  private func box(_ random: inout some RandomNumberGenerator) -> RoundedBox {
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    let angle = Bool.random(using: &random) ? 0 : number(0...6.3)
    let (c, s, scale) = (cos(angle), sin(angle), number(0.2...3))
    let center = SIMD2<Float>(number(-20...120), number(-20...90))
    var box = RoundedBox()
    box.rowX = SIMD4(c / scale, s / scale, number(-1...1), center.x)
    box.rowY = SIMD4(-s / scale, c / scale, number(-1...1), center.y)
    let isFlat = Int.random(in: 0..<4, using: &random) > 0
    box.rowW = SIMD4(isFlat ? 0 : number(-0.004...0.004), isFlat ? 0 : number(-0.004...0.004), 1, 2)
    let half = SIMD2<Float>(number(0.5...60), number(0.5...40))
    box.extent = SIMD4(half.x, half.y, Bool.random(using: &random) ? 15 : 5, 0)
    let radius = Bool.random(using: &random) ? number(0...min(half.x, half.y)) : 0
    box.corners = SIMD4(radius, radius, Bool.random(using: &random) ? radius : 0, radius)
    return box
  }

  /// Returns the parts of rows from 0 on.
  private func parts(
    _ contour: Contour, in limits: [GlazeRowPart], isInFull: Bool = false,
    _ kernels: UnsafePointer<GlazeKernels>
  ) -> [GlazeRowPart] {
    let (given, found) = (
      UnsafeMutablePointer<GlazeRowParts>.allocate(capacity: 1),
      UnsafeMutablePointer<GlazeRowParts>.allocate(capacity: 1)
    )
    defer {
      given.deallocate()
      found.deallocate()
    }
    for (row, limit) in limits.enumerated() { glaze_set_row_part(given, row, limit) }
    contour.find(found, of: Pixels(0, limits.count), in: given, isInFull: isInFull, kernels)
    return limits.indices.map { glaze_row_part(found, $0) }
  }

  @Test("Both compilations find the same parts, which lie in the limits and in each other")
  func partsAreTheSameOnAllProcessors() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      let box = box(&random)
      let limits = (0..<61).map { _ in
        let start = Int32.random(in: 0..<60, using: &random)
        let end = Int32.random(in: start...100, using: &random)
        return GlazeRowPart(visibleStart: start, visibleEnd: end, fullStart: start, fullEnd: end)
      }
      for (role, inset) in [(Contour.Role.shape, 0), (.inset, 2), (.clip, 0)]
        as [(Contour.Role, Float)]
      {
        let contour = Contour(box, inset: inset, role: role)
        let found = parts(contour, in: limits, glaze_kernels(GlazeNewest))
        let baseline = parts(contour, in: limits, glaze_kernels(GlazeBaseline))
        for (row, limit) in limits.enumerated() {
          let part = found[row]
          #expect(part.visible.isEmpty == baseline[row].visible.isEmpty)
          #expect(part.visible.start == baseline[row].visible.start)
          #expect(part.visible.end == baseline[row].visible.end)
          #expect(part.full.start == baseline[row].full.start)
          #expect(part.full.end == baseline[row].full.end)
          if !part.visible.isEmpty { #expect(limit.visible.contains(part.visible)) }
          if !part.full.isEmpty { #expect(part.visible.contains(part.full)) }
        }
      }
    }
  }

  /// Returns the coverage of a box at the center of a pixel, in double precision.
  private func coverage(_ box: RoundedBox, _ column: Int, _ row: Int) -> Double {
    let (x, y) = (Double(column) + 0.5 - Double(box.rowX.w), Double(row) + 0.5 - Double(box.rowY.w))
    let place = SIMD2(
      Double(box.rowX.x) * x + Double(box.rowX.y) * y + Double(box.rowX.z),
      Double(box.rowY.x) * x + Double(box.rowY.y) * y + Double(box.rowY.z))
    let unit = hypot(Double(box.rowX.x), Double(box.rowX.y))
    let half = SIMD2(Double(box.extent.x), Double(box.extent.y))
    func overlap(_ a: Double, _ b: Double) -> Double {
      max(min(a / unit, 0.5) + min(b / unit, 0.5), 0)
    }
    var result =
      overlap(half.x + place.x, half.x - place.x) * overlap(half.y + place.y, half.y - place.y)
    let corner = Double(box.corners[(place.x < 0 ? 0 : 1) + (place.y < 0 ? 0 : 2)])
    let cell = SIMD2(abs(place.x) - half.x + corner, abs(place.y) - half.y + corner)
    if corner > 0, cell.x > 0, cell.y > 0 {
      result = min(result, max(0, min(1, (corner - hypot(cell.x, cell.y)) / unit + 0.5)))
    }
    return result
  }

  @Test("Full pixels are covered, and pixels outside of the visible part are not")
  func partsAreConservative() throws {
    var random = SystemRandomNumberGenerator()
    let whole = GlazeRowPart(visibleStart: 0, visibleEnd: 100, fullStart: 0, fullEnd: 100)
    var full = 0
    for _ in 0..<400 {
      var box = box(&random)
      (box.rowW, box.extent.z) = (SIMD4(0, 0, 1, 2), 15)
      let limits = Array(repeating: whole, count: 61)
      let found = parts(Contour(box, role: .shape), in: limits, glaze_kernels(GlazeNewest))
      for (row, part) in found.enumerated() {
        for column in 0..<100 {
          let coverage = coverage(box, column, row)
          let isFull = !part.full.isEmpty && part.full.contains(Pixels(column, column + 1))
          let isVisible = !part.visible.isEmpty && part.visible.contains(Pixels(column, column + 1))
          if isFull { #expect(coverage > 1 - 1e-3, "\(box) at \(column), \(row)") }
          if !isVisible { #expect(coverage < 1e-3, "\(box) at \(column), \(row)") }
          full += isFull ? 1 : 0
        }
      }
    }
    #expect(full > 100_000)
  }
}
