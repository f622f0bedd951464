/// A time or a duration in seconds.
public typealias CFTimeInterval = Double

/// Where contents lie in a layer's bounds; "top" is max y of the layer's coordinates.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a gravity from a name, known or not; a layer reads an unknown one as `center`.
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
  /// As large as fits in the bounds with the image's proportions.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds with the image's proportions.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How texels of contents become pixels.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a filter from a name, known or not; a layer reads an unknown one as `linear`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The nearest texel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Bilinear; the default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Bilinear in two mipmaps and linear between them, when minifying.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// How contents that are larger than their picture fill the room: Apple's files have it, and no header.
package struct CALayerContentsScaling: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The middle part of the picture becomes larger; the default.
  package static let stretch = CALayerContentsScaling(rawValue: "stretch")
  /// The middle part is shown again and again at its own size, from the least x and y on.
  package static let `repeat` = CALayerContentsScaling(rawValue: "repeat")
}

/// The pixels of the backing that a layer draws into.
///
/// Observed: Apple header CALayer.h.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a format from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Eight bits a component; the default.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Half floats.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// One component of eight bits.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
  /// What the drawing asks for.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
}

/// The shape of rounded corners.
///
/// Observed: Apple header CALayer.h.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name in files and in key-value coding.
  public let rawValue: String
  /// Makes a curve from a name, known or not; a layer reads an unknown one as `circular`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Quarter circles; the default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve without a jump in curvature, which starts further from the corner.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// Which corners are rounded, in the layer's coordinates.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// Bits as in Apple's header CALayer.h.
  public let rawValue: UInt
  /// Makes a mask from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Min x, min y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Max x, min y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Min x, max y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Max x, max y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// Which edges of a layer are anti-aliased.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// Bits as in Apple's header CALayer.h.
  public let rawValue: UInt32
  /// Makes a mask from bits.
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

/// What of a layer's frame follows when the bounds of its superlayer change size.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// Bits as in Apple's header CALayer.h.
  public let rawValue: UInt32
  /// Makes a mask from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing follows.
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
  /// Whether values above white are mapped to the display's range.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// The name in files and in key-value coding.
    public let rawValue: String
    /// Makes a mode from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the contents ask; the default.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Never.
    public static let never = ToneMapMode(rawValue: "never")
    /// Wherever the contents can be mapped.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
  }

  /// The range of brightness that a layer wants.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// The name in files and in key-value coding.
    public let rawValue: String
    /// Makes a range from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the contents ask.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// Up to white; the default.
    public static let standard = DynamicRange(rawValue: "standard")
    /// Somewhat above white.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// As far above white as the display goes.
    public static let high = DynamicRange(rawValue: "high")
  }
}

/// The action key of a layer that enters a tree or becomes visible.
public let kCAOnOrderIn = "onOrderIn"
/// The action key of a layer that leaves a tree or becomes hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The key under which transitions are kept.
public let kCATransition = "transition"
