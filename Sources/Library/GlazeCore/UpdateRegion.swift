import GlazeGeometry

/// Pixels that are drawn again, as rectangles that do not overlap: translucent content that is
/// drawn twice over the same pixels would show twice.
struct UpdateRegion {
  private(set) var windows: [PixelWindow] = []

  /// The smallest rectangle around all windows; nil for none.
  var box: PixelWindow? {
    guard let first = windows.first else { return nil }
    return windows.dropFirst().reduce(first) { box, window in
      let (x, y) = (min(box.x, window.x), min(box.y, window.y))
      return PixelWindow(
        x: x, y: y, width: max(box.x + box.width, window.x + window.width) - x,
        height: max(box.y + box.height, window.y + window.height) - y)
    }
  }

  /// Adds the parts of a rectangle that are not in the region yet.
  mutating func add(_ window: PixelWindow) {
    var parts = [window]
    for known in windows { parts = parts.flatMap { $0.parts(outside: known) } }
    windows += parts
  }
}

extension PixelWindow {
  /// Returns the parts outside another rectangle: above and below it, and on both sides between.
  fileprivate func parts(outside other: PixelWindow) -> [PixelWindow] {
    let (right, bottom) = (x + width, y + height)
    let (top, end) = (max(y, other.y), min(bottom, other.y + other.height))
    let (left, stop) = (max(x, other.x), min(right, other.x + other.width))
    guard top < end, left < stop else { return [self] }
    return [
      PixelWindow(x: x, y: y, width: width, height: top - y),
      PixelWindow(x: x, y: end, width: width, height: bottom - end),
      PixelWindow(x: x, y: top, width: left - x, height: end - top),
      PixelWindow(x: stop, y: top, width: right - stop, height: end - top),
    ].filter { $0.width > 0 && $0.height > 0 }
  }
}
