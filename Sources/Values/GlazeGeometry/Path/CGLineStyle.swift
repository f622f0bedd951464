/// The shape of a stroke's ends.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGLineCap: Int32, Sendable, Hashable {
  /// At the end point.
  case butt = 0
  /// With a semicircle around the end point.
  case round = 1
  /// Half a line width beyond the end point.
  case square = 2
}

/// The shape of a stroke's corners.
///
/// Observed: Apple header CGPath.h; the raw values are Apple's.
public enum CGLineJoin: Int32, Sendable, Hashable {
  /// With a sharp corner, or a bevel where that would exceed the miter limit.
  case miter = 0
  /// With an arc around the corner.
  case round = 1
  /// With a straight cut.
  case bevel = 2
}
