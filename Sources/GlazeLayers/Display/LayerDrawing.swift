package import Foundation
package import GlazeGeometry

/// What a layer knows of its own drawing; only layers that draw have one.
package final class LayerDrawing {
  /// The picture that is the layer's `contents`; nil when those came from somebody else.
  package final var backing: LayerBacking?
  /// What a tiled layer draws; nil when it shows other contents.
  package final var tiles: LayerTiles?
  /// What has to be drawn again, in the layer's coordinates; nil is all of it.
  final var dirty: CGRect?
  /// What the last drawing asked for and did not get.
  package final var problems: [UndrawnFeature] = []
}

/// A picture that a layer drew.
package struct LayerBacking {
  package let image: CGImage
  /// What it shows, in the layer's coordinates.
  let bounds: CGRect
  /// Pixels a point.
  let scale: CGFloat
  /// Whether y pointed down in it.
  let isFlipped: Bool
  let isOpaque: Bool

  /// The part of the picture that the bounds cover: its sides are rounded up to whole pixels.
  package var coveredPart: CGSize {
    CGSize(
      width: bounds.width * scale / CGFloat(image.width),
      height: bounds.height * scale / CGFloat(image.height))
  }
}
