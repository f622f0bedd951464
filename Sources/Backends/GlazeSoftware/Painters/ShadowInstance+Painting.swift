import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension ShadowInstance: PaintedInstance {
  static func paint(
    _ shadow: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    var prepared = GlazeShadow()
    let texels = painter.plan.shadowTexels.baseAddress
    glaze_prepare_shadow(&prepared, shadow, texels, !painter.takesShortCuts)
    prepared.isGrid = shadow.pointee.readsGrid
    let quad = (shadow.pointee.quad01, shadow.pointee.quad23)
    let columns = Pixels(0, painter.surface.width)
    painter.paint(quad, shadow.pointee.params, rows: rows, columns: columns) { run, clips in
      painter.kernels.pointee.shadow(&run, &prepared, clips)
    }
  }
}
