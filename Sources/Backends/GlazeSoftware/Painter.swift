import CGlazeKernels
import CGlazeShaders
import GlazeGeometry
import GlazePlan

/// Draws the instances of a pass into bands of its target.
struct Painter {
  var surface: TargetSurface
  let kernels: GlazeKernels
  let plan: PlanPointers
  let draws: UnsafeBufferPointer<PaintedDraw>
  /// The surfaces of all targets; only those that the plan currently uses are valid.
  let surfaces: UnsafeBufferPointer<TargetSurface>
  /// For each target, the pass that draws it when it is read.
  let waiting: UnsafeBufferPointer<WaitingPass?>
  let scratch: ScratchPool
  let takesShortCuts: Bool

  /// The shortest solid run that is drawn on its own; a shorter one costs less together with its
  /// neighbors.
  static let shortestRun = 8
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
      planes: surface.planes.map { $0 + row * 4 * surface.stride },
      stride: Int32(truncatingIfNeeded: surface.stride),
      width: Int32(truncatingIfNeeded: surface.width),
      start: Int32(truncatingIfNeeded: pixels.start), end: Int32(truncatingIfNeeded: pixels.end),
      y: Float(row) + 0.5, isGeneral: !takesShortCuts)
  }

  // MARK: Instances of any kind

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
  /// Calls `body` with the part to the left of `full`, with `full`, and with the part to the right
  /// of it; with everything at once where `full` is too short.
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
