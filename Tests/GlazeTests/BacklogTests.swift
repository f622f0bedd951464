import CGlazeShaders
import GlazePlan
import Testing

@testable import GlazeGL

struct BacklogTests {
  private func plan(_ corners: [SIMD2<Float>]) -> FramePlan {
    var plan = FramePlan()
    plan.rectangles = corners.map { corner in
      RectangleInstance(
        edges: SIMD4(lowHalf: corner, highHalf: corner + 10), color: SIMD4(repeating: 1))
    }
    return plan
  }

  @Test func rectanglesTileByTileAreNear() {
    var corners: [SIMD2<Float>] = []
    for tile in 0..<40 {
      let (x, y) = (tile % 8 * 64, tile / 8 * 64)
      for index in 0..<100 { corners.append(SIMD2(Float(x + index % 50), Float(y + index / 2))) }
    }
    #expect(plan(corners).areNear(0..<corners.count))
    #expect(plan([.zero]).areNear(0..<1))
  }

  @Test func scatteredRectanglesAreNot() {
    var corners: [SIMD2<Float>] = []
    for index in 0..<4000 {
      corners.append(SIMD2(Float(index * 701 % 1900), Float(index * 389 % 1000)))
    }
    #expect(!plan(corners).areNear(0..<corners.count))
  }
}
