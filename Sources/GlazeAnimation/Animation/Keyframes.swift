/// How keyframes are joined.
package enum CalculationMode: UInt8, Sendable, CaseIterable {
  case linear, discrete, paced, cubic, cubicPaced

  /// Whether times come from distances.
  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// Values one after another, with the times at which they show.
///
/// **Units**: times and fractions are those of one cycle, in 0...1.
///
/// Observed: measured on Apple's QuartzCore by a public test suite.
package struct Keyframes<Value: Interpolatable>: Sendable {
  private let mode: CalculationMode
  private let values: [Value]
  private let schedule: KeySchedule
  /// The ways between the values; empty when the mode needs none.
  private let spans: [Value.Span]
  /// Tangents by the first value of each segment; empty when the mode needs none.
  private let tangents: [SegmentTangents]

  /// Makes keyframes; nil when they have no effect: none, or a single one.
  ///
  /// That a single discrete one has none, too, is what pictures by Apple's Core Animation show.
  ///
  /// Where values and times differ in number, the surplus of either is left out.
  ///
  /// - Parameters:
  ///   - keyTimes: nil spreads the values evenly; discrete values take one more, the end of the last.
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

  private func cubic(_ i: Int, _ u: Double) -> Value {
    if u == 0 { return values[i] }
    if u == 1 { return values[i + 1] }
    let around = (
      values[max(i - 1, 0)], values[i], values[i + 1], values[min(i + 2, values.count - 1)]
    )
    return Value.combined(around, tangents[i].weights(at: u))
  }

  /// What shows when the cycle ends.
  package var last: Value { values[values.count - 1] }
}

/// How a cubic curve passes a key, after Kochanek and Bartels; 0 each for a smooth curve.
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

/// The tangents of one segment, in terms of the values around it.
struct SegmentTangents: Sendable {
  /// Of the tangent at the begin: times the way to the first value, times the way of the segment.
  private var begin = SIMD2<Double>.zero
  /// Of the tangent at the end: times the way of the segment, times the way behind it.
  private var end = SIMD2<Double>.zero

  static func make(count: Int, times: [Double], shapes: [KeyShape]) -> [SegmentTangents] {
    (0..<count - 1).map { i in
      func shape(_ key: Int) -> KeyShape { key < shapes.count ? shapes[key] : KeyShape() }
      func length(_ segment: Int) -> Double { times[segment + 1] - times[segment] }
      /// Uneven times: each side of a key has the tangent of the same speed.
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
      // Beyond the ends the values go on as they do beside them.
      result.begin = i == 0 ? SIMD2(0, outgoing.sum()) : outgoing * factor(i)
      result.end = i == count - 2 ? SIMD2(incoming.sum(), 0) : incoming * factor(i + 1)
      return result
    }
  }

  /// What the value before, the two of the segment and the value behind are multiplied with.
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

/// The times of keys, and where a fraction falls between them.
struct KeySchedule: Sendable {
  /// The latest time up to each key: never falling.
  let reached: [Double]
  /// The times as they were given.
  ///
  /// In pictures by Apple's Core Animation, keys that lie outside of the cycle, before one at 0 or behind one at
  /// 1, keep their own: motion is on its way when the cycle begins.
  private let times: [Double]
  private let functions: [TimingFunction]

  init(times: [Double], functions: [TimingFunction]) {
    self.times = times
    var latest = 0.0
    reached = times.map { time in
      // A NaN compares false: it stays where the key before is.
      if time > latest { latest = time }
      return latest
    }
    self.functions = functions
  }

  /// Times that share a cycle evenly, from 0 to 1.
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

  /// The segment that a fraction falls into, and the paced fraction of it; at and behind the last
  /// time a segment that would begin there.
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
