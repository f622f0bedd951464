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
        parts.emptyFullParts(count: chunk.count)
        var rows = GlazeBoxRows(chunk, limits: parts, outer: parts, inner: parts, by: painter)
        painter.kernels.pointee.boxRows(&surface, &rows, &prepared, clips.all)
      }
      return
    }
    let outline = Contour(box.pointee.shape, role: .shape)
    let hasLine = box.pointee.borderWidth > 0
    let inset =
      hasLine
      ? Contour(box.pointee.shape, inset: box.pointee.borderWidth, role: .inset) : outline
    painter.forParts(of: touched, polygon) { chunk, limits in
      let outer = limits + 1
      let inner = hasLine ? limits + 2 : outer
      clips.limit(limits, chunk, painter.kernels)
      outline.find(outer, of: chunk, in: limits, painter.kernels)
      if hasLine {
        inset.find(inner, of: chunk, in: outer, isInFull: true, painter.kernels)
      }
      var rows = GlazeBoxRows(chunk, limits: limits, outer: outer, inner: inner, by: painter)
      painter.kernels.pointee.boxRows(&surface, &rows, &prepared, clips.all)
    }
  }
}
