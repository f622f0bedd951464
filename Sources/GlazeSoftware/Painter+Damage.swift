import CGlazeKernels
import GlazeGeometry
import GlazePlan

extension Painter {
  /// Draws rows of a target, of which only what lies inside of a window changes.
  ///
  /// Whole rows are drawn somewhere else, and the window's part of them is copied: so every run is what
  /// it is in a whole frame, and no kernel need know of windows.
  ///
  /// - Parameter clearColor: nil goes on with what the target holds.
  func paint(
    rows: Pixels, items: UnsafeBufferPointer<GlazeItem>, clearColor: SIMD4<Float>?,
    inside window: PixelWindow
  ) {
    let columns = Pixels(window.x, window.x + window.width).intersection(Pixels(0, canvas.width))
    guard !rows.isEmpty, !columns.isEmpty, let frame = canvas.pixels else { return }
    let memory = scratch.take(words: rows.count * canvas.width)
    defer { scratch.give(memory) }
    let pixels = memory.words - rows.start * canvas.width
    let part = canvas.moved(to: pixels)
    if let clearColor {
      part.clear(rows: rows, to: clearColor)
    } else {
      memory.words.update(
        from: frame + rows.start * canvas.width, count: rows.count * canvas.width)
    }
    var painter = self
    painter.canvas = part
    painter.paint(rows: rows, items: items)
    for row in rows.start..<rows.end {
      let first = row * canvas.width + columns.start
      (frame + first).update(from: pixels + first, count: columns.count)
    }
  }
}
