/// How images are smoothed when they are drawn at another size.
///
/// Cairo's filters stand for Apple's, which are not documented: `none` is the nearest pixel, `low`
/// bilinear, `default` and `medium` bilinear when enlarging and an area average when reducing,
/// `high` cairo's best (a cubic when enlarging).
///
/// Observed: Apple header CGContext.h; the raw values are Apple's.
public enum CGInterpolationQuality: Int32, Sendable, Hashable {
  /// The context's own choice.
  case `default` = 0
  /// No smoothing.
  case none = 1
  /// Fast.
  case low = 2
  /// The best.
  case high = 3
  /// Between low and high.
  case medium = 4
}

/// What is drawn of a path.
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

/// Whether a gradient goes on beyond its ends.
///
/// Observed: Apple header CGGradient.h; the raw values are Apple's.
public struct CGGradientDrawingOptions: OptionSet, Sendable, Hashable {
  /// The bits as Apple numbers them.
  public let rawValue: UInt32

  /// Makes options from Apple's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first color fills what lies before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last color fills what lies after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// What becomes of text.
///
/// Observed: Apple header CGContext.h, whose raw values these are.
public enum CGTextDrawingMode: Int32, Sendable {
  /// Its outlines are filled.
  case fill
  /// Its outlines are stroked.
  case stroke
  /// Its outlines are filled, and stroked over that.
  case fillStroke
  /// It only moves the text position.
  case invisible
  /// As `fill`, and what is drawn afterwards is clipped to it.
  case fillClip
  /// As `stroke`, and what is drawn afterwards is clipped to it.
  case strokeClip
  /// As `fillStroke`, and what is drawn afterwards is clipped to it.
  case fillStrokeClip
  /// What is drawn afterwards is clipped to it.
  case clip

  var clips: Bool { rawValue >= CGTextDrawingMode.fillClip.rawValue }
}
