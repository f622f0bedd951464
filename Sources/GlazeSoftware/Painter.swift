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
  /// Of an instance that is no broader than so many pixels, all are evaluated.
  static let smallestBreadth: Float = 24

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

  @inline(__always) private func run(row: Int, _ pixels: Pixels) -> GlazeRun {
    GlazeRun(
      row: canvas.pixels + row * canvas.width, width: Int32(truncatingIfNeeded: canvas.width),
      start: Int32(truncatingIfNeeded: pixels.start), end: Int32(truncatingIfNeeded: pixels.end),
      y: Float(row) + 0.5, isGeneral: !takesShortCuts)
  }

  // MARK: Boxes

  private func paint(box: UnsafePointer<BoxInstance>, rows: Pixels) {
    let polygon = Polygon(box.pointee.quad01, box.pointee.quad23, canvas)
    let clips = InstanceClips(box.pointee.params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    var prepared = GlazeBox()
    glaze_prepare_box(&prepared, box, !takesShortCuts)
    guard takesShortCuts, polygon.breadth > Self.smallestBreadth else {
      for row in touched.start..<touched.end {
        var run = run(row: row, polygon.pixels(row: row))
        if run.start < run.end { kernels.box(&run, &prepared, clips.all) }
      }
      return
    }
    withUnsafePointer(to: prepared) { prepared in
      let painter = BoxPainter(box, prepared: prepared, clips: clips, kernels: kernels)
      let steady = polygon.isUpright ? painter.steadyRows : .none
      var known: BoxPainter.Row?
      for row in touched.start..<touched.end {
        let y = Double(row) + 0.5
        let isSteady = steady.start <= y && y <= steady.end
        if isSteady, let known {
          painter.paint(known, run(row: row, known.visible))
          continue
        }
        let pixels = polygon.pixels(row: row)
        if pixels.isEmpty { continue }
        let parts = painter.row(y: y, pixels)
        if isSteady { known = parts }
        painter.paint(parts, run(row: row, pixels))
      }
    }
  }

  // MARK: Images

  private func paint(
    image: UnsafePointer<ImageInstance>, texture: UnsafePointer<GlazeTexture>, rows: Pixels
  ) {
    let polygon = Polygon(image.pointee.quad01, image.pointee.quad23, canvas)
    let clips = InstanceClips(image.pointee.params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    var prepared = GlazeImage()
    glaze_prepare_image(&prepared, image, texture, !takesShortCuts)
    let isGeneral = !takesShortCuts || polygon.breadth <= Self.smallestBreadth
    let outline = Contour(image.pointee.shape, role: .shape)
    for row in touched.start..<touched.end {
      let pixels = polygon.pixels(row: row)
      if pixels.isEmpty { continue }
      var run = run(row: row, pixels)
      if isGeneral {
        kernels.image(&run, &prepared, clips.all, false)
        continue
      }
      let y = Double(row) + 0.5
      let clip = clips.row(y: y, pixels: pixels)
      let spans = outline.row(y: y, within: pixels.span)
      let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
      let full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
      visible.split(around: full) { part, isFull in
        run.set(part)
        kernels.image(&run, &prepared, clips.needed(for: part, clip), isFull)
      }
    }
  }

  // MARK: Composites

  private func paint(composite: CompositeInstance, source: Canvas, rows: Pixels) {
    let polygon = Polygon(composite.quad01, composite.quad23, canvas)
    let clips = InstanceClips(composite.params, plan: plan)
    let limit = Float(2 * SoftwareRenderer.largestSide)
    let offset = (
      x: Int(max(-limit, min(limit, composite.source.x))),
      y: Int(max(-limit, min(limit, composite.source.y)))
    )
    // Outside of the source there is nothing to lay over.
    let columns = Pixels(offset.x, offset.x + source.width)
    let touched = polygon.rows.intersection(rows)
      .intersection(Pixels(offset.y, offset.y + source.height))
    if touched.isEmpty || clips.areBroken { return }
    let opacity = composite.source.z
    for row in touched.start..<touched.end {
      let pixels = polygon.pixels(row: row).intersection(columns)
      if pixels.isEmpty { continue }
      var run = run(row: row, pixels)
      let texels = source.pixels + (row - offset.y) * source.width - offset.x
      guard takesShortCuts else {
        kernels.composite(&run, texels + pixels.start, opacity, clips.all)
        continue
      }
      let clip = clips.row(y: Double(row) + 0.5, pixels: pixels)
      clip.visible.split(around: clip.full) { part, _ in
        run.set(part)
        kernels.composite(&run, texels + part.start, opacity, clips.needed(for: part, clip))
      }
    }
  }
}

extension Pixels {
  /// Calls `body` with what lies left of `full`, with `full`, and with what lies right of it; with
  /// everything at once where `full` is not worth it.
  @inline(__always) fileprivate func split(
    around full: Pixels, _ body: (_ part: Pixels, _ isFull: Bool) -> Void
  ) {
    if full.count < Painter.shortestRun && full.count < count {
      body(self, false)
      return
    }
    let left = Pixels(start, full.start)
    if !left.isEmpty { body(left, false) }
    if !full.isEmpty { body(full, true) }
    let right = Pixels(full.end, end)
    if !right.isEmpty { body(right, false) }
  }
}

extension GlazeRun {
  @inline(__always) mutating func set(_ pixels: Pixels) {
    start = Int32(truncatingIfNeeded: pixels.start)
    end = Int32(truncatingIfNeeded: pixels.end)
  }
}
