import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension GradientInstance: PaintedInstance {
  static func paint(
    _ gradient: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    var prepared = GlazeGradient()
    let allStops = painter.plan.prepared.stops.baseAddress
    glaze_prepare_gradient(&prepared, gradient, allStops, !painter.takesShortCuts)
    let stops = UnsafeBufferPointer(start: prepared.stops, count: Int(prepared.count))
    if stops.contains(where: { !($0.color * 0 == .zero && $0.place.isFinite) }) { return }
    let quad = (gradient.pointee.quad01, gradient.pointee.quad23)
    let shape = gradient.pointee.shape
    painter.paintRows(quad, shape, gradient.pointee.params, rows: rows) { surface, rows, clips in
      painter.kernels.gradientRows(&surface, &rows, &prepared, clips)
    }
  }
}
