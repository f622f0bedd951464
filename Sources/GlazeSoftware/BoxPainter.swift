import CGlazeKernels
import CGlazeShaders

/// Draws the rows of one box: solid runs, and what lies between them evaluated.
struct BoxPainter {
  private let prepared: UnsafePointer<GlazeBox>
  private let clips: InstanceClips
  private let kernels: GlazeKernels
  private let outline: Contour
  private let inset: Contour
  private let inside: GlazeSource
  private let border: GlazeSource

  init(
    _ box: UnsafePointer<BoxInstance>, prepared: UnsafePointer<GlazeBox>, clips: InstanceClips,
    kernels: GlazeKernels
  ) {
    self.prepared = prepared
    self.clips = clips
    self.kernels = kernels
    let instance = box.pointee
    outline = Contour(instance.shape, role: .shape)
    inset =
      prepared.pointee.isBordered
      ? Contour(instance.shape, inset: instance.params.x, role: .inset) : outline
    let opacity = instance.params.w
    inside = glaze_source(instance.fill, opacity)
    // The border over the fill, in the operations of the shader.
    border = glaze_source(instance.border + instance.fill * (1 - instance.border.w), opacity)
  }

  /// Draws one row of the polygon.
  @inline(__always) func paint(_ run: GlazeRun, y: Double, _ pixels: Pixels) {
    let clip = clips.row(y: y, pixels: pixels)
    let spans = outline.row(y: y, within: pixels.span)
    let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
    if visible.isEmpty { return }
    let full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
    var run = run
    var next = visible.start
    if prepared.pointee.isBordered && !full.isEmpty {
      let contour = inset.row(y: y, within: pixels.span)
      let inner = Pixels(centresIn: contour.full, limits: full)
      let line = Pixels(centresIn: contour.visible, limits: full)
      let left = Pixels(full.start, line.isEmpty ? full.end : line.start)
      fill(left, with: border, &run, &next, clip)
      fill(inner, with: inside, &run, &next, clip)
      if !line.isEmpty { fill(Pixels(line.end, full.end), with: border, &run, &next, clip) }
    } else {
      fill(full, with: inside, &run, &next, clip)
    }
    evaluate(upTo: visible.end, &run, &next, clip)
  }

  /// Fills a run, unless it is so short that it is better evaluated with its neighbours.
  @inline(__always)
  private func fill(
    _ pixels: Pixels, with source: GlazeSource, _ run: inout GlazeRun, _ next: inout Int,
    _ clip: InstanceClips.Row
  ) {
    if pixels.count < Painter.shortestRun { return }
    evaluate(upTo: pixels.start, &run, &next, clip)
    next = pixels.end
    // A transparent colour changes nothing.
    if source.redBlue == 0x0080_0080 && source.greenAlpha == 0x0080_0080 { return }
    run.set(pixels)
    withUnsafePointer(to: source) { kernels.fill(&run, $0) }
  }

  /// Evaluates what has not been drawn yet, up to a pixel.
  @inline(__always)
  private func evaluate(
    upTo end: Int, _ run: inout GlazeRun, _ next: inout Int, _ clip: InstanceClips.Row
  ) {
    let pixels = Pixels(next, end)
    if pixels.isEmpty { return }
    run.set(pixels)
    kernels.box(&run, prepared, clips.needed(for: pixels, clip))
  }
}
