/// How a stroke ends.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGLineCap: Int32, Sendable, Hashable {
  /// At the end point.
  case butt = 0
  /// With a half circle round the end point.
  case round = 1
  /// Half a line width beyond the end point.
  case square = 2
}

/// How the pieces of a stroke meet.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGLineJoin: Int32, Sendable, Hashable {
  /// With a sharp corner, or a bevel where that would exceed the miter limit.
  case miter = 0
  /// With an arc round the corner.
  case round = 1
  /// With a straight cut.
  case bevel = 2
}
