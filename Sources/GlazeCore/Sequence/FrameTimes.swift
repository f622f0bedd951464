import Foundation
import GlazeGeometry

/// Frames a second, as a fraction: 60, or 30000/1001.
public struct FrameRate: Sendable, Hashable {
  /// Frames in `denominator` seconds.
  public let numerator: Int
  /// Seconds in which `numerator` frames are shown.
  public let denominator: Int

  /// What either number may not exceed: files hold them in 32 bits.
  public static let limit = 1_000_000_000

  /// A rate as a fraction, which is reduced; nil unless both numbers are above 0 and within the limit.
  public init?(_ numerator: Int, over denominator: Int = 1) {
    guard 1...Self.limit ~= numerator, 1...Self.limit ~= denominator else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// A whole number above 0.
  private init(whole framesPerSecond: Int) {
    (numerator, denominator) = (framesPerSecond, 1)
  }

  /// 60 frames a second.
  public static let sixty = FrameRate(whole: 60)

  /// A rate with at most four digits behind the point, rounded; nil unless it is above 0.
  ///
  /// 29.97 is 2997/100: name 30000/1001 as a fraction where that is meant.
  public init?(_ framesPerSecond: Double) {
    let parts = (framesPerSecond * 10_000).rounded()
    guard parts >= 1, parts <= Double(Self.limit) else { return nil }
    self.init(Int(clamping: parts), over: 10_000)
  }

  /// Frames a second, rounded as numbers are.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
  /// `60` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// The moments of a sequence of frames: `start + i / rate`, for as many frames as fit before `end`.
///
/// A moment depends on the number of its frame alone: parts of a sequence that are drawn by several
/// processes have the moments of the whole.
public struct FrameTimes: Sendable, Hashable, RandomAccessCollection {
  /// The moment of the first frame, in seconds.
  public let start: CFTimeInterval
  /// Frames a second.
  public let rate: FrameRate
  /// How many frames there are.
  public let count: Int
  /// The part of time that is shown again and again, in seconds: what lies past its end is in it;
  /// default nil, time goes on.
  public var loop: Range<CFTimeInterval>?

  /// More is refused.
  public static let maximumCount = 100_000_000

  /// Frames from `start` on, without one at `end`.
  ///
  /// - Parameters:
  ///   - start: in seconds.
  ///   - end: in seconds; the number of frames is the time between times the rate, rounded.
  ///   - rate: frames a second.
  /// - Throws: `GlazeError.Code.invalidArgument` when no frame fits or a number is not finite,
  ///   `GlazeError.Code.invalidArgument`.
  public init(
    from start: CFTimeInterval, to end: CFTimeInterval, rate: FrameRate
  ) throws(GlazeError) {
    let frames = ((end - start) * rate.framesPerSecond).rounded()
    guard frames >= 1, start.isFinite, end.isFinite else {
      throw .emptyRange(from: start, to: end, rate: rate)
    }
    guard frames <= Double(Self.maximumCount) else { throw .tooManyFrames(frames) }
    self.start = start
    self.rate = rate
    count = Int(clamping: frames)
  }

  /// Frames from `start` on, without one at `end`, at a rate of at most four digits behind the point.
  ///
  /// - Throws: `GlazeError.Code.invalidArgument`, and as with a fraction.
  public init(
    from start: CFTimeInterval, to end: CFTimeInterval, framesPerSecond: Double
  ) throws(GlazeError) {
    guard let rate = FrameRate(framesPerSecond) else { throw .invalidRate(framesPerSecond) }
    try self.init(from: start, to: end, rate: rate)
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of frames.
  public var endIndex: Int { count }

  /// The moment of a frame, in seconds.
  public subscript(frame: Int) -> CFTimeInterval {
    Self.moment(start + Double(frame * rate.denominator) / Double(rate.numerator), in: loop)
  }

  /// The moment that is shown at a time.
  package static func moment(
    _ time: CFTimeInterval, in loop: Range<CFTimeInterval>?
  ) -> CFTimeInterval {
    guard let loop, !loop.isEmpty, time >= loop.upperBound else { return time }
    let length = loop.upperBound - loop.lowerBound
    return loop.lowerBound + (time - loop.lowerBound).truncatingRemainder(dividingBy: length)
  }
}
