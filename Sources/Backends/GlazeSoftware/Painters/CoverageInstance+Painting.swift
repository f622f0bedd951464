import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension CoverageInstance: PaintedInstance {
  static func paint(
    _ coverage: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let coverage = coverage.pointee
    painter.withMask(of: draw, at: coverage.source) { mask in
      mask.color = coverage.color
      let rows = rows.intersection(mask.rows)
      guard let (run, rows) = painter.block(coverage, mask, rows) else {
        let quad = (coverage.quad01, coverage.quad23)
        painter.paint(quad, coverage.params, rows: rows, columns: mask.columns) { run, clips in
          painter.kernels.pointee.coverage(&run, 1, &mask, clips)
        }
        return
      }
      var first = run
      painter.kernels.pointee.coverage(&first, rows, &mask, .none)
    }
  }
}
