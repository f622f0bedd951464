import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension GradientInstance: PaintedInstance {
  static func paint(
    _ gradient: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard var prepared = GlazeGradient(gradient, by: painter) else { return }
    let quad = (gradient.pointee.quad01, gradient.pointee.quad23)
    let shape = gradient.pointee.shape
    painter.paintRows(quad, shape, gradient.pointee.params, rows: rows) { surface, rows, clips in
      painter.kernels.pointee.gradientRows(&surface, &rows, &prepared, clips)
    }
  }
}

extension GlazeGradient {
  /// Prepares a gradient; nil where a stop is not a number.
  init?(_ gradient: UnsafePointer<GradientInstance>, by painter: Painter) {
    self.init()
    let allStops = painter.plan.stops.baseAddress
    glaze_prepare_gradient(&self, gradient, allStops, !painter.takesShortCuts)
    let stops = UnsafeBufferPointer(start: stops, count: Int(count))
    if stops.contains(where: { !($0.color * 0 == .zero && $0.place.isFinite) }) { return nil }
  }
}
