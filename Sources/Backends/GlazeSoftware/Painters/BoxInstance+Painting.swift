import CGlazeKernels
import CGlazeShaders
import GlazePlan

extension BoxInstance: PaintedInstance {
  static func paint(
    _ box: UnsafePointer<Self>, of draw: FramePlan.Draw, rows: Pixels, by painter: Painter
  ) {
    let polygon = ScanPolygon(box.pointee.quad01, box.pointee.quad23, painter.surface)
    let clips = InstanceClips(box.pointee.params, plan: painter.plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    var prepared = GlazeBox()
    glaze_prepare_box(&prepared, box, !painter.takesShortCuts)
    guard painter.takesShortCuts, polygon.breadth > Painter.smallestBreadth else {
      for row in touched.start..<touched.end {
        var run = painter.run(row: row, polygon.pixels(row: row))
        if run.start < run.end { painter.kernels.box(&run, &prepared, clips.all) }
      }
      return
    }
    withUnsafePointer(to: prepared) { prepared in
      let boxPainter = BoxPainter(
        box, prepared: prepared, clips: clips, kernels: painter.kernels)
      let steady = polygon.isUpright ? boxPainter.steadyRows : .none
      var known: BoxPainter.Row?
      for row in touched.start..<touched.end {
        let y = Double(row) + 0.5
        let isSteady = steady.start <= y && y <= steady.end
        if isSteady, let known {
          boxPainter.paint(known, painter.run(row: row, known.visible))
          continue
        }
        let pixels = polygon.pixels(row: row)
        if pixels.isEmpty { continue }
        let parts = boxPainter.row(y: y, pixels)
        if isSteady { known = parts }
        boxPainter.paint(parts, painter.run(row: row, pixels))
      }
    }
  }
}

/// Draws the rows of one box: fills solid runs, and evaluates the pixels between them.
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
      ? Contour(instance.shape, inset: instance.borderWidth, role: .inset) : outline
    let opacity = instance.opacity
    inside = glaze_source(instance.fill, opacity)
    // The border is composited over the fill, with the operations of the shader.
    border = glaze_source(instance.border + instance.fill * (1 - instance.border.w), opacity)
  }

  /// The parts of a row, from the outside to the inside.
  struct Row {
    var clip: InstanceClips.Row
    /// The part that is not certainly outside of everything.
    var visible: Pixels
    /// The part in which coverage is 1.
    var full: Pixels
    /// The part that may contain pixels inside of the border.
    var unbordered: Pixels
    /// The part without border.
    var inner: Pixels
  }

  /// The centers of rows with identical parts, as far as the polygon's pixels are identical.
  var steadyRows: Span {
    if clips.all.count > 0 { return .none }
    return prepared.pointee.isBordered
      ? outline.steadyRows.intersection(inset.steadyRows) : outline.steadyRows
  }

  /// Finds the parts of a row of the polygon.
  @inline(__always) func row(y: Double, _ pixels: Pixels) -> Row {
    let clip = clips.row(y: y, pixels: pixels)
    let spans = outline.row(y: y, within: pixels.span)
    let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
    let full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
    var row = Row(clip: clip, visible: visible, full: full, unbordered: full, inner: full)
    if prepared.pointee.isBordered && !full.isEmpty {
      let spans = inset.row(y: y, within: pixels.span)
      row.inner = Pixels(centresIn: spans.full, limits: full)
      row.unbordered = Pixels(centresIn: spans.visible, limits: full)
      if row.unbordered.isEmpty { row.unbordered = Pixels(full.end, full.end) }
    }
    return row
  }

  /// Draws a row.
  @inline(__always) func paint(_ row: Row, _ run: GlazeRun) {
    if row.visible.isEmpty { return }
    var run = run
    var next = row.visible.start
    if prepared.pointee.isBordered {
      let left = Pixels(row.full.start, row.unbordered.start)
      let right = Pixels(row.unbordered.end, row.full.end)
      fill(left, with: border, &run, &next, row.clip)
      fill(row.inner, with: inside, &run, &next, row.clip)
      fill(right, with: border, &run, &next, row.clip)
    } else {
      fill(row.inner, with: inside, &run, &next, row.clip)
    }
    evaluate(upTo: row.visible.end, &run, &next, row.clip)
  }

  /// Fills a run, unless it is so short that it is better evaluated with its neighbors.
  @inline(__always)
  private func fill(
    _ pixels: Pixels, with source: GlazeSource, _ run: inout GlazeRun, _ next: inout Int,
    _ clip: InstanceClips.Row
  ) {
    if pixels.count < Painter.shortestRun { return }
    evaluate(upTo: pixels.start, &run, &next, clip)
    next = pixels.end
    // A transparent color does not change anything.
    if source.redBlue == 0x0080_0080 && source.greenAlpha == 0x0080_0080 { return }
    run.set(pixels)
    withUnsafePointer(to: source) { kernels.fill(&run, $0) }
  }

  /// Evaluates the pixels that have not been drawn yet, up to a position.
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
