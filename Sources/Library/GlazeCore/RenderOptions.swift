public import Foundation
public import GlazeGeometry
import GlazeLayers

/// How a root layer is drawn into images: set once, for all frames of a session.
public struct RenderOptions: Sendable, Hashable {
  /// The size of the image in pixels, with the root centered in it as large as it fits; default
  /// nil: `extent` times `scale`, rounded.
  public var size: CGSize?
  /// Pixels per point; not used with a `size`; default 1.
  public var scale: CGFloat
  /// The area that fills the image, in points, from the corner of the root; default nil: the root's
  /// bounds.
  ///
  /// A document states how large its canvas is, and its root may change while it is shown.
  public var extent: CGSize?
  /// The background behind the root; default nil: the image is transparent.
  public var background: CGColor?
  /// A Boolean value that indicates whether y points down around the root, as on iOS; default true.
  ///
  /// Glaze's own choice.
  public var isGeometryFlipped: Bool
  /// A Boolean value that indicates whether gradients and wide shadows dither their 8-bit steps
  /// with an ordered pattern; default true.
  ///
  /// The pattern depends only on the pixel's position, so a frame is the same every time. A shadow
  /// is wide when the standard deviation of its blur is at least 24 pixels. Glaze's own choice.
  public var dithers = true
  /// The encoding of images: their color space, their depth, and the brightness of white; default
  /// sRGB with 8 bits.
  ///
  /// Colors, gradients, contents and shadows are converted to it before they are composited.
  public var output = OutputColor.standard
  /// The resources that an image may require; the default allows more than documents for screens
  /// need.
  ///
  /// An image that requires more is not started: drawing throws `GlazeError.Code.limit`.
  public var limits = RenderLimits()
  /// A Boolean value that indicates whether changes of layers that were drawn animate implicitly;
  /// default true, as Apple's.
  ///
  /// If false, changes show in the next frame, unless delegates and `actions` provide animations.
  /// Use false in programs that draw single images. Glaze's own choice.
  public var animatesChanges = true

  /// Makes options; omitted arguments have their defaults.
  public init(
    size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.isGeometryFlipped = isGeometryFlipped
  }

  /// How the size of an image is determined.
  package var fit: Canvas.Fit {
    get throws(GlazeError) { try Canvas.Fit(size: size, scale: scale) }
  }

  /// Returns the canvas for an image of a root.
  ///
  /// - Parameter maximumDimension: the largest side that can be drawn or written, in pixels.
  package func canvas(
    for root: CALayer, maximumDimension: Int = Canvas.maximumDimension
  ) throws(GlazeError) -> Canvas {
    if let problem = output.problem { throw GlazeError(.invalidArgument, problem) }
    return try Canvas(
      size: extent ?? root.bounds.size, fit: fit, maximumDimension: maximumDimension)
  }
}
