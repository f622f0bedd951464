import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension CheckerboardInstance: PaintedInstance {
  /// Draws each cell as the part of a box with its color.
  static func paint(
    _ board: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let board = board.pointee
    let boxes = [board.first, board.second].map { fill in
      var box = BoxInstance()
      (box.shape, box.fill, box.opacity) = (board.shape, fill, 1)
      var prepared = GlazeBox()
      glaze_prepare_box(&prepared, &box, !painter.takesShortCuts)
      return prepared
    }
    let quad = (board.quad01, board.quad23)
    boxes.withUnsafeBufferPointer { boxes in
      let boxes = boxes.baseAddress.unsafelyUnwrapped
      painter.paint(quad, board.shape, board.params, rows: rows) { run, clips, _ in
        let (end, row) = (Int(run.end), board.cell(at: run.y - board.cells.y))
        var next = Int(run.start)
        var column = board.cell(ofColumn: next)
        while next < end {
          let (start, number) = (next, column)
          while next < end, column == number {
            next += 1
            column = board.cell(ofColumn: next)
          }
          run.set(Pixels(start, next))
          painter.kernels.pointee.box(&run, boxes + ((number + row) & 1), clips)
        }
      }
    }
  }

  /// The number of the cell at a distance from the origin.
  private func cell(at distance: Float) -> Int {
    Int(clamping: (distance / cells.z).rounded(.down))
  }

  /// The number of the cell, from left to right, that contains a column of pixels.
  private func cell(ofColumn column: Int) -> Int { cell(at: Float(column) + 0.5 - cells.x) }
}
