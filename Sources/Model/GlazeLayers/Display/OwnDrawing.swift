package import GlazeDrawing

/// The drawing of a layer's own contents as its properties are now; it may happen later and on any
/// thread.
@_spi(LayerClasses) public struct OwnDrawing: Sendable {
  /// The number of UTF-16 units of text that the drawing lays out.
  package let textLength: Int
  /// The features that are requested and not available.
  package let problems: [UndrawnFeature]
  /// Draws in the layer's coordinates.
  package let draw: @Sendable (CGContext) -> Void

  package init(
    textLength: Int = 0, problems: [UndrawnFeature] = [],
    draw: @escaping @Sendable (CGContext) -> Void = { _ in }
  ) {
    (self.textLength, self.problems, self.draw) = (textLength, problems, draw)
  }
}
