import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import Testing

/// Colors drawn through the coverage of paths.
@Suite struct PathMaskTests {
  private func plan(at x: Float, _ y: Float, clips: [RoundedBox] = []) -> FramePlan {
    var plan = FramePlan()
    plan.start(60, 40, clear: SIMD4(0.1, 0.2, 0.3, 0.4))
    let bytes: [UInt8] = (0..<(33 * 21)).map { (index: Int) -> UInt8 in UInt8(index * 37 % 256) }
    plan.masks = [.init(identity: 1, width: 33, height: 21, bytes: bytes)]
    plan.clips = clips
    let quad = rectangle(2, 1, 55, 38)
    plan.coverages = [
      CoverageInstance(
        quad01: quad.0, quad23: quad.1, source: SIMD4(x, y, 0, 0),
        color: SIMD4(0.5, 0.1, 0.3, 0.8), params: SIMD4(0, 0, Float(clips.count), 0))
    ]
    plan.draws.append(.init(kind: .coverage(mask: 0), instances: 0..<1, clipCount: clips.count))
    plan.passes[plan.passes.count - 1].draws = 0..<plan.draws.count
    return plan
  }

  @Test(arguments: [(7, 4), (-9, -5), (40, 30), (100, 0)] as [(Float, Float)])
  func masksMultiply(_ x: Float, _ y: Float) throws {
    let clip = Shape(matrix: .rotation(0.7, at: 25, 15), half: SIMD2(15, 9)).box
    for clips in [[], [clip]] {
      let plan = plan(at: x, y, clips: clips)
      let expected = ReferencePlan(plan).buffer
      #expect(try render(plan).difference(from: expected).worst <= 1)
      #expect(try render(plan, shortCuts: false).difference(from: expected).worst <= 1)
      #expect(try renderBaseline(plan) == render(plan))
    }
  }

  /// Long runs of empty or full coverage are not read, or not blended, pixel by pixel.
  @Test(arguments: [1, 5, 8, 31, 40, 77, 130], [0.5, 1] as [Float])
  func runsOfNothingAndOfAll(width: Int, alpha: Float) throws {
    let quad = rectangle(0, 0, 140, 12)
    for phase in 0..<3 {
      var plan = FramePlan()
      plan.start(140, 12, clear: SIMD4(0.1, 0.2, 0.3, 0.4))
      let bytes = (0..<12).flatMap { y in
        (0..<width).map { x -> UInt8 in
          switch (x + 3 * y) / 37 % 3 {
          case phase: 0
          case (phase + 1) % 3: 255
          default: UInt8((x * 31 + y) % 256)
          }
        }
      }
      plan.masks = [.init(identity: 1, width: width, height: 12, bytes: bytes)]
      plan.coverages = [
        CoverageInstance(
          quad01: quad.0, quad23: quad.1, source: SIMD4(Float(4 * phase - 1), 0, 0, 0),
          color: SIMD4(0.4, 0.1, 0.3, 1) * alpha, params: .zero)
      ]
      plan.draws.append(.init(kind: .coverage(mask: 0), instances: 0..<1, clipCount: 0))
      plan.passes[plan.passes.count - 1].draws = 0..<plan.draws.count
      #expect(try render(plan).difference(from: ReferencePlan(plan).buffer).worst <= 1)
      #expect(try render(plan, shortCuts: false) == render(plan))
      #expect(try renderBaseline(plan) == render(plan))
    }
  }

  @Test func masksMustBeThere() {
    var plan = plan(at: 0, 0)
    plan.masks[0].bytes.removeLast()
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }
}
