import Foundation
import GlazeGeometry

/// A number of frames a second, as a fraction: 60, or 30000/1001.
public struct FrameRate: Sendable, Hashable {
  /// The number of frames in `denominator` seconds.
  public let numerator: Int
  /// The number of seconds in which `numerator` frames are shown.
  public let denominator: Int

  /// The limit of both numbers: files store them in 32 bits.
  public static let limit = 1_000_000_000

  /// Makes a rate from a fraction, which is reduced; nil unless both numbers are above 0 and within
  /// the limit.
  public init?(_ numerator: Int, over denominator: Int = 1) {
    guard 1...Self.limit ~= numerator, 1...Self.limit ~= denominator else { return nil }
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
  }

  /// Makes a rate from an integer above 0.
  private init(whole framesPerSecond: Int) {
    (numerator, denominator) = (framesPerSecond, 1)
  }

  /// 60 frames a second.
  public static let sixty = FrameRate(whole: 60)

  /// Makes a rate of at most four decimal places, rounded; nil unless it is above 0.
  ///
  /// 29.97 is 2997/100: pass 30000/1001 as a fraction if you mean that.
  public init?(_ framesPerSecond: Double) {
    let parts = (framesPerSecond * 10_000).rounded()
    guard parts >= 1, parts <= Double(Self.limit) else { return nil }
    self.init(Int(clamping: parts), over: 10_000)
  }

  /// The rate in frames a second, rounded to the nearest `Double`.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}

extension FrameRate: CustomStringConvertible {
  /// The rate as text: `60` or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

/// The times of a sequence of frames: `start + i / rate`, for as many frames as fit before `end`.
///
/// A frame's time depends on its number alone: parts of a sequence that several processes draw have
/// the times of the whole.
public struct FrameTimes: Sendable, Hashable, RandomAccessCollection {
  /// The time of the first frame, in seconds.
  public let start: CFTimeInterval
  /// The frames a second.
  public let rate: FrameRate
  /// The number of frames.
  public let count: Int
  /// The range of time that repeats, in seconds: later times are mapped into it; default nil, time
  /// does not repeat.
  public var loop: Range<CFTimeInterval>?

  /// The largest number of frames.
  public static let maximumCount = 100_000_000

  /// Makes the times of frames from `start` on, without one at `end`.
  ///
  /// - Parameters:
  ///   - start: the time of the first frame, in seconds.
  ///   - end: the end in seconds; the number of frames is the duration times the rate, rounded.
  ///   - rate: the frames a second.
  /// - Throws: `GlazeError.Code.invalidArgument` when no frame fits, when there are more than
  ///   `maximumCount`, or when a number is not finite.
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

  /// Makes the times of frames from `start` on, without one at `end`, at a rate of at most four
  /// decimal places.
  ///
  /// - Throws: `GlazeError.Code.invalidArgument`, as with a fraction and for an invalid rate.
  public init(
    from start: CFTimeInterval, to end: CFTimeInterval, framesPerSecond: Double
  ) throws(GlazeError) {
    guard let rate = FrameRate(framesPerSecond) else { throw .invalidRate(framesPerSecond) }
    try self.init(from: start, to: end, rate: rate)
  }

  /// The number of the first frame, 0.
  public var startIndex: Int { 0 }
  /// The number of frames.
  public var endIndex: Int { count }

  /// Returns the time of a frame, in seconds.
  public subscript(frame: Int) -> CFTimeInterval {
    Self.moment(start + Double(frame * rate.denominator) / Double(rate.numerator), in: loop)
  }

  /// Returns the time within the loop that is shown at a time.
  package static func moment(
    _ time: CFTimeInterval, in loop: Range<CFTimeInterval>?
  ) -> CFTimeInterval {
    guard let loop, !loop.isEmpty, time >= loop.upperBound else { return time }
    let length = loop.upperBound - loop.lowerBound
    return loop.lowerBound + (time - loop.lowerBound).truncatingRemainder(dividingBy: length)
  }
}
