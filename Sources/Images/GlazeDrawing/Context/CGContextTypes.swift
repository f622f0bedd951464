/// The quality of images that are drawn at another size.
///
/// Apple's filters are not documented, so cairo's replace them: `none` is the nearest pixel, `low`
/// bilinear, `default` and `medium` bilinear when enlarging and an area average when reducing,
/// `high` cairo's best (a cubic when enlarging).
///
/// Observed: Apple header CGContext.h; the raw values are Apple's.
public enum CGInterpolationQuality: Int32, Sendable, Hashable {
  /// The context's own choice.
  case `default` = 0
  /// No smoothing.
  case none = 1
  /// Fast interpolation.
  case low = 2
  /// The best interpolation.
  case high = 3
  /// A quality between low and high.
  case medium = 4
}

/// The parts of a path that are drawn.
///
/// Observed: Apple header CGContext.h; the raw values are Apple's.
public enum CGPathDrawingMode: Int32, Sendable, Hashable {
  /// The inside by the winding rule.
  case fill = 0
  /// The inside by the even-odd rule.
  case eoFill = 1
  /// The line.
  case stroke = 2
  /// The inside by the winding rule, then the line.
  case fillStroke = 3
  /// The inside by the even-odd rule, then the line.
  case eoFillStroke = 4
}

/// The extension of a gradient beyond its ends.
///
/// Observed: Apple header CGGradient.h; the raw values are Apple's.
public struct CGGradientDrawingOptions: OptionSet, Sendable, Hashable {
  /// The bits as Apple numbers them.
  public let rawValue: UInt32

  /// Makes options from Apple's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first color fills the area before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last color fills the area after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// The way in which text is drawn.
///
/// Observed: Apple header CGContext.h; the raw values are Apple's.
public enum CGTextDrawingMode: Int32, Sendable {
  /// The outlines are filled.
  case fill
  /// The outlines are stroked.
  case stroke
  /// The outlines are filled, and stroked over that.
  case fillStroke
  /// The text only moves the text position.
  case invisible
  /// The same as `fill`, and later drawings are clipped to the text.
  case fillClip
  /// The same as `stroke`, and later drawings are clipped to the text.
  case strokeClip
  /// The same as `fillStroke`, and later drawings are clipped to the text.
  case fillStrokeClip
  /// Later drawings are clipped to the text, which is not drawn.
  case clip

  var clips: Bool { rawValue >= CGTextDrawingMode.fillClip.rawValue }
}
