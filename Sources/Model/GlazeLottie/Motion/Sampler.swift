import Foundation
import GlazeGeometry

/// A value and its time, in seconds of the document.
struct TimedValue<Value: Blendable> {
  var time: Double
  var value: Value
}

/// Samples functions of time at a stated error.
struct Sampler {
  /// The length of the document, in seconds.
  let duration: Double
  /// The longest step, in seconds.
  let step: Double
  /// The rest of what the document may make.
  var budget = Budget()

  /// The deepest division of a step.
  private static let divisions = 4
  /// The most samples that one line replaces.
  private static let run = 96

  /// Returns values whose straight connections differ from a function by at most a tolerance.
  ///
  /// Where the function jumps, two values have the same time.
  ///
  /// - Parameters:
  ///   - breaks: the times at which the function has corners or jumps; before the first of them and
  ///     after the last one it stands still.
  ///   - tolerance: the largest difference, in the units of the values.
  func sample<Value: Blendable>(
    breaks: [Double], tolerance: Double, _ function: (Double) -> Value
  ) -> [TimedValue<Value>] {
    guard !budget.isSpent else { return [TimedValue(time: 0, value: function(0))] }
    let times = times(breaks)
    let values = budget.values
    var result = [TimedValue(time: times[0], value: function(times[0]))]
    for (a, b) in zip(times, times.dropFirst()) {
      let start = result[result.count - 1].value
      guard budget.takeSample(max(2 * start.count, 1)) else { break }
      // The value just before a jump.
      let before = function(b - (b - a) * 1e-6)
      let after = function(b)
      if start.distance(to: before) == .infinity {
        result.append(TimedValue(time: b, value: start))
        result.append(TimedValue(time: b, value: after))
        continue
      }
      divide(
        TimedValue(time: a, value: start), TimedValue(time: b, value: before), tolerance,
        Self.divisions, into: &result, function)
      if before.distance(to: after) > tolerance {
        result.append(TimedValue(time: b, value: before))
      }
      result.append(TimedValue(time: b, value: after))
      if result.count > Limits.samples * 4 { break }
    }
    let kept = Self.simplified(result, tolerance, step: step)
    budget.keepValues(kept.reduce(0) { $0 + max($1.value.count, 1) }, of: values)
    return kept
  }

  private func times(_ breaks: [Double]) -> [Double] {
    // Exporters write lengths that are slightly more than an integer of frames.
    let steps = max(Int(clamping: (duration / step - 1e-3).rounded(.up)), 1)
    let count = min(steps, Limits.samples)
    // Values that are held change at frames.
    let step = count == steps ? self.step : duration / Double(count)
    let inner = breaks.filter { $0 > 0 && $0 < duration }.prefix(Limits.samples)
    let (first, last) = (breaks.min() ?? .infinity, breaks.max() ?? -.infinity)
    var times = (0..<count).map { step * Double($0) }.filter { $0 > first && $0 < last }
    times += [0, duration] + inner
    times.sort()
    // Times that are closer than a microsecond are one.
    var result: [Double] = []
    for time in times where time - (result.last ?? -1) > 1e-6 { result.append(time) }
    return result.count > 1 ? result : [0, max(duration, 1e-3)]
  }

  private func divide<Value: Blendable>(
    _ a: TimedValue<Value>, _ b: TimedValue<Value>, _ tolerance: Double, _ depth: Int,
    into result: inout [TimedValue<Value>], _ function: (Double) -> Value
  ) {
    guard depth > 0, budget.takeSample(max(a.value.count, 1)) else { return }
    let time = (a.time + b.time) / 2
    let middle = TimedValue(time: time, value: function(time))
    guard middle.value.distance(toMixOf: a.value, b.value, at: 0.5) > tolerance / 2 else { return }
    divide(a, middle, tolerance, depth - 1, into: &result, function)
    result.append(middle)
    divide(middle, b, tolerance, depth - 1, into: &result, function)
  }

  /// Omits the values that the line between others reproduces.
  private static func simplified<Value: Blendable>(
    _ all: [TimedValue<Value>], _ tolerance: Double, step: Double
  ) -> [TimedValue<Value>] {
    guard all.count > 2 else { return all }
    var result = [all[0]]
    var anchor = 0
    while anchor + 1 < all.count {
      anchor = lineEnd(all, anchor, tolerance / 2, step: step)
      result.append(all[anchor])
    }
    return result
  }

  /// Returns the last value that a line from another one reaches.
  private static func lineEnd<Value: Blendable>(
    _ all: [TimedValue<Value>], _ anchor: Int, _ tolerance: Double, step: Double
  ) -> Int {
    // A value that stands still needs no checks, and no limit. A line from it to the next value could be
    // within the tolerance, and would show the dot of a round cap before a stroke begins.
    var still = anchor
    while still + 1 < all.count, all[still + 1].time > all[still].time,
      all[still + 1].value == all[anchor].value
    { still += 1 }
    if all[still].time - all[anchor].time > 1.5 * step { return still }
    var limit = anchor + 1
    while limit + 1 < all.count, limit - anchor < run, all[limit].time > all[limit - 1].time,
      all[limit + 1].time > all[limit].time
    { limit += 1 }
    // Lines of twice the length are tried until one differs; the longest lies below it.
    var (good, bad) = (anchor + 1, limit + 1)
    var step = 1
    while good < limit, bad > limit {
      let next = min(good + step, limit)
      if isStraight(all, anchor, next, tolerance) { good = next } else { bad = next }
      step *= 2
    }
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if isStraight(all, anchor, middle, tolerance) { good = middle } else { bad = middle }
    }
    return good
  }

  private static func isStraight<Value: Blendable>(
    _ all: [TimedValue<Value>], _ from: Int, _ to: Int, _ tolerance: Double
  ) -> Bool {
    let (a, b) = (all[from], all[to])
    guard a.value.distance(to: b.value) < .infinity else { return false }
    for sample in all[(from + 1)..<to] {
      let t = (sample.time - a.time) / (b.time - a.time)
      if sample.value.distance(toMixOf: a.value, b.value, at: t) > tolerance { return false }
    }
    return true
  }
}
