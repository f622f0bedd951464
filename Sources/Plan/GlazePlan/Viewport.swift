package import GlazeGeometry

/// The image for which a tree is planned.
package struct Viewport: Sendable, Equatable {
  /// The width, in pixels.
  package var width: Int
  /// The height, in pixels.
  package var height: Int
  /// The transform from the space in which the root layer is placed, in points, to pixels (origin
  /// top left, y down).
  package var transform: CGAffineTransform
  /// The color to which the frame is cleared: premultiplied, sRGB encoded, and converted to the
  /// output like all colors.
  package var background: SIMD4<Float>
  /// Whether a checkerboard is drawn over the background, behind all layers.
  package var isCheckered = false
  /// Whether gradients and wide shadows are dithered to hide their 8-bit steps; the same frame is
  /// always dithered the same way.
  package var dithers = true
  /// The encoding of the frame.
  package var output = OutputColor.standard

  /// The standard deviation of the narrowest shadows that are dithered, in pixels.
  ///
  /// Measured between 1 % and 99 % of a black shadow on white: narrower shadows have no step that
  /// is wider than three pixels, so they need no dithering.
  static let ditheredSigma = 24.0

  package init(
    width: Int, height: Int, transform: CGAffineTransform = .identity,
    background: SIMD4<Float> = .zero
  ) {
    self.width = width
    self.height = height
    self.transform = transform
    self.background = background
  }

  /// Whether a shadow with a given standard deviation, in pixels, needs dithering.
  func dithersBlur(of sigma: Double) -> Bool { dithers && sigma >= Self.ditheredSigma }
}
