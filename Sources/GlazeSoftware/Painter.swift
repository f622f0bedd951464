import CGlazeKernels
import CGlazeShaders
import GlazePlan

/// Draws the instances of a pass into bands of its target.
struct Painter {
  let canvas: Canvas
  let kernels: GlazeKernels
  let plan: PlanPointers
  let draws: UnsafeBufferPointer<FramePlan.Draw>
  /// What composites read, draw by draw.
  let sources: UnsafeBufferPointer<Canvas?>
  let takesShortCuts: Bool

  /// A solid run that is shorter costs more as a run of its own than among its neighbours.
  static let shortestRun = 8

  func paint(rows: Pixels, items: UnsafeBufferPointer<Item>) {
    for item in items {
      let index = Int(item.instance)
      switch draws[Int(item.draw)].kind {
      case .box:
        paint(box: UnsafePointer(plan.boxes.baseAddress.unsafelyUnwrapped + index), rows: rows)
      case .image(let texture):
        paint(
          image: plan.images.baseAddress.unsafelyUnwrapped + index,
          texture: plan.textures.baseAddress.unsafelyUnwrapped + texture, rows: rows)
      case .composite:
        if let source = sources[Int(item.draw)] {
          paint(composite: plan.composites[index], source: source, rows: rows)
        }
      }
    }
  }

  // MARK: Rows

  private func run(row: Int) -> GlazeRun {
    GlazeRun(
      row: canvas.pixels + row * canvas.width, width: Int32(canvas.width), start: 0, end: 0,
      y: Float(row) + 0.5, isGeneral: !takesShortCuts)
  }

  // MARK: Boxes

  private func paint(box: UnsafePointer<BoxInstance>, rows: Pixels) {
    let polygon = Polygon(
      box.pointee.quad01, box.pointee.quad23, width: canvas.width, height: canvas.height)
    let clips = InstanceClips(box.pointee.params, plan: plan)
    let width = box.pointee.params.x
    let isBordered = width > 0
    let outline = Contour(box.pointee.shape, role: .shape)
    let inset = isBordered ? Contour(box.pointee.shape, inset: width, role: .inset) : outline
    let fill = BoxSources(box.pointee)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    for row in touched.start..<touched.end {
      var run = run(row: row)
      let pixels = polygon.pixels(row: row)
      if pixels.isEmpty { continue }
      guard takesShortCuts else {
        run.set(pixels)
        kernels.box(&run, box, clips.all)
        continue
      }
      let clip = clips.row(row, pixels: pixels)
      let y = Double(row) + 0.5
      let span = Span(start: Double(pixels.start), end: Double(pixels.end))
      let spans = outline.row(y: y, within: span)
      let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
      if visible.isEmpty { continue }
      let full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
      var writer = BoxWriter(
        run: run, box: box, kernels: kernels, clips: clips.all, unclipped: clip.full,
        next: visible.start)
      if isBordered && !full.isEmpty {
        let border = inset.row(y: y, within: span)
        let inside = Pixels(centresIn: border.full, limits: full)
        let line = Pixels(centresIn: border.visible, limits: full)
        writer.fill(Pixels(full.start, line.isEmpty ? full.end : line.start), fill.border)
        writer.fill(inside, fill.inside)
        if !line.isEmpty { writer.fill(Pixels(line.end, full.end), fill.border) }
      } else {
        writer.fill(full, fill.inside)
      }
      writer.finish(at: visible.end)
    }
  }

  // MARK: Images

  private func paint(
    image: UnsafePointer<ImageInstance>, texture: UnsafePointer<GlazeTexture>, rows: Pixels
  ) {
    let polygon = Polygon(
      image.pointee.quad01, image.pointee.quad23, width: canvas.width, height: canvas.height)
    let clips = InstanceClips(image.pointee.params, plan: plan)
    let outline = Contour(image.pointee.shape, role: .shape)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    for row in touched.start..<touched.end {
      var run = run(row: row)
      let pixels = polygon.pixels(row: row)
      if pixels.isEmpty { continue }
      guard takesShortCuts else {
        run.set(pixels)
        kernels.image(&run, image, texture, clips.all, false)
        continue
      }
      let clip = clips.row(row, pixels: pixels)
      let span = Span(start: Double(pixels.start), end: Double(pixels.end))
      let spans = outline.row(y: Double(row) + 0.5, within: span)
      let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
      if visible.isEmpty { continue }
      var full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
      if full.count < Self.shortestRun && full.count < visible.count {
        full = Pixels(visible.end, visible.end)
      }
      for part in 0..<3 {
        let pixels =
          part == 0
          ? Pixels(visible.start, full.start)
          : part == 1 ? full : Pixels(full.end, visible.end)
        if pixels.isEmpty { continue }
        run.set(pixels)
        kernels.image(&run, image, texture, clips.needed(for: pixels, clip), part == 1)
      }
    }
  }

  // MARK: Composites

