import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// Draws the instances of a pass into bands of its target.
struct Painter {
  var surface: TargetSurface
  let kernels: UnsafePointer<GlazeKernels>
  let plan: PlanPointers
  let draws: UnsafeBufferPointer<PaintedDraw>
  /// The surfaces of all targets; only those that the plan currently uses are valid.
  let surfaces: UnsafeBufferPointer<TargetSurface>
  /// For each target, the pass that draws it when it is read.
  let waiting: UnsafeBufferPointer<WaitingPass?>
  let scratch: ScratchPool
  let takesShortCuts: Bool

  /// The greatest breadth in pixels of an instance whose pixels are all evaluated.
  static let smallestBreadth: Float = 24

  func paint(rows: Pixels, items: UnsafeBufferPointer<GlazeItem>) {
    var next = 0
    while next < items.count {
      let first = next
      let number = items[first].draw
      repeat { next += 1 } while next < items.count && items[next].draw == number
      let draw = draws.baseAddress.unsafelyUnwrapped + Int(number)
      let run = UnsafeBufferPointer(rebasing: items[first..<next])
      draw.pointee.kind.paint(run, of: draw, rows: rows, by: self)
    }
  }

  // MARK: Rows

  @inline(__always) func run(row: Int, _ pixels: Pixels) -> GlazeRun {
    GlazeRun(
      row: surface.pixels.map { $0 + row * surface.width },
      planes: surface.planes(ofRow: row),
      stride: Int32(truncatingIfNeeded: surface.stride), most: surface.most,
      width: Int32(truncatingIfNeeded: surface.width),
      start: Int32(truncatingIfNeeded: pixels.start), end: Int32(truncatingIfNeeded: pixels.end),
      y: Float(row) + 0.5, isGeneral: !takesShortCuts)
  }

  // MARK: Instances of any kind

  /// Whether all pixels of a polygon are evaluated.
  @inline(__always) func isGeneral(_ polygon: ScanPolygon) -> Bool {
    !takesShortCuts || polygon.breadth <= Self.smallestBreadth
  }

