import CGlazeKernels
import GlazeGeometry
import GlazePlan

extension Painter {
  /// Draws rows of a target that may only change inside of a window.
  ///
  /// The rows are drawn elsewhere, and the window's part of them is copied. Kernels may therefore
  /// write to pixels around the window without knowing it.
  ///
  /// - Parameter clearColor: The color to clear to; nil continues the content of the target.
  func paint(
    rows: Pixels, items: UnsafeBufferPointer<GlazeItem>, clearColor: SIMD4<Float>?,
    inside window: PixelWindow
  ) {
    let columns = Pixels(window.x, window.x + window.width).intersection(Pixels(0, surface.width))
    guard !rows.isEmpty, !columns.isEmpty, let frame = surface.pixels else { return }
    let memory = scratch.take(words: rows.count * surface.width)
    defer { scratch.give(memory) }
    let pixels = memory.words - rows.start * surface.width
    let part = surface.moved(to: pixels, columns: columns)
    if let clearColor {
      part.clear(rows: rows, to: clearColor, kernels)
    } else {
      Self.copy(frame, to: pixels, rows, columns, width: surface.width)
    }
    var painter = self
    painter.surface = part
    painter.paint(rows: rows, items: items)
    Self.copy(pixels, to: frame, rows, columns, width: surface.width)
  }

  private static func copy(
    _ source: UnsafeMutablePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>,
    _ rows: Pixels, _ columns: Pixels, width: Int
  ) {
    for row in rows.start..<rows.end {
      let first = row * width + columns.start
      (target + first).update(from: source + first, count: columns.count)
    }
  }
}
