import CGlazeKernels
import CGlazeShaders
import GlazePlan

/// Draws the instances of a pass into bands of its target.
struct Painter {
  var surface: TargetSurface
  let kernels: GlazeKernels
  let plan: PlanPointers
  let draws: UnsafeBufferPointer<FramePlan.Draw>
  /// Of all passes.
  let allDraws: UnsafeBufferPointer<FramePlan.Draw>
  /// Of all targets; only those are there that the plan has in use.
  let surfaces: UnsafeBufferPointer<TargetSurface>
  /// For each target the pass that draws it when it is read.
  let waiting: UnsafeBufferPointer<WaitingPass?>
  let scratch: ScratchPool
  let takesShortCuts: Bool

  /// A solid run that is shorter costs more as a run of its own than among its neighbours.
  static let shortestRun = 8
  /// Of an instance that is no broader than so many pixels, all are evaluated.
  static let smallestBreadth: Float = 24

  func paint(rows: Pixels, items: UnsafeBufferPointer<GlazeItem>) {
    var next = 0
    while next < items.count {
      let item = items[next]
      next += 1
      let index = Int(item.instance)
      let draw = draws[Int(item.draw)]
      switch draw.kind {
      case .rectangle:
        let first = next - 1
        while next < items.count, items[next].draw == item.draw { next += 1 }
        paint(rectangles: UnsafeBufferPointer(rebasing: items[first..<next]), rows: rows)
      case .box:
        paint(box: UnsafePointer(plan.boxes.baseAddress.unsafelyUnwrapped + index), rows: rows)
      case .image(let texture):
        paint(
          image: plan.images.baseAddress.unsafelyUnwrapped + index,
          texture: plan.prepared.textures.baseAddress.unsafelyUnwrapped + texture, rows: rows)
      case .maskedImage(let texture, let mask):
        let textures = plan.prepared.textures.baseAddress.unsafelyUnwrapped
        paint(
          maskedImage: plan.maskedImages.baseAddress.unsafelyUnwrapped + index,
          texture: textures + texture, mask: mask.map { textures + $0 }, rows: rows)
      case .particle(let list):
        let particle = plan.particles.baseAddress.unsafelyUnwrapped + index
        paint(
          particle: particle,
          texture: plan.prepared.textures.baseAddress.unsafelyUnwrapped
            + Int(list[Int(particle.pointee.params.w)]), adds: draw.addsUp, rows: rows)
      case .picture(let target):
        paint(
          picture: plan.images.baseAddress.unsafelyUnwrapped + index, of: surfaces[target],
          rows: rows)
      case .composite(let target, let mask):
        paint(
          composite: plan.composites[index], source: target, mask: mask, mode: draw.blendMode,
          rows: rows)
      case .colorMatrix(let target):
        paint(colorMatrix: plan.colorMatrices[index], source: target, rows: rows)
      case .blur(let target):
        paint(blur: plan.blurs[index], source: surfaces[target], rows: rows)
      case .shadow:
        paint(shadow: plan.shadows.baseAddress.unsafelyUnwrapped + index, rows: rows)
      case .coverage(let mask):
        paint(coverage: plan.coverages[index], mask: plan.masks[mask], rows: rows)
      case .gradient:
        paint(gradient: plan.gradients.baseAddress.unsafelyUnwrapped + index, rows: rows)
      }
    }
  }

  // MARK: Rows

  @inline(__always) func run(row: Int, _ pixels: Pixels) -> GlazeRun {
    GlazeRun(
      row: surface.pixels.map { $0 + row * surface.width },
      planes: surface.planes.map { $0 + row * 4 * surface.stride },
      stride: Int32(truncatingIfNeeded: surface.stride),
      width: Int32(truncatingIfNeeded: surface.width),
      start: Int32(truncatingIfNeeded: pixels.start), end: Int32(truncatingIfNeeded: pixels.end),
      y: Float(row) + 0.5, isGeneral: !takesShortCuts)
  }

  // MARK: Rectangles

  private func paint(rectangles items: UnsafeBufferPointer<GlazeItem>, rows: Pixels) {
    guard takesShortCuts, let pixels = surface.pixels else {
      for item in items {
        let box = BoxInstance(plan.rectangles[Int(item.instance)])
        withUnsafePointer(to: box) { paint(box: $0, rows: rows) }
      }
      return
    }
    var target = GlazeRows(
      pixels: pixels, width: Int32(surface.width), start: Int32(rows.start), end: Int32(rows.end))
    kernels.rectangles(&target, plan.rectangles.baseAddress, items.baseAddress, items.count)
  }

  // MARK: Boxes

