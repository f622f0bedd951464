public import Foundation
public import GlazeGeometry
import GlazeLayers

/// How a root layer becomes a picture: said once, for all frames of a session.
public struct RenderOptions: Sendable, Hashable {
  /// Pixels of the picture, in the middle of which the root lies as large as it can; default nil: `extent`
  /// times `scale`, rounded.
  public var size: CGSize?
  /// Pixels per point; not used with a `size`; default 1.
  public var scale: CGFloat
  /// What fills the picture, in points, from the corner of the root; default nil: the root's bounds.
  ///
  /// A document says how large its canvas is, and its root may change while it is shown.
  public var extent: CGSize?
  /// What lies behind the root; default nil: nothing, the picture is transparent.
  public var background: CGColor?
  /// Whether y points down around the root, as on iOS; default true.
  ///
  /// Glaze's own choice.
  public var isGeometryFlipped: Bool
  /// Whether gradients and wide shadows hide their steps of 8 bits under an ordered pattern; default true.
  ///
  /// The pattern depends on a pixel's place alone: a frame is the same every time. Shadows are wide when
  /// the standard deviation of their blur is at least 24 pixels. Glaze's own choice.
  public var dithers = true
  /// How much a picture may ask for; default: more than documents for screens need.
  ///
  /// One that asks for more is not begun: drawing throws `GlazeError.Code.limit`.
  public var limits = RenderLimits()
  /// Whether changes of layers that were drawn are animated by themselves; default true, as Apple's.
  ///
  /// If false, changes show in the next frame, unless delegates and `actions` say otherwise. Programs that
  /// draw pictures one by one want that. Glaze's own choice.
  public var animatesChanges = true

  /// Makes options; what is left out has its default.
  public init(
    size: CGSize? = nil, scale: CGFloat = 1, background: CGColor? = nil,
    isGeometryFlipped: Bool = true
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.isGeometryFlipped = isGeometryFlipped
  }

  /// How large a picture becomes.
  package var fit: Canvas.Fit {
    get throws(GlazeError) { try Canvas.Fit(size: size, scale: scale) }
  }

  /// Lays out a picture of a root.
  ///
  /// - Parameter maximumDimension: the largest side that the backend can draw, in pixels.
  func canvas(
    for root: CALayer, maximumDimension: Int = Canvas.maximumDimension
  ) throws(GlazeError) -> Canvas {
    try Canvas(
      size: extent ?? root.bounds.size, fit: fit, maximumDimension: maximumDimension)
  }
}
