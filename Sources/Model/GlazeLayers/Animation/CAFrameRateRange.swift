/// A range of frame rates, in frames per second.
///
/// Observed: Apple header CAFrameRateRange.h.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The minimum frame rate; 0 is any.
  public var minimum: Float
  /// The maximum frame rate; 0 is any.
  public var maximum: Float
  /// The preferred frame rate; nil is any rate in the range.
  public var preferred: Float?

  /// Creates a range.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// The rate of the display.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}

/// Creates a range.
public func CAFrameRateRangeMake(
  _ minimum: Float, _ maximum: Float, _ preferred: Float
) -> CAFrameRateRange {
  CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
}

/// Returns whether two ranges are equal.
public func CAFrameRateRangeIsEqualToRange(
  _ range: CAFrameRateRange, _ other: CAFrameRateRange
) -> Bool {
  range == other
}
