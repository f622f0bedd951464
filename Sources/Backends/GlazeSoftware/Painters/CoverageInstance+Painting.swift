import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

extension CoverageInstance: PaintedInstance {
  static func paint(
    _ coverage: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let coverage = coverage.pointee
    painter.withMask(of: draw, at: coverage.source) { mask in
      mask.color = coverage.color
      let rows = rows.intersection(mask.rows)
      guard let (run, rows) = painter.block(coverage, mask, rows) else {
        let quad = (coverage.quad01, coverage.quad23)
        painter.paint(quad, coverage.params, rows: rows, columns: mask.columns) { run, clips in
          painter.kernels.coverage(&run, 1, &mask, clips)
        }
        return
      }
      var first = run
      painter.kernels.coverage(&first, rows, &mask, .none)
    }
  }
}

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
          painter.kernels.maskedGradient(&run, 1, &mask, &prepared, clips, isFull)
        }
        return
      }
      var first = run
      painter.kernels.maskedGradient(&first, rows, &mask, &prepared, .none, true)
    }
  }
}

extension Painter {
  /// Calls `body` with the mask that a draw reads, placed so that an instance's source is its first pixel.
  @inline(__always) fileprivate func withMask(
    of draw: FramePlan.Draw, at source: SIMD4<Float>, _ body: (inout GlazeMask) -> Void
  ) {
    guard case .mask(let number) = draw.kind.reads else { return }
    let mask = plan.masks[number]
    let limit = Float(2 * SoftwareRenderer.largestSide)
    mask.bytes.withUnsafeBufferPointer { bytes in
      var prepared = GlazeMask(
        bytes: bytes.baseAddress, width: Int32(mask.width), height: Int32(mask.height),
        x: Int32(clamping: max(-limit, min(limit, source.x))),
        y: Int32(clamping: max(-limit, min(limit, source.y))), color: .zero)
      body(&prepared)
    }
  }

  /// The pixels of an instance without clips that is an upright rectangle, as a run in the first of some rows; nil for
  /// other instances.
  @inline(__always) fileprivate func block(
    _ instance: some SourceInstance, _ mask: GlazeMask, _ rows: Pixels
  ) -> (run: GlazeRun, rows: Int32)? {
    let polygon = ScanPolygon(instance.quad01, instance.quad23, surface)
    guard takesShortCuts, instance.params.z == 0, polygon.isUpright else { return nil }
    let touched = polygon.rows.intersection(rows)
    let pixels =
      touched.isEmpty ? touched : polygon.pixels(row: touched.start).intersection(mask.columns)
    return (run(row: touched.start, pixels), pixels.isEmpty ? 0 : Int32(touched.count))
  }
}

extension GlazeMask {
  fileprivate var columns: Pixels { Pixels(Int(x), Int(x) + Int(width)) }
  fileprivate var rows: Pixels { Pixels(Int(y), Int(y) + Int(height)) }
}

extension GlazeClips {
  fileprivate static var none: GlazeClips { GlazeClips(shapes: nil, count: 0) }
}
