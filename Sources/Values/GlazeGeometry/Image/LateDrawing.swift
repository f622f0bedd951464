import Synchronization

/// The pixels of an image that is drawn on first use, so that what no frame shows is never drawn.
///
/// A backend drops them after it made a texture, and draws them again for another one: a long list
/// takes memory for the rows that were seen last.
package final class LateDrawing: Sendable {
  private struct State {
    var pixels: [UInt8]?
    var wasDrawn = false
  }

  /// The number of UTF-16 units of text that the drawing lays out.
  package let textLength: Int
  private let draw: @Sendable () -> [UInt8]?
  private let state = Mutex(State())

  /// - Parameter draw: Returns premultiplied sRGB RGBA, row 0 at the top, or nil if there is no
  ///   memory for it. Called on any thread, on one at a time.
  package init(textLength: Int, draw: @escaping @Sendable () -> [UInt8]?) {
    (self.textLength, self.draw) = (textLength, draw)
  }

  var wasDrawn: Bool { state.withLock { $0.wasDrawn } }

  var holdsPixels: Bool { state.withLock { $0.pixels != nil } }

  /// Returns the pixels; transparent ones if there was no memory for the drawing.
  func pixels(count: Int) -> [UInt8] {
    state.withLock { state in
      if let pixels = state.pixels { return pixels }
      let pixels = draw() ?? [UInt8](repeating: 0, count: count)
      state = State(pixels: pixels, wasDrawn: true)
      return pixels
    }
  }

  func dropPixels() { state.withLock { $0.pixels = nil } }
}

extension CGImage {
  /// Makes an image that is drawn on first use.
  package convenience init(width: Int, height: Int, isOpaque: Bool, drawing: LateDrawing) {
    self.init(
      width: width, height: height, storage: .drawn(drawing), isOpaque: isOpaque,
      alphaInfo: isOpaque ? .noneSkipLast : .premultipliedLast)
  }

  private var lateDrawing: LateDrawing? {
    if case .drawn(let drawing) = storage { drawing } else { nil }
  }

  /// The drawing of an image whose pixels were never used; nil for all other images.
  package var undrawn: LateDrawing? {
    lateDrawing.flatMap { $0.wasDrawn ? nil : $0 }
  }

  /// A Boolean value that indicates whether the image has its pixels in memory.
  package var holdsPixels: Bool { lateDrawing?.holdsPixels ?? true }

  /// Frees pixels that can be drawn again.
  package func dropDrawnPixels() { lateDrawing?.dropPixels() }
}
