import CGlazeKernels
import CGlazeShaders
import GlazePlan
import GlazeTree

extension CompositeInstance: PaintedInstance {
  static func paint(
    _ composite: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    guard case .target(let source, let mask) = draw.kind.reads else { return }
    let composite = composite.pointee
    let mode = draw.blendMode
    let rows = ScanPolygon.rows(
      composite.quad01, composite.quad23, height: painter.surface.height
    ).intersection(rows)
    if rows.isEmpty { return }
    painter.withSource(source, rows: rows.moved(to: composite.source)) { source in
      guard let mask, composite.isMasked else {
        return composite.paint(source, mask: nil, mode: mode, rows: rows, by: painter)
      }
      painter.withSource(mask, rows: rows.moved(to: composite.mask)) { mask in
        composite.paint(source, mask: mask, mode: mode, rows: rows, by: painter)
      }
    }
  }

  private func paint(
    _ surface: TargetSurface, mask maskSurface: TargetSurface?, mode: BlendMode, rows: Pixels,
    by painter: Painter
  ) {
    let isMasked = maskSurface != nil
    var prepared = GlazeComposite(
      source: GlazeLayer(surface, at: source), mask: GlazeLayer(maskSurface ?? surface, at: mask),
      isMasked: isMasked, opacity: opacity, excess: source.w, mode: Int32(mode.rawValue))
    // Outside of the source there is nothing to composite, but the mode may remove the backdrop.
    var columns = Pixels(0, painter.surface.width)
    var rows = rows
    if mode == .sourceOver {
      for layer in isMasked ? [prepared.source, prepared.mask] : [prepared.source] {
        columns = columns.intersection(Pixels(Int(layer.x), Int(layer.x + layer.surface.width)))
        rows = rows.intersection(Pixels(Int(layer.y), Int(layer.y + layer.surface.height)))
      }
    }
    painter.paint((quad01, quad23), params, rows: rows, columns: columns) { run, clips in
      painter.kernels.pointee.composite(&run, &prepared, clips)
    }
  }
}
