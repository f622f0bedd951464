/// How the values between keyframes are calculated.
package enum CalculationMode: UInt8, Sendable, CaseIterable {
  case linear, discrete, paced, cubic, cubicPaced

  /// Whether the times are derived from distances.
  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// A sequence of values, with the times at which they are reached.
///
/// **Units**: times and fractions are those of one cycle, in 0...1.
///
/// Observed: measured on Apple's QuartzCore by a public test suite.
///
/// It is an object, so that frames retain one, not each of its arrays.
package final class Keyframes<Value: Interpolatable>: Sendable {
  let mode: CalculationMode
  let values: [Value]
  private let schedule: KeySchedule
  /// The prepared interpolations between successive values; empty when the mode does not need them.
  private let spans: [Value.Span]
  /// Tangents, by the first value of each segment; empty when the mode does not need them.
  private let tangents: [SegmentTangents]

  /// Makes keyframes; nil when they have no effect, because there are fewer than two.
  ///
  /// Observed: images of Apple's Core Animation show that a single discrete value has no effect
  /// either.
  ///
  /// Where values and times differ in number, the surplus of either is ignored.
  ///
  /// - Parameters:
  ///   - keyTimes: nil distributes the values evenly; discrete values take one more time, the end
  ///     of the last value.
  ///   - functions: one for each segment; missing ones are linear.
  ///   - shapes: tension, continuity and bias of each value; missing ones are 0.
  package init?(
    _ all: [Value], mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    functions: [TimingFunction] = [], shapes: [KeyShape] = []
  ) {
    var values = all
    var times: [Double]
    if mode.isPaced {
      times = KeySchedule.paced(zip(all, all.dropFirst()).map { $0.distance(to: $1) })
    } else if let keyTimes, !keyTimes.isEmpty {
      times = keyTimes
      values = Array(all.prefix(times.count))
    } else {
      times = KeySchedule.even(mode == .discrete ? all.count : all.count - 1)
    }
    guard values.count > 1 else { return nil }
    times = Array(times.prefix(values.count))
    self.mode = mode
    self.values = values
    schedule = KeySchedule(times: times, functions: mode.isPaced ? [] : functions)
    tangents =
      mode.isCubic
      ? SegmentTangents.make(count: values.count, times: schedule.reached, shapes: shapes) : []
    spans =
      mode == .discrete || mode.isCubic
      ? [] : zip(values, values.dropFirst()).map { Value.span($0, $1) }
  }

  /// The value at a fraction of the cycle.
  package func value(at fraction: Double) -> Value {
    let (segment, u) = schedule.place(at: fraction)
    if mode == .discrete { return values[segment] }
    guard segment + 1 < values.count else { return values[values.count - 1] }
    if spans.isEmpty { return cubic(segment, u) }
    return spans[segment].value(at: u)
  }

  /// The fractions around one between which the value stays the same; nil where it changes.
  func steadyFractions(around fraction: Double) -> ClosedRange<Double>? {
    let segment = schedule.place(at: fraction).segment
    let isLast = segment + 1 >= values.count
    guard mode == .discrete || isLast else { return nil }
    let first = schedule.reached[segment]
    return first...max(isLast ? 1 : min(schedule.reached[segment + 1], 1), first)
  }

  private func cubic(_ i: Int, _ u: Double) -> Value {
    if u == 0 { return values[i] }
    if u == 1 { return values[i + 1] }
    let around = (
      values[max(i - 1, 0)], values[i], values[i + 1], values[min(i + 2, values.count - 1)]
    )
    return Value.combined(around, tangents[i].weights(at: u))
  }

  /// The value at the end of the cycle.
  package var last: Value { values[values.count - 1] }
}

/// The shape of a cubic curve at a key, after Kochanek and Bartels; all values are 0 for a smooth
/// curve.
package struct KeyShape: Sendable, Equatable {
  package var tension = 0.0
  package var continuity = 0.0
  package var bias = 0.0

  package init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}

/// The tangents of one segment, as factors of the differences between successive values around it.
struct SegmentTangents: Sendable {
  /// The factors of the tangent at the start: of the difference before the segment, and of the
  /// segment's own.
  private var begin = SIMD2<Double>.zero
  /// The factors of the tangent at the end: of the segment's own difference, and of the difference
  /// after it.
  private var end = SIMD2<Double>.zero

  static func make(count: Int, times: [Double], shapes: [KeyShape]) -> [SegmentTangents] {
    (0..<count - 1).map { i in
      func shape(_ key: Int) -> KeyShape { key < shapes.count ? shapes[key] : KeyShape() }
      func length(_ segment: Int) -> Double { times[segment + 1] - times[segment] }
      /// With uneven times, the tangents on both sides of a key have the same speed.
      func factor(_ key: Int) -> Double {
        let sum = length(key - 1) + length(key)
        return sum > 0 ? 2 * length(i) / sum : 1
      }
      var result = SegmentTangents()
      let (a, b) = (shape(i), shape(i + 1))
      let outgoing = SIMD2(
        (1 - a.tension) * (1 + a.continuity) * (1 + a.bias) / 2,
        (1 - a.tension) * (1 - a.continuity) * (1 - a.bias) / 2)
      let incoming = SIMD2(
        (1 - b.tension) * (1 - b.continuity) * (1 + b.bias) / 2,
        (1 - b.tension) * (1 + b.continuity) * (1 - b.bias) / 2)
      // Beyond the ends, the values continue like those of the adjacent segment.
      result.begin = i == 0 ? SIMD2(0, outgoing.sum()) : outgoing * factor(i)
      result.end = i == count - 2 ? SIMD2(incoming.sum(), 0) : incoming * factor(i + 1)
      return result
    }
  }

  /// The weights of the previous value, the two values of the segment, and the next value.
  func weights(at u: Double) -> SIMD4<Double> {
    let (u2, u3) = (u * u, u * u * u)
    let (first, second) = (u3 - 2 * u2 + u, u3 - u2)
    let rise = 3 * u2 - 2 * u3
    return SIMD4(
      -first * begin.x,
      1 - rise + first * (begin.x - begin.y) - second * end.x,
      rise + first * begin.y + second * (end.x - end.y),
      second * end.y)
  }
}

/// The times of keys, and the position of a fraction between them.
struct KeySchedule: Sendable {
  /// The latest time up to each key; monotonic.
  let reached: [Double]
  /// The unchanged times.
  ///
  /// Observed: in images of Apple's Core Animation, keys outside of the cycle (before a key at 0 or
  /// after one at 1) keep their times: the motion is already in progress when the cycle begins.
  private let times: [Double]
  private let functions: [TimingFunction]

  init(times: [Double], functions: [TimingFunction]) {
    self.times = times
    var latest = 0.0
    reached = times.map { time in
      // The comparison is false for NaN, so such a key has the time of the previous key.
      if time > latest { latest = time }
      return latest
    }
    self.functions = functions
  }

  /// Times that divide a cycle evenly, from 0 to 1.
  static func even(_ segments: Int) -> [Double] {
    guard segments > 0 else { return [0] }
    return (0...segments).map { Double($0) / Double(segments) }
  }

  /// Times in proportion to distances.
  static func paced(_ distances: [Double]) -> [Double] {
    let total = distances.reduce(0, +)
    guard total > 0, total.isFinite else { return even(distances.count) }
    var sum = 0.0
    return [0]
      + distances.map { distance in
        sum += distance
        return min(sum / total, 1)
      }
  }

  /// The segment that contains a fraction, and the paced fraction of the segment.
  ///
  /// At and after the last time, a segment that would begin there.
  func place(at fraction: Double) -> (segment: Int, fraction: Double) {
    var (low, high) = (0, reached.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if reached[middle] <= fraction { low = middle } else { high = middle }
    }
    guard low + 1 < times.count else { return (low, 0) }
    let length = times[low + 1] - times[low]
    let isProper = length > 0 && length.isFinite
    let u = isProper ? min(max((fraction - times[low]) / length, 0), 1) : 0
    return (low, low < functions.count ? functions[low].value(at: u) : u)
  }
}
