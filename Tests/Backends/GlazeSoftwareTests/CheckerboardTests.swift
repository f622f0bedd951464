import CGlazeShaders
import GlazePlan
import GlazeSoftware
import Testing

/// Checkerboards, compared with boxes whose color changes from pixel to pixel, in double precision.
@Suite struct CheckerboardTests {
  private static let shapes = [
    Shape.rectangle(3, 2, 80, 60),
    Shape.rectangle(10.3, 5.6, 61.2, 49.5),
    Shape(
      matrix: .rotation(0.5, at: 48, 36), half: SIMD2(40, 22), corners: SIMD4(0, 9, 22, 5)),
    Shape(
      matrix: Matrix(m: [1, 0.2, 46, -0.1, 1, 34, 0.002, 0.008, 1]), half: SIMD2(36, 26)),
  ]

  private func board(_ shape: Shape, origin: SIMD2<Float>, side: Float) -> CheckerboardInstance {
    let quad = shape.quad(outset: 1)
    var board = CheckerboardInstance()
    (board.quad01, board.quad23, board.shape) = (quad.0, quad.1, shape.box)
    board.first = SIMD4(0.8, 0.4, 0.2, 1)
    board.second = SIMD4(0.1, 0.2, 0.3, 0.4)
    board.cells = SIMD4(origin.x, origin.y, side, 0)
    return board
  }

  /// Returns the color of a pixel over a backdrop.
  private func expected(
    _ board: CheckerboardInstance, _ plan: FramePlan, _ x: Int, _ y: Int, over backdrop: Color
  ) -> Color {
    let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
    guard Reference.covers(board.quad01, board.quad23, cx, cy) else { return backdrop }
    let side = Double(board.cells.z)
    let column = ((cx - Double(board.cells.x)) / side).rounded(.down)
    let row = ((cy - Double(board.cells.y)) / side).rounded(.down)
    var box = BoxInstance()
    box.shape = board.shape
    box.fill = Int(column + row) % 2 == 0 ? board.first : board.second
    box.params = board.params
    box.opacity = 1
    let source = Reference.color(box, plan, cx, cy)
    return source + backdrop * (1 - source.w)
  }

  @Test(arguments: 0..<shapes.count, [0, 1])
  func cellsAreSquaresOfPixels(shape: Int, clips: Int) throws {
    var plan = FramePlan(width: 96, height: 72, clear: SIMD4(0, 0.5, 0, 1))
    var board = board(Self.shapes[shape], origin: SIMD2(-5, 3), side: shape == 1 ? 2.75 : 7)
    if clips > 0 {
      let clip = Shape(
        matrix: .rotation(-0.3, at: 40, 30), half: SIMD2(30, 25), corners: SIMD4(repeating: 8))
      plan.clips = [clip.box]
      board.params = SIMD4(0, 0, 1, 0)
    }
    plan.checkerboards = [board]
    plan.add(.checkerboard, instance: 0, clips: Float(clips))
    let image = try render(plan)
    for y in 0..<72 {
      for x in 0..<96 {
        let color = expected(board, plan, x, y, over: Color(0, 0.5, 0, 1)) * 255
        for component in 0..<4 {
          let byte = Double(image.bytes[4 * (96 * y + x) + component])
          #expect(abs(byte - color[component]) <= 1.01, "at \(x), \(y)")
        }
      }
    }
  }

  @Test func aBoardMovesWithItsTarget() throws {
    var plan = FramePlan(width: 96, height: 72)
    plan.checkerboards = [board(Self.shapes[0], origin: SIMD2(-5, 3), side: 7)]
    plan.add(.checkerboard, instance: 0, clips: 0)
    let whole = try render(plan)
    plan.targets[0].width = 80
    CheckerboardInstance.move(0..<1, by: SIMD2(16, 0), dithers: true, in: &plan)
    let moved = try render(plan)
    for y in 0..<72 {
      #expect(
        whole.bytes[4 * (96 * y + 16)..<4 * (96 * y + 96)]
          == moved.bytes[4 * 80 * y..<4 * 80 * (y + 1)])
    }
  }

  @Test func cellsHaveAPixelAtLeast() {
    var plan = FramePlan(width: 96, height: 72)
    plan.checkerboards = [board(Self.shapes[0], origin: .zero, side: 0)]
    plan.add(.checkerboard, instance: 0, clips: 0)
    #expect(throws: SoftwareRendererError.self) { try render(plan) }
  }
}