  /// Calls `body` for chunks of the rows of a polygon, with their pixels; more memory for two
  /// chunks follows these.
  @inline(__always) func forParts(
    of rows: Pixels, _ polygon: ScanPolygon,
    _ body: (Pixels, UnsafeMutablePointer<GlazeRowParts>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: GlazeRowParts.self, capacity: 3) { memory in
      guard let parts = memory.baseAddress else { return }
      var quad = polygon.quad
      for start in stride(from: rows.start, to: rows.end, by: Int(GlazeRowChunk)) {
        let chunk = Pixels(start, min(start + Int(GlazeRowChunk), rows.end))
        kernels.pointee.quadRows(
          &quad, Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: chunk.count), parts)
        body(chunk, parts)
      }
    }
  }

  /// Calls `body` for chunks of rows that the polygon covers, with the parts that the box and the
  /// clips do not exclude, and with the clips.
  @inline(__always) func paintRows(
    _ quad: (SIMD4<Float>, SIMD4<Float>), _ shape: RoundedBox, _ params: SIMD4<Float>,
    rows: Pixels, _ body: (inout GlazeSurface, inout GlazeBoxRows, GlazeClips) -> Void
  ) {
    let polygon = ScanPolygon(quad.0, quad.1, surface)
    let clips = InstanceClips(params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    let outline = isGeneral(polygon) ? nil : Contour(shape, role: .shape)
    var surface = surface.view
    forParts(of: touched, polygon) { chunk, limits in
      var parts = limits
      if let outline {
        parts += 1
        clips.limit(limits, chunk, kernels)
        outline.find(parts, of: chunk, in: limits, kernels)
      } else {
        limits.emptyFullParts(count: chunk.count)
      }
      var rows = GlazeBoxRows(chunk, limits: limits, outer: parts, inner: parts, by: self)
      body(&surface, &rows, clips.all)
    }
  }

  /// Calls `body` for runs of pixels that the polygon covers and that the box and the clips do not
  /// exclude, with the clips to evaluate, and with whether the whole run is in the box.
  @inline(__always) func paint(
    _ quad: (SIMD4<Float>, SIMD4<Float>), _ shape: RoundedBox, _ params: SIMD4<Float>,
    rows: Pixels, _ body: (inout GlazeRun, GlazeClips, Bool) -> Void
  ) {
    let polygon = ScanPolygon(quad.0, quad.1, surface)
    let clips = InstanceClips(params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    guard !isGeneral(polygon) else {
      forParts(of: touched, polygon) { chunk, parts in
        for row in 0..<chunk.count {
          let pixels = glaze_row_part(parts, row).visible
          if pixels.isEmpty { continue }
          var run = run(row: chunk.start + row, pixels)
          body(&run, clips.all, false)
        }
      }
      return
    }
    let outline = Contour(shape, role: .shape)
    forParts(of: touched, polygon) { chunk, limits in
      let parts = limits + 1
      clips.limit(limits, chunk, kernels)
      outline.find(parts, of: chunk, in: limits, kernels)
      for row in 0..<chunk.count {
        let part = glaze_row_part(parts, row)
        if part.visible.isEmpty { continue }
        let limit = glaze_row_part(limits, row)
        var run = run(row: chunk.start + row, part.visible)
        part.visible.split(around: part.full) { pixels, isFull in
          run.set(pixels)
          body(&run, clips.needed(for: pixels, limit), isFull)
        }
      }
    }
  }

  /// Calls `body` for runs of pixels that the polygon covers and that the clips do not exclude,
  /// with the clips to evaluate.
  ///
  /// - Parameter columns: The columns outside of which nothing is drawn.
  @inline(__always) func paint(
    _ quad: (SIMD4<Float>, SIMD4<Float>), _ params: SIMD4<Float>, rows: Pixels, columns: Pixels,
    _ body: (inout GlazeRun, GlazeClips) -> Void
  ) {
    let polygon = ScanPolygon(quad.0, quad.1, surface)
    let clips = InstanceClips(params, plan: plan)
    let touched = polygon.rows.intersection(rows)
    if touched.isEmpty || clips.areBroken { return }
    forParts(of: touched, polygon) { chunk, parts in
      if takesShortCuts { clips.limit(parts, chunk, kernels) }
      for row in 0..<chunk.count {
        let part = glaze_row_part(parts, row)
        let pixels = part.visible.intersection(columns)
        if pixels.isEmpty { continue }
        var run = run(row: chunk.start + row, pixels)
        guard takesShortCuts else {
          body(&run, clips.all)
          continue
        }
        pixels.split(around: part.full.intersection(columns)) { pixels, _ in
          run.set(pixels)
          body(&run, clips.needed(for: pixels, part))
        }
      }
    }
  }
}

extension Pixels {
  /// Calls `body` with the part to the left of `full`, with `full`, and with the part to the right
  /// of it; with everything at once where `full` is too short.
  @inline(__always) fileprivate func split(
    around full: Pixels, _ body: (_ part: Pixels, _ isFull: Bool) -> Void
  ) {
    if full.count < Int(GlazeShortestRun) && full.count < count {
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

extension GlazeBoxRows {
  init(
    _ rows: Pixels, limits: UnsafePointer<GlazeRowParts>, outer: UnsafePointer<GlazeRowParts>,
    inner: UnsafePointer<GlazeRowParts>, by painter: Painter
  ) {
    self.init(
      row: Int32(truncatingIfNeeded: rows.start), count: Int32(truncatingIfNeeded: rows.count),
      limits: limits, outer: outer, inner: inner, isGeneral: !painter.takesShortCuts)
  }
}

extension UnsafeMutablePointer<GlazeRowParts> {
  /// Marks that nothing is known to be full.
  func emptyFullParts(count: Int) {
    for row in 0..<count {
      let start = glaze_row_part(self, row).visibleStart
      glaze_set_row_full(self, row, start, start)
    }
  }
}
