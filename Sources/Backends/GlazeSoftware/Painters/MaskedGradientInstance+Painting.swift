import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension MaskedGradientInstance: PaintedInstance {
  static func paint(
    _ instance: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let instance = instance.pointee
    var gradient = instance.gradient
    guard var prepared = GlazeGradient(&gradient, by: painter) else { return }
    painter.withMask(of: draw, at: instance.source) { mask in
      let rows = rows.intersection(mask.rows)
      guard instance.isCovered, let (run, rows) = painter.block(instance, mask, rows) else {
        let (quad, columns) = ((instance.quad01, instance.quad23), mask.columns)
        painter.paint(quad, instance.shape, instance.params, rows: rows) { run, clips, isFull in
          let pixels = Pixels(Int(run.start), Int(run.end)).intersection(columns)
          if pixels.isEmpty { return }
          run.set(pixels)
          painter.kernels.pointee.maskedGradient(&run, 1, &mask, &prepared, clips, isFull)
        }
        return
      }
      var first = run
      painter.kernels.pointee.maskedGradient(&first, rows, &mask, &prepared, .none, true)
    }
  }
}
