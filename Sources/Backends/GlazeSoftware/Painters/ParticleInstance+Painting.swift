import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension ParticleInstance: PaintedInstance {
  static func paint(
    _ particle: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .textures(let list) = draw.kind.reads else { return }
    let texture = painter.plan.texture(list[Int(clamping: particle.pointee.params.w)])
    let clips = InstanceClips(particle.pointee.params, plan: painter.plan)
    if clips.areBroken { return }
    var prepared = GlazeParticle()
    guard glaze_prepare_particle(&prepared, particle, texture, draw.addsUp) else { return }
    let pixels = Pixels(
      centresIn: Span(start: Double(prepared.minX), end: Double(prepared.maxX)),
      limits: Pixels(0, painter.surface.width))
    let touched = Pixels(
      centresIn: Span(start: Double(prepared.minY), end: Double(prepared.maxY)), limits: rows)
    if pixels.isEmpty || touched.isEmpty { return }
    var run = painter.run(row: touched.start, pixels)
    painter.kernels.pointee.particle(&run, Int32(touched.count), &prepared, clips.all)
  }

  static func rows(of particle: UnsafePointer<Self>, height: Int) -> Pixels {
    let (center, axes) = (particle.pointee.center, particle.pointee.axes)
    let w = 1 - abs(center.z) - abs(center.w)
    let area = abs(axes.x * axes.w - axes.y * axes.z)
    guard w > 0, area > 0 else { return Pixels(0, 0) }
    // The area is extended by a pixel at all edges.
    let u = 1 + (axes.z * axes.z + axes.w * axes.w).squareRoot() / area
    let v = 1 + (axes.x * axes.x + axes.y * axes.y).squareRoot() / area
    let reach = Double((abs(axes.y) * u + abs(axes.w) * v) / w)
    let limits = Pixels(0, height)
    return Pixels(
      Pixels.ceiling(Double(center.y) - reach - 0.5, limits),
      Pixels.ceiling(Double(center.y) + reach - 0.5, limits))
  }
}
