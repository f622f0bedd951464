import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

// Instances that read the mask of a path.

extension Painter {
  /// Calls `body` with the mask that a draw reads, whose first pixel lies at an instance's source.
  @inline(__always) func withMask(
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

  /// The pixels of an instance that is an upright rectangle without clips, as a run in the first of
  /// some rows; nil for other instances.
  @inline(__always) func block(
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
  var columns: Pixels { Pixels(Int(x), Int(x) + Int(width)) }
  var rows: Pixels { Pixels(Int(y), Int(y) + Int(height)) }
}

extension GlazeClips {
  static var none: GlazeClips { GlazeClips(shapes: nil, count: 0) }
}
