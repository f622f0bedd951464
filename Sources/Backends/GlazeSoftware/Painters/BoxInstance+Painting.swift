import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension BoxInstance: PaintedInstance {
  static func paint(
    _ box: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let polygon = ScanPolygon(box.pointee.quad01, box.pointee.quad23, painter.surface)
    let clips = InstanceClips(box.pointee.params, plan: painter.plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    var prepared = GlazeBox()
    glaze_prepare_box(&prepared, box, !painter.takesShortCuts)
    var surface = painter.surface.view
    guard !painter.isGeneral(polygon) else {
      painter.forParts(of: touched, polygon) { chunk, parts in
        // Nothing is known to be full.
        for row in 0..<chunk.count {
          let start = glaze_row_part(parts, row).visibleStart
          glaze_set_row_full(parts, row, start, start)
        }
        var rows = GlazeBoxRows(chunk, limits: parts, outer: parts, inner: parts)
        painter.kernels.boxRows(&surface, &rows, &prepared, clips.all)
      }
      return
    }
    let outline = Contour(box.pointee.shape, role: .shape)
    let inset =
      prepared.isBordered
      ? Contour(box.pointee.shape, inset: box.pointee.borderWidth, role: .inset) : outline
    painter.forParts(of: touched, polygon) { chunk, limits in
      let (outer, inner) = (limits + 1, limits + 2)
      clips.limit(limits, chunk, painter.kernels)
      outline.find(outer, of: chunk, in: limits, painter.kernels)
      if prepared.isBordered {
        inset.find(inner, of: chunk, in: outer, isInFull: true, painter.kernels)
      }
      var rows = GlazeBoxRows(chunk, limits: limits, outer: outer, inner: inner)
      painter.kernels.boxRows(&surface, &rows, &prepared, clips.all)
    }
  }
}

extension GlazeBoxRows {
  fileprivate init(
    _ rows: Pixels, limits: UnsafePointer<GlazeRowParts>, outer: UnsafePointer<GlazeRowParts>,
    inner: UnsafePointer<GlazeRowParts>
  ) {
    self.init(
      row: Int32(truncatingIfNeeded: rows.start), count: Int32(truncatingIfNeeded: rows.count),
      limits: limits, outer: outer, inner: inner)
  }
}
