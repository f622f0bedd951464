import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension MaskedImageInstance: PaintedInstance {
  static func paint(
    _ image: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .textures(let list) = draw.kind.reads else { return }
    let texture = painter.plan.texture(list[0])
    let mask = list[1] >= 0 ? painter.plan.texture(list[1]) : nil
    var prepared = GlazeMaskedImage()
    glaze_prepare_masked_image(&prepared, image, texture, mask, !painter.takesShortCuts)
    let instance = image.pointee
    let quad = (instance.quad01, instance.quad23)
    painter.paintRows(quad, instance.shape, instance.params, rows: rows) { surface, rows, clips in
      painter.kernels.pointee.maskedImageRows(&surface, &rows, &prepared, clips)
    }
  }
}