  private func paint(box: UnsafePointer<BoxInstance>, rows: Pixels) {
    let polygon = ScanPolygon(box.pointee.quad01, box.pointee.quad23, surface)
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

  func paint(
    image: UnsafePointer<ImageInstance>, texture: UnsafePointer<GlazeTexture>, rows: Pixels
  ) {
    var prepared = GlazeImage()
    glaze_prepare_image(&prepared, image, texture, !takesShortCuts)
    let quad = (image.pointee.quad01, image.pointee.quad23)
    paint(quad, image.pointee.shape, image.pointee.params, rows: rows) { run, clips, isFull in
      kernels.image(&run, &prepared, clips, isFull)
    }
  }

  private func paint(
    maskedImage: UnsafePointer<MaskedImageInstance>, texture: UnsafePointer<GlazeTexture>,
    mask: UnsafePointer<GlazeTexture>?, rows: Pixels
  ) {
    var prepared = GlazeMaskedImage()
    glaze_prepare_masked_image(&prepared, maskedImage, texture, mask, !takesShortCuts)
    let instance = maskedImage.pointee
    let quad = (instance.quad01, instance.quad23)
    paint(quad, instance.shape, instance.params, rows: rows) { run, clips, isFull in
      kernels.maskedImage(&run, &prepared, clips, isFull)
    }
  }

  // MARK: Particles

  private func paint(
    particle: UnsafePointer<ParticleInstance>, texture: UnsafePointer<GlazeTexture>, adds: Bool,
    rows: Pixels
  ) {
    let clips = InstanceClips(particle.pointee.params, plan: plan)
    if clips.areBroken { return }
    var prepared = GlazeParticle()
    guard glaze_prepare_particle(&prepared, particle, texture, adds) else { return }
    let pixels = Pixels(
      centresIn: Span(start: Double(prepared.minX), end: Double(prepared.maxX)),
      limits: Pixels(0, surface.width))
    let touched = Pixels(
      centresIn: Span(start: Double(prepared.minY), end: Double(prepared.maxY)), limits: rows)
    if pixels.isEmpty || touched.isEmpty { return }
    var run = run(row: touched.start, pixels)
    kernels.particle(&run, Int32(touched.count), &prepared, clips.all)
  }

  // MARK: Instances of any kind

  /// Calls `body` for runs of pixels that the polygon covers and that the box and the clips may
  /// let through, with the clips to evaluate, and with whether all of the run is in the box.
  @inline(__always) func paint(
    _ quad: (SIMD4<Float>, SIMD4<Float>), _ shape: RoundedBox, _ params: SIMD4<Float>,
    rows: Pixels, _ body: (inout GlazeRun, GlazeClips, Bool) -> Void
  ) {
    let polygon = ScanPolygon(quad.0, quad.1, surface)
    let clips = InstanceClips(params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    let isGeneral = !takesShortCuts || polygon.breadth <= Self.smallestBreadth
    let outline = Contour(shape, role: .shape)
    for row in touched.start..<touched.end {
      let pixels = polygon.pixels(row: row)
      if pixels.isEmpty { continue }
      var run = run(row: row, pixels)
      if isGeneral {
        body(&run, clips.all, false)
        continue
      }
      let y = Double(row) + 0.5
      let clip = clips.row(y: y, pixels: pixels)
      let spans = outline.row(y: y, within: pixels.span)
      let visible = Pixels(centresIn: spans.visible, limits: clip.visible)
      let full = Pixels(centresIn: spans.full, limits: visible).intersection(clip.full)
      visible.split(around: full) { part, isFull in
        run.set(part)
        body(&run, clips.needed(for: part, clip), isFull)
      }
    }
  }

  /// Calls `body` for runs of pixels that the polygon covers and that the clips may let through,
  /// with the clips to evaluate.
  ///
  /// - Parameter columns: nothing is drawn outside of them.
  @inline(__always) func paint(
    _ quad: (SIMD4<Float>, SIMD4<Float>), _ params: SIMD4<Float>, rows: Pixels, columns: Pixels,
    _ body: (inout GlazeRun, GlazeClips) -> Void
  ) {
    let polygon = ScanPolygon(quad.0, quad.1, surface)
    let clips = InstanceClips(params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    for row in touched.start..<touched.end {
      let pixels = polygon.pixels(row: row).intersection(columns)
      if pixels.isEmpty { continue }
      var run = run(row: row, pixels)
      guard takesShortCuts else {
        body(&run, clips.all)
        continue
      }
      let clip = clips.row(y: Double(row) + 0.5, pixels: pixels)
      clip.visible.split(around: clip.full) { part, _ in
        run.set(part)
        body(&run, clips.needed(for: part, clip))
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

extension BoxInstance {
  /// The box that covers what a rectangle does.
  fileprivate init(_ rectangle: RectangleInstance) {
    self.init()
    let (low, high) = (rectangle.edges.lowHalf, rectangle.edges.highHalf)
    let center = low + (high - low) / 2
    let origin = center.rounded(.toNearestOrEven)
    let (first, last) = (low - 0.51, high + 0.51)
    quad01 = SIMD4(first.x, first.y, last.x, first.y)
    quad23 = SIMD4(last.x, last.y, first.x, last.y)
    shape.rowX = SIMD4(1, 0, origin.x - center.x, origin.x)
    shape.rowY = SIMD4(0, 1, origin.y - center.y, origin.y)
    shape.rowW = SIMD4(0, 0, 1, 2)
    shape.extent = SIMD4((high.x - low.x) / 2, (high.y - low.y) / 2, 15, 0)
    fill = rectangle.color
    params.w = 1
  }
}

extension GlazeRun {
  @inline(__always) mutating func set(_ pixels: Pixels) {
    start = Int32(truncatingIfNeeded: pixels.start)
    end = Int32(truncatingIfNeeded: pixels.end)
  }
}
