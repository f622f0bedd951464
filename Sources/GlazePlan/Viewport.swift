package import GlazeGeometry

/// The picture that a tree is planned for.
package struct Viewport: Sendable, Equatable {
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  /// From the space that the root layer is placed in, in points, to pixels (origin top left, y down).
  package var transform: CGAffineTransform
  /// What the frame is cleared to: premultiplied, sRGB encoded.
  package var background: SIMD4<Float>
  /// Whether a checkerboard lies over that, behind all layers.
  package var isCheckered = false
  /// Whether gradients and wide shadows hide their steps of 8 bits; the same frame dithers the same way
  /// every time.
  package var dithers = true

  /// The narrowest shadows that are dithered: standard deviation, in pixels.
  ///
  /// Measured between 1 % and 99 % of a black shadow on white: narrower ones have no step that is more
  /// than three pixels wide, so that there is nothing to hide.
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

  /// Whether a shadow of a standard deviation, in pixels, needs dithering.
  func dithersBlur(of sigma: Double) -> Bool { dithers && sigma >= Self.ditheredSigma }
}
