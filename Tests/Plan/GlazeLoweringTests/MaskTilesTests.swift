@testable import GlazeLowering
@testable import GlazePlan
import Testing

/// The squares that masks are drawn as.
@Suite struct MaskTilesTests {
  private func mask(
    _ width: Int, _ height: Int, _ holds: (_ x: Int, _ y: Int) -> Bool
  ) -> FramePlan.Mask {
    var bytes = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width where holds(x, y) { bytes[y * width + x] = UInt8(1 + (x + y) % 255) }
    }
    return FramePlan.Mask(identity: 1, width: width, height: height, bytes: bytes)
  }

  private func squares(
    _ mask: FramePlan.Mask, x: Int = 0, y: Int = 0, width: Int = 1 << 14, height: Int = 1 << 14
  ) -> [MaskTiles.Square] {
    var result: [MaskTiles.Square] = []
    MaskTiles(mask).appendSquares(
      x: x, y: y, targetWidth: width, targetHeight: height, to: &result)
    return result
  }

  /// Checks that each covered pixel of a target is drawn exactly once, and no other pixel twice.
  private func expectCover(
    _ mask: FramePlan.Mask, x: Int, y: Int, width: Int, height: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var times = [Int](repeating: 0, count: width * height)
    for square in squares(mask, x: x, y: y, width: width, height: height) {
      let (left, top, size) = (x + Int(square.x), y + Int(square.y), Int(square.size))
      let margin = MaskTiles.margin
      #expect(
        left >= x - margin && top >= y - margin && left + size <= x + mask.width + margin
          && top + size <= y + mask.height + margin, sourceLocation: sourceLocation)
      // Otherwise a device would not draw it at all.
      #expect(
        2 * left + size > 0 && 2 * top + size > 0 && 2 * left + size < 2 * width
          && 2 * top + size < 2 * height, sourceLocation: sourceLocation)
      #expect(left % min(size, 4) == 0 && top % min(size, 4) == 0, sourceLocation: sourceLocation)
      for row in max(top, 0)..<min(top + size, height) {
        for column in max(left, 0)..<min(left + size, width) { times[row * width + column] += 1 }
      }
    }
    var isRight = true
    for row in 0..<height {
      for column in 0..<width {
        let count = times[row * width + column]
        let (u, v) = (column - x, row - y)
        let holds =
          u >= 0 && v >= 0 && u < mask.width && v < mask.height
          && mask.bytes[v * mask.width + u] > 0
        isRight = isRight && count <= 1 && (count == 1 || !holds)
      }
    }
    #expect(isRight, sourceLocation: sourceLocation)
  }

  @Test func emptyMasksHaveNone() {
    let empty = mask(100, 70) { _, _ in false }
    #expect(squares(empty).isEmpty)
    #expect(MaskTiles(empty).strips().isEmpty)
    #expect(squares(mask(0, 0) { _, _ in true }).isEmpty)
  }

  @Test func fullMasksHaveTheLargest() {
    let full = squares(mask(96, 64) { _, _ in true }, x: 32, y: 64)
    #expect(full.count == 6)
    #expect(full.allSatisfy { $0.size == MaskTiles.largest })
  }

  @Test func aPixelHasTheSmallest() {
    let dot = mask(96, 64) { $0 == 41 && $1 == 30 }
    #expect(squares(dot) == [MaskTiles.Square(x: 40, y: 28, size: 4)])
    // The grid is that of the target.
    #expect(squares(dot, x: 2, y: 1) == [MaskTiles.Square(x: 38, y: 27, size: 4)])
    #expect(MaskTiles(dot).strips() == [MaskTiles.Strip(x: 32..<64, y: 0..<32)])
  }

  @Test func sparseSquaresAreSplit() {
    // Two adjacent cells, and one far away.
    let marks = squares(mask(32, 32) { ($1 == 1 && $0 < 8) || ($0 == 31 && $1 == 31) })
    #expect(
      Set(marks) == [
        MaskTiles.Square(x: 0, y: 0, size: 8), MaskTiles.Square(x: 28, y: 28, size: 4),
      ])
  }

  @Test(
    arguments: [
      (0, 0), (3, 5), (17, -9), (-40, 2), (31, 33), (-1, -64), (150, 60), (-200, 0),
    ] as [(Int, Int)])
  func allThatIsSeenIsDrawnOnce(_ x: Int, _ y: Int) {
    // Neither side is a multiple of a square.
    let ring = mask(131, 77) { x, y in
      let (u, v) = (x - 65, y - 38)
      return (900...1400).contains(u * u + v * v)
    }
    let dots = mask(70, 41) { ($0 * 7 + $1 * 13) % 29 == 0 }
    let full = mask(67, 35) { _, _ in true }
    let column = mask(1, 90) { _, _ in true }
    for mask in [ring, dots, full, column] {
      for (width, height) in [(160, 96), (157, 91), (33, 2)] {
        expectCover(mask, x: x, y: y, width: width, height: height)
      }
    }
  }

  @Test(arguments: [4, 8, 16, 32])
  func stripsHoldAllThatTheMaskDoes(side: Int) {
    let dots = mask(131, 77) { ($0 * 7 + $1 * 13) % 997 == 0 }
    let strips = MaskTiles(dots).strips(side: side)
    #expect(strips.allSatisfy { $0.x.upperBound <= 131 && $0.y.upperBound <= 77 })
    for y in 0..<77 {
      for x in 0..<131 where dots.bytes[y * 131 + x] > 0 {
        #expect(strips.filter { $0.x.contains(x) && $0.y.contains(y) }.count == 1)
      }
    }
    // No square of a strip is empty.
    for strip in strips {
      for start in stride(from: strip.x.lowerBound, to: strip.x.upperBound, by: side) {
        let columns = start..<min(start + side, strip.x.upperBound)
        #expect(strip.y.contains { y in columns.contains { dots.bytes[y * 131 + $0] > 0 } })
      }
    }
  }

  /// The squares of a circle's line are not much more than the line.
  @Test func linesAreNotDrawnAsTheirBoxes() {
    let line = mask(400, 400) { x, y in
      let (u, v) = (x - 200, y - 200)
      return (36_000...38_000).contains(u * u + v * v)
    }
    let drawn = squares(line).reduce(0) { $0 + Int($1.size * $1.size) }
    let held = line.bytes.count { $0 > 0 }
    #expect(drawn < 4 * held)
    #expect(squares(line).count < 700)
  }
}
