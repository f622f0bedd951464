package import Foundation
package import GlazeGeometry

/// The state of a layer's own drawing; only layers that draw have one.
package final class LayerDrawing {
  /// The image in the layer's `contents`; nil if the contents come from elsewhere.
  package final var backing: LayerBacking?
  /// The tiles of a tiled layer; nil if it shows other contents.
  package final var tiles: LayerTiles?
  /// The part that must be drawn again, in the layer's coordinates; nil is the whole layer.
  final var dirty: CGRect?
  /// The features that the last drawing requested and that were not available.
  package final var problems: [UndrawnFeature] = []
}

/// An image that a layer drew.
package struct LayerBacking {
  package let image: CGImage
  /// The area that it shows, in the layer's coordinates.
  let bounds: CGRect
  /// The number of pixels per point.
  let scale: CGFloat
  /// A Boolean value that indicates whether y pointed down in it.
  let isFlipped: Bool
  let isOpaque: Bool

  /// The part of the image that the bounds cover: the image's sides are rounded up to integers.
  package var coveredPart: CGSize {
    CGSize(
      width: bounds.width * scale / CGFloat(image.width),
      height: bounds.height * scale / CGFloat(image.height))
  }
}
