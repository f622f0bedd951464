/// The rates at which somebody wants frames, in frames per second.
///
/// Observed: Apple header CAFrameRateRange.h.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The slowest that is wanted; 0 is any.
  public var minimum: Float
  /// The fastest that is wanted; 0 is any.
  public var maximum: Float
  /// What is wanted most; nil is any rate in between.
  public var preferred: Float?

  /// Makes a range.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// Whatever the display does.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}

/// Makes a range.
public func CAFrameRateRangeMake(
  _ minimum: Float, _ maximum: Float, _ preferred: Float
) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Returns whether two ranges are the same.
public func CAFrameRateRangeIsEqualToRange(
  _ range: CAFrameRateRange, _ other: CAFrameRateRange
) -> Bool {
  range == other
}
