import Foundation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers

/// How much the text layers of one commit may still draw into their own contents at once.
///
/// These are text layers of programs' own classes and in half floats; what is drawn later counts in
/// the frames that show it. Contents that do not change are not drawn again, and do not count. The
/// drawing of programs does not count either: only they know whether a layer draws at all.
struct DisplayBudget {
  private var text: Int
  private var bytes: Int
  /// The first layer that would exceed a limit, and the limit.
  private(set) var excess: (layer: CALayer, name: RenderLimits.Name)?

  init(_ limits: RenderLimits) {
    text = limits[.text]
    bytes = limits[.memory]
  }

  /// Counts the text and the pixels of a layer that is about to be displayed.
  ///
  /// - Returns: false if there would be too much of either.
  mutating func admits(_ layer: CALayer) -> Bool {
    if layer.drawsLate { return true }
    let (length, size) = (layer.ownDrawing?.textLength ?? 0, layer.drawnBytes)
    guard length <= text, size <= bytes else {
      excess = excess ?? (layer, length > text ? .text : .memory)
      return false
    }
    text -= length
    bytes -= size
    return true
  }
}

extension CALayer {
  /// Twice the bytes that drawing takes, which are those of a bitmap and of the image of it: the
  /// frame's own images, which have the same limit, exist at the same time.
  ///
  /// A bitmap that is too large counts for nothing: it is reported, and not made.
  fileprivate final var drawnBytes: Int {
    guard type(of: self).layerClass.drawsItself else { return 0 }
    let scale = state.contentsScale > 0 && state.contentsScale.isFinite ? state.contentsScale : 1
    let pixels = Double(state.bounds.width * scale) * Double(state.bounds.height * scale)
    guard pixels <= Double(Self.backingLimit) else { return 0 }
    return Int(clamping: pixels * (contentsFormat == .RGBA16Float ? 32 : 16))
  }
}
