import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension ColorMatrixInstance: PaintedInstance {
  static func paint(
    _ matrix: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .target(let source, mask: _) = draw.kind.reads else { return }
    let matrix = matrix.pointee
    let rows = ScanPolygon.rows(matrix.quad01, matrix.quad23, height: painter.surface.height)
      .intersection(rows)
    if rows.isEmpty { return }
    painter.withSource(source, rows: rows.moved(to: matrix.source)) { source in
      var prepared = GlazeMatrix(
        source: GlazeLayer(source, at: matrix.source), red: matrix.red, green: matrix.green,
        blue: matrix.blue, alpha: matrix.alpha, bias: matrix.bias, opacity: matrix.source.z,
        excess: matrix.source.w)
      let quad = (matrix.quad01, matrix.quad23)
      let columns = Pixels(0, painter.surface.width)
      painter.paint(quad, matrix.params, rows: rows, columns: columns) { run, clips in
        painter.kernels.pointee.matrix(&run, &prepared, clips)
      }
    }
  }
}
