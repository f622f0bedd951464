/// A time or a duration in seconds.
public typealias CFTimeInterval = Double

/// The position and size of contents in a layer's bounds; "top" is max y of the layer's
/// coordinates.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a gravity from any name; a layer reads an unknown one as `center`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Unscaled, in the middle.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Unscaled, at max y.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Unscaled, at min y.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Unscaled, at min x.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Unscaled, at max x.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// Unscaled, at min x and max y.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// Unscaled, at max x and max y.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// Unscaled, at min x and min y.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// Unscaled, at max x and min y.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds; the default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// The largest size that fits in the bounds with the image's proportions.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// The smallest size that covers the bounds with the image's proportions.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// The filter that samples contents.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a filter from any name; a layer reads an unknown one as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The nearest texel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Bilinear; the default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Bilinear in two mipmaps and linear between them, for minification.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The way in which contents fill a larger area.
///
/// Apple's files contain it, but no header.
package struct CALayerContentsScaling: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The middle part of the image is stretched; the default.
  package static let stretch = CALayerContentsScaling(rawValue: "stretch")
  /// The middle part is repeated at its own size, from min x and min y on.
  package static let `repeat` = CALayerContentsScaling(rawValue: "repeat")
}

/// The pixel format of the backing that a layer draws into.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a format from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Eight bits per component; the default.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Half floats.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// One component of eight bits.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
  /// The format that the drawing requires.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
}

/// The shape of rounded corners.
///
/// Observed: Apple header CALayer.h.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Creates a curve from any name; a layer reads an unknown one as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Quarter circles; the default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve without a jump in curvature, which starts further from the corner.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The corners that are rounded, in the layer's coordinates.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The bits, as in Apple's header CALayer.h.
  public let rawValue: UInt
  /// Creates a mask from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner at min x and min y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The corner at max x and min y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The corner at min x and max y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The corner at max x and max y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// The edges of a layer that are antialiased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// The bits, as in Apple's header CALayer.h.
  public let rawValue: UInt32
  /// Creates a mask from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge at min x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// The edge at max x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// The edge at min y.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// The edge at max y.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

/// The parts of a layer's frame that change with the size of its superlayer's bounds.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits, as in Apple's header CALayer.h.
  public let rawValue: UInt32
  /// Creates a mask from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing changes.
  public static let layerNotSizable: CAAutoresizingMask = []
  /// The margin at min x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin at max x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin at min y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin at max y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}

extension CALayer {
  /// A mode of mapping values above white to the display's range.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// The name in files and in key-value coding.
    public let rawValue: String
    /// Creates a mode from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Depends on the contents; the default.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Never maps values.
    public static let never = ToneMapMode(rawValue: "never")
    /// Maps values wherever the contents allow it.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
  }

  /// The range of brightness that a layer prefers.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// The name in files and in key-value coding.
    public let rawValue: String
    /// Creates a range from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Depends on the contents.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// Up to white; the default.
    public static let standard = DynamicRange(rawValue: "standard")
    /// Somewhat above white.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// As far above white as the display allows.
    public static let high = DynamicRange(rawValue: "high")
  }
}

/// The action key of a layer that enters a tree or becomes visible.
public let kCAOnOrderIn = "onOrderIn"
/// The action key of a layer that leaves a tree or becomes hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The key under which transitions are stored.
public let kCATransition = "transition"
