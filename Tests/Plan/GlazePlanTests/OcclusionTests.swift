import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazePlan
import GlazeTree
import Testing

@Suite("Occlusion") struct OcclusionTests {
  private func plan(_ layers: [Layer], _ optimizations: Optimizations = .all) -> FramePlan {
    GlazePlanTests.plan(
      box(0, 0, 200, 150, fill: clear).with { $0.sublayers = layers }, optimizations, width: 200,
      height: 150)
  }

  private static let without = Optimizations.all.subtracting(.occlude)

  /// Repeats a layer so often that the search for hidden ones pays off.
  private func stack(_ layer: Layer, count: Int = 1200) -> [Layer] {
    Array(repeating: layer, count: count)
  }

  @Test("only the last of equal opaque rectangles remains")
  func onlyTheLast() {
    let last = box(10.25, 12, 20, 20, fill: SIMD4(0, 1, 0, 1))
    let plan = plan(stack(box(10.25, 12, 20, 20)) + [last])
    #expect(plan.draws.map(\.kind) == [.rectangle])
    // Columns that the last covers partly show those behind it.
    #expect(plan.rectangles.last?.color == SIMD4(0, 1, 0, 1))
    #expect(plan.rectangles.last?.edges == SIMD4(10.25, 12, 30.25, 32))
    let whole = self.plan(stack(box(10, 12, 20, 20)) + [box(10, 12, 20, 20, fill: black)])
    #expect(whole.rectangles.map(\.edges) == [SIMD4(10, 12, 30, 32)])
    #expect(whole.rectangles.map(\.color) == [SIMD4(0, 0, 0, 1)])
  }

  @Test("a rectangle is cut to its visible part, between pixels")
  func cuts() {
    let low = box(20.5, 20.5, 30, 10, fill: SIMD4(0, 0, 1, 1))
    let plan = plan([low] + stack(box(0, 0, 40, 60)) + [box(0, 0, 40.5, 60)])
    #expect(plan.rectangles.count == 2)
    // The partly covered column lets it show through.
    #expect(plan.rectangles.first?.edges == SIMD4(40, 20.5, 50.5, 30.5))
    #expect(plan.rectangles.last?.edges == SIMD4(0, 0, 40.5, 60))
  }

  @Test("pieces lie in one tile each, in the order of tiles")
  func tiles() {
    let layers = stack(box(60, 60, 10, 10)) + [box(0, 0, 10, 10), box(60, 60, 10, 10)]
    let plan = plan(layers)
    #expect(
      plan.rectangles.map(\.edges) == [
        SIMD4(0, 0, 10, 10), SIMD4(60, 60, 64, 64), SIMD4(64, 60, 70, 64), SIMD4(60, 64, 64, 70),
        SIMD4(64, 64, 70, 70),
      ])
  }

  @Test("nothing is searched if little would be found")
  func notWorthIt() {
    func isLeft(_ layers: [Layer], _ optimizations: Optimizations = .all) -> Bool {
      plan(layers, optimizations).rectangles.count == layers.count
    }
    #expect(isLeft(stack(box(10, 10, 20, 20), count: 900)))
    #expect(isLeft(stack(box(10, 10, 20, 20, fill: SIMD4(1, 0, 0, 0.99)))))
    #expect(isLeft(stack(box(10, 10, 20, 20).with { $0.node.opacity = 0.5 })))
    #expect(isLeft(stack(box(10, 10, 20, 20)), Self.without))
    // Partly covered pixels hide nothing.
    #expect(isLeft(stack(box(10.5, 10.5, 1, 1))))
    let apart: [Layer] = (0..<1200).map { (index: Int) -> Layer in
      let (column, row) = (Double(index % 50), Double(index / 50))
      return box(column * 4, row * 4, 3.5, 3.5)
    }
    #expect(isLeft(apart))
  }

  @Test("other layers, and rectangles before the run, do not change")
  func inItsPlace() {
    let round = box(0, 0, 50, 50).with { $0.node.cornerRadius = 9 }
    let apart = box(100, 0, 50, 50).with { $0.node.cornerRadius = 9 }
    let plan = plan([box(0, 0, 5, 5), round] + stack(box(10, 10, 20, 20)) + [apart])
    #expect(plan.draws.map(\.kind) == [.rectangle, .box, .rectangle, .box])
    #expect(plan.draws.map(\.instances.count) == [1, 1, 1, 1])
    #expect(plan.rectangles.map(\.edges) == [SIMD4(0, 0, 5, 5), SIMD4(10, 10, 30, 30)])
  }

  // MARK: Images

  private struct Chance {
    var state: UInt64

    mutating func number(_ low: Double, _ high: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return low + (high - low) * Double(state >> 40) / Double(1 << 24)
    }

    /// Returns a coordinate on or between pixels, at borders of tiles, or outside.
    mutating func place(_ end: Double) -> Double {
      let place = number(-20, end)
      return switch Int(clamping: number(0, 4)) {
      case 0: place.rounded()
      case 1: (place / 64).rounded() * 64 + number(-2, 2)
      default: place
      }
    }

    mutating func layer() -> Layer {
      let size = number(0, 1) < 0.02 ? number(60, 150) : number(0.3, 25)
      let alpha = number(0, 1) < 0.7 ? 1 : number(0, 1)
      let isWhole = number(0, 1) < 0.3
      let (width, height) = (size, number(0.3, 1.5) * size)
      let fill = SIMD4(number(0, 1), number(0, 1), number(0, 1), alpha)
      return box(
        place(200), place(150), isWhole ? width.rounded(.up) : width,
        isWhole ? height.rounded(.up) : height, fill: SIMD4<Float>(fill)
      ).with { if self.number(0, 1) < 0.2 { $0.node.softEdges = 0 } }
    }
  }

  /// Returns the image of a plan of rectangles, with the coverage that backends compute.
  private func image(of plan: FramePlan, width: Int, height: Int) -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: SIMD4(0.2, 0.3, 0.4, 1), count: width * height)
    func inside(_ center: Float, _ low: Float, _ high: Float) -> Float {
      max(0, min(1, min(center - low, 0.5) + min(high - center, 0.5)))
    }
    for rectangle in plan.rectangles {
      let edges = rectangle.edges
      for y in Int(clamping: edges.y)..<min(height, Int(clamping: edges.w.rounded(.up))) {
        let row = inside(Float(y) + 0.5, edges.y, edges.w)
        for x in Int(clamping: edges.x)..<min(width, Int(clamping: edges.z.rounded(.up))) {
          let source = rectangle.color * (row * inside(Float(x) + 0.5, edges.x, edges.z))
          pixels[y * width + x] = source + pixels[y * width + x] * (1 - source.w)
        }
      }
    }
    return pixels
  }

  @Test("the image is the same to the last bit", arguments: 0..<4)
  func sameImage(seed: UInt64) {
    var chance = Chance(state: seed)
    let layers = (0..<1500).map { _ in chance.layer() }
    let with = plan(layers)
    let without = plan(layers, Self.without)
    #expect(with.rectangles != without.rectangles)
    #expect(with.touchedPixels < without.touchedPixels * 3 / 4)
    #expect(
      image(of: with, width: 200, height: 150) == image(of: without, width: 200, height: 150))
  }
}
