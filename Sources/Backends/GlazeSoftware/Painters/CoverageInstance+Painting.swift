import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension CoverageInstance: PaintedInstance {
  static func paint(
    _ coverage: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .mask(let number) = draw.kind.reads else { return }
    let mask = painter.plan.masks[number]
    let coverage = coverage.pointee
    let limit = Float(2 * SoftwareRenderer.largestSide)
    mask.bytes.withUnsafeBufferPointer { bytes in
      var prepared = GlazeMask(
        bytes: bytes.baseAddress, width: Int32(mask.width), height: Int32(mask.height),
        x: Int32(clamping: max(-limit, min(limit, coverage.source.x))),
        y: Int32(clamping: max(-limit, min(limit, coverage.source.y))), color: coverage.color)
      let columns = Pixels(Int(prepared.x), Int(prepared.x) + mask.width)
      let rows = rows.intersection(Pixels(Int(prepared.y), Int(prepared.y) + mask.height))
      let polygon = ScanPolygon(coverage.quad01, coverage.quad23, painter.surface)
      guard painter.takesShortCuts, coverage.params.z == 0, polygon.isUpright else {
        let quad = (coverage.quad01, coverage.quad23)
        painter.paint(quad, coverage.params, rows: rows, columns: columns) { run, clips in
          painter.kernels.coverage(&run, 1, &prepared, clips)
        }
        return
      }
      let touched = polygon.rows.intersection(rows)
      if touched.isEmpty { return }
      let pixels = polygon.pixels(row: touched.start).intersection(columns)
      if pixels.isEmpty { return }
      var run = painter.run(row: touched.start, pixels)
      painter.kernels.coverage(
        &run, Int32(touched.count), &prepared, GlazeClips(shapes: nil, count: 0))
    }
  }
}
