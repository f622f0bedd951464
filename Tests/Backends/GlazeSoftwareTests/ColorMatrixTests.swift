import CGlazeShaders
@testable import GlazePlan
import GlazeSoftware
import GlazeTree
import Testing

/// Targets with color matrices.
@Suite struct ColorMatrixTests {
  private static let matrices: [ColorMatrix] = [
    .identity,
    ColorMatrix(
      rows: ([0.2, 0.7, 0.1, 0], [0.2, 0.7, 0.1, 0], [0.2, 0.7, 0.1, 0], [0, 0, 0, 1]), bias: .zero),
    ColorMatrix(
      rows: ([-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]), bias: [1, 1, 1, 0]),
    // Luminance to alpha, and a color where there was none.
    ColorMatrix(
      rows: ([0, 0, 0, 0.5], [2, 0, 0, 0], [0, 0, 3, -1], [0.3, 0.6, 0.1, 0]),
      bias: [0.25, -0.2, 0.1, 0.4]),
  ]

  private func plan(
    _ matrix: ColorMatrix, _ source: FramePlan.PixelFormat, clips: [RoundedBox] = []
  ) -> FramePlan {
    var plan = FramePlan()
    plan.start(45, 27)
    let content = plan.start(37, 23, format: source)
    plan.add(BoxInstance(.rectangle(3, 2, 20, 12), fill: SIMD4(0.3, 0.1, 0.5, 0.6)))
    plan.add(BoxInstance(.rectangle(12, 8, 20, 9), fill: SIMD4(0.9, 0.7, 0, 1)))
    plan.start(45, 27, clear: SIMD4(0.1, 0.2, 0.3, 0.4), target: 0)
    plan.clips = clips
    plan.addMatrix(
      content, matrix, quad: rectangle(1, 1, 42, 24), at: SIMD2(4, 3), opacity: 0.9,
      clips: 0..<clips.count)
    return plan
  }

  @Test(arguments: 0..<4, [FramePlan.PixelFormat.unorm8, .float16])
  func colorsAreMapped(matrix: Int, format: FramePlan.PixelFormat) throws {
    let clip = Shape(matrix: .rotation(0.7, at: 20, 12), half: SIMD2(15, 9)).box
    for clips in [[], [clip]] {
      let plan = plan(Self.matrices[matrix], format, clips: clips)
      let expected = ReferencePlan(plan).buffer
      #expect(try render(plan).difference(from: expected).worst <= 1)
      #expect(try renderBaseline(plan) == render(plan))
    }
  }

  @Test func transparentPixelsTakeTheBias() throws {
    var plan = FramePlan()
    plan.start(16, 16)
    let content = plan.start(8, 8)
    plan.start(16, 16, target: 0)
    let matrix = ColorMatrix(
      rows: ([5, 5, 5, 5], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]), bias: [0.2, 0.4, 0.6, 1])
    plan.addMatrix(content, matrix, quad: rectangle(0, 0, 16, 16), at: SIMD2(4, 4))
    let image = try render(plan)
    // Inside the target and outside it.
    #expect(image.pixel(8, 8) == SIMD4(51, 102, 153, 255))
    #expect(image.pixel(1, 1) == SIMD4(51, 102, 153, 255))
  }
}
