import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Gradients drawn through the coverage of paths.
@Suite struct MaskedGradientTests {
  private enum Box: CaseIterable {
    /// Around all of the mask.
    case around
    case turned, round, projected
  }

  private func shape(_ box: Box) -> Shape {
    var round = Shape.rectangle(9.5, 3, 70, 30)
    round.corners = SIMD4(repeating: 11)
    return switch box {
    case .around: .rectangle(-20, -20, 160, 100)
    case .turned: Shape(matrix: .rotation(0.4, at: 45, 20), half: SIMD2(34, 14))
    case .round: round
    case .projected:
      Shape(matrix: Matrix(m: [1, 0.2, 45, -0.1, 1, 20, 0.002, 0.004, 1]), half: SIMD2(36, 18))
    }
  }

  private func plan(
    _ kind: LayerGradient.Kind, _ box: Box, opacity: Float, isDithered: Bool, clips: [RoundedBox]
  ) -> FramePlan {
    var plan = FramePlan(width: 100, height: 44, clear: SIMD4(0.1, 0.4, 0, 0.6))
    plan.clips = clips
    let lines: [SIMD4<Float>] = [
      SIMD4(0.006, 0.009, 0.47, 0), SIMD4(0.02, 0.031, 0.1, -0.15), SIMD4(0.13, 1, 3.3, -2.2),
    ]
    let stops: [(Float, SIMD4<Float>)] = [
      (0.1, SIMD4(0.9, 0.2, 0.1, 1)), (0.4, SIMD4(0.1, 0.8, 0.3, 1)),
      (0.7, SIMD4(0.2, 0.1, 1, 0.3)), (0.95, SIMD4(1, 1, 0, 0.7)),
    ]
    plan.addGradient(
      shape(box), kind: kind, line: lines[Int(kind.rawValue)], stops: stops, opacity: opacity,
      isDithered: isDithered, clips: 0..<clips.count)
    // Rows with edges of any length between nothing and all.
    let bytes = (0..<37).flatMap { y in
      (0..<86).map { x -> UInt8 in
        switch (x + 5 * y) / 29 % 3 {
        case 0: 0
        case 1: 255
        default: UInt8((x * 31 + y * 7) % 256)
        }
      }
    }
    plan.masks = [.init(identity: 1, width: 86, height: 37, bytes: bytes)]
    var masked = MaskedGradientInstance()
    masked.gradient = plan.gradients.removeLast()
    (masked.quad01, masked.quad23) = rectangle(4, 3, 86, 37)
    masked.source = SIMD4(4, 3, 0, 0)
    plan.maskedGradients = [masked]
    plan.draws[0].kind = .maskedGradient(mask: 0)
    return plan
  }

  @Test(arguments: LayerGradient.Kind.allCases, Box.allCases)
  private func colorsAndCoverageMultiply(kind: LayerGradient.Kind, box: Box) throws {
    let clip = Shape(matrix: .rotation(0.7, at: 40, 20), half: SIMD2(30, 14)).box
    for (opacity, isDithered) in [(1, false), (1, true), (0.6, true)] as [(Float, Bool)] {
      for clips in [[], [clip]] {
        let plan = plan(kind, box, opacity: opacity, isDithered: isDithered, clips: clips)
        #expect(plan.maskedGradients[0].isCovered == (box == .around))
        let image = try render(plan)
        let difference = image.difference(from: ReferencePlan(plan).buffer)
        #expect(difference.worst <= 1, "\(difference)")
        #expect(try render(plan, shortCuts: false) == image)
        #expect(try renderBaseline(plan) == image)
      }
    }
  }

  @Test func colorsMayExceedBytes() throws {
    var plan = plan(.axial, .around, opacity: 1, isDithered: false, clips: [])
    plan.stops[0].color = SIMD4(2, -1, 0.5, 1)
    let image = try render(plan)
    #expect(try render(plan, shortCuts: false) == image)
    #expect(try renderBaseline(plan) == image)
  }

  @Test func stopsAndMasksMustBeThere() {
    let whole = plan(.axial, .around, opacity: 1, isDithered: false, clips: [])
    var plan = whole
    plan.maskedGradients[0].stops.y = 40
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
    plan = whole
    plan.draws[0].kind = .maskedGradient(mask: 1)
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }

  /// A mask that lies partly outside of its rectangle, or of the target, is not read there.
  @Test(arguments: [(-30, -20), (60, 30), (200, 0)] as [(Float, Float)])
  func masksEnd(_ x: Float, _ y: Float) throws {
    for box in [Box.around, .turned] {
      var plan = plan(.radial, box, opacity: 1, isDithered: true, clips: [])
      plan.maskedGradients[0].source = SIMD4(x, y, 0, 0)
      let image = try render(plan)
      #expect(image.difference(from: ReferencePlan(plan).buffer).worst <= 1)
      #expect(try render(plan, shortCuts: false) == image)
    }
  }
}