  private func paint(composite: CompositeInstance, source: Canvas, rows: Pixels) {
    let polygon = Polygon(
      composite.quad01, composite.quad23, width: canvas.width, height: canvas.height)
    let clips = InstanceClips(composite.params, plan: plan)
    let limit = Float(2 * SoftwareRenderer.largestSide)
    let offset = (
      x: Int(max(-limit, min(limit, composite.source.x))),
      y: Int(max(-limit, min(limit, composite.source.y)))
    )
    let columns = Pixels(offset.x, offset.x + source.width)
    // Outside of the source there is nothing to lay over.
    let touched = polygon.rows.intersection(rows)
      .intersection(Pixels(offset.y, offset.y + source.height))
    if touched.isEmpty || clips.areBroken { return }
    for row in touched.start..<touched.end {
      var run = run(row: row)
      let pixels = polygon.pixels(row: row).intersection(columns)
      if pixels.isEmpty { continue }
      let texels = source.pixels + (row - offset.y) * source.width - offset.x
      guard takesShortCuts else {
        run.set(pixels)
        kernels.composite(&run, texels + pixels.start, composite.source.z, clips.all)
        continue
      }
      let clip = clips.row(row, pixels: pixels)
      let visible = clip.visible
      if visible.isEmpty { continue }
      let full = clip.full.count < Self.shortestRun ? Pixels(visible.end, visible.end) : clip.full
      for part in 0..<3 {
        let pixels =
          part == 0
          ? Pixels(visible.start, full.start)
          : part == 1 ? full : Pixels(full.end, visible.end)
        if pixels.isEmpty { continue }
        run.set(pixels)
        kernels.composite(
          &run, texels + pixels.start, composite.source.z, clips.needed(for: pixels, clip))
      }
    }
  }
}

extension GlazeRun {
  @inline(__always) mutating func set(_ pixels: Pixels) {
    start = Int32(truncatingIfNeeded: pixels.start)
    end = Int32(truncatingIfNeeded: pixels.end)
  }
}

/// The colours of a box where coverage is 1, ready to be blended.
private struct BoxSources {
  let inside: GlazeSource
  let border: GlazeSource

  init(_ box: BoxInstance) {
    inside = glaze_source(box.fill)
    // The border over the fill, in the operations of the shader.
    border = glaze_source(box.border + box.fill * (1 - box.border.w))
  }
}

/// Draws a row of a box from left to right: solid runs, and what lies between them evaluated.
private struct BoxWriter {
  var run: GlazeRun
  let box: UnsafePointer<BoxInstance>
  let kernels: GlazeKernels
  let clips: GlazeClips
  /// Where the clips are known to cover everything.
  let unclipped: Pixels
  /// The first pixel that is not drawn yet.
  var next: Int

  @inline(__always) mutating func fill(_ pixels: Pixels, _ source: GlazeSource) {
    if pixels.count < Painter.shortestRun { return }
    evaluate(upTo: pixels.start)
    next = pixels.end
    // A transparent colour changes nothing.
    if source.keep == .max && source.redBlue == 0x0080_0080 && source.greenAlpha == 0x0080_0080 {
      return
    }
    run.set(pixels)
    withUnsafePointer(to: source) { kernels.fill(&run, $0) }
  }

  @inline(__always) mutating func finish(at end: Int) { evaluate(upTo: end) }

  @inline(__always) private mutating func evaluate(upTo end: Int) {
    let pixels = Pixels(next, end)
    if pixels.isEmpty { return }
    run.set(pixels)
    kernels.box(
      &run, box, unclipped.contains(pixels) ? GlazeClips(boxes: nil, count: 0) : clips)
  }
}

/// The clips of one instance.
private struct InstanceClips {
  let all: GlazeClips
  private let contours: UnsafeBufferPointer<Contour>

  /// What the clips let through in a row.
  struct Row {
    /// All of it.
    var full: Pixels
    /// Nothing outside of it.
    var visible: Pixels
  }

  init(_ params: SIMD4<Float>, plan: PlanPointers) {
    let first = Int(params.y)
    let count = Int(params.z)
    contours = UnsafeBufferPointer(rebasing: plan.contours[first..<first + count])
    all = GlazeClips(boxes: plan.clips.baseAddress.map { $0 + first }, count: Int32(count))
  }

  /// Whether something in a clip is no finite number: nothing is inside.
  var areBroken: Bool { contours.contains { !$0.isFinite } }

  @inline(__always) func row(_ row: Int, pixels: Pixels) -> Row {
    var result = Row(full: pixels, visible: pixels)
    let span = Span(start: Double(pixels.start), end: Double(pixels.end))
    for contour in contours {
      let spans = contour.row(y: Double(row) + 0.5, within: span)
      result.visible = Pixels(centresIn: spans.visible, limits: result.visible)
      result.full = Pixels(centresIn: spans.full, limits: result.full)
    }
    result.full = result.full.intersection(result.visible)
    return result
  }

  /// The clips that pixels must be evaluated with: none where they are known to cover everything.
  @inline(__always) func needed(for pixels: Pixels, _ row: Row) -> GlazeClips {
    row.full.contains(pixels) ? GlazeClips(boxes: nil, count: 0) : all
  }
}
