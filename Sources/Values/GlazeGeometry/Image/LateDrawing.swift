import Synchronization

/// The pixels of an image that is drawn on first use, so that what no frame shows is never drawn.
package final class LateDrawing: Sendable {
  private enum State {
    case waiting(@Sendable () -> [UInt8]?)
    case drawn([UInt8])
  }

  /// The number of UTF-16 units of text that the drawing lays out.
  package let textLength: Int
  private let state: Mutex<State>

  /// - Parameter draw: Returns premultiplied sRGB RGBA, row 0 at the top, or nil if there is no
  ///   memory for it. Called once at most, on any thread.
  package init(textLength: Int, draw: @escaping @Sendable () -> [UInt8]?) {
    self.textLength = textLength
    state = Mutex(.waiting(draw))
  }

  var isDrawn: Bool {
    state.withLock { if case .drawn = $0 { true } else { false } }
  }

  /// Returns the pixels; transparent ones if there was no memory for the drawing.
  func pixels(count: Int) -> [UInt8] {
    state.withLock { state in
      switch state {
      case .drawn(let pixels): return pixels
      case .waiting(let draw):
        let pixels = draw() ?? [UInt8](repeating: 0, count: count)
        state = .drawn(pixels)
        return pixels
      }
    }
  }
}

extension CGImage {
  /// Makes an image that is drawn on first use.
  package convenience init(width: Int, height: Int, isOpaque: Bool, drawing: LateDrawing) {
    self.init(
      width: width, height: height, storage: .drawn(drawing), isOpaque: isOpaque,
      alphaInfo: isOpaque ? .noneSkipLast : .premultipliedLast)
  }

  /// The drawing of an image whose pixels were not used yet; nil for all other images.
  package var undrawn: LateDrawing? {
    if case .drawn(let drawing) = storage, !drawing.isDrawn { drawing } else { nil }
  }
}
