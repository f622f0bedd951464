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
  ///   - breaks: the times at which the function has corners or jumps.
  ///   - tolerance: the largest difference, in the units of the values.
  func sample<Value: Blendable>(
    breaks: [Double], tolerance: Double, _ function: (Double) -> Value
  ) -> [TimedValue<Value>] {
    let times = times(breaks)
    var result = [TimedValue(time: times[0], value: function(times[0]))]
    for (a, b) in zip(times, times.dropFirst()) {
      let start = result[result.count - 1].value
      guard budget.takeValues(2 * start.count) else { break }
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
    return Self.simplified(result, tolerance)
  }

  private func times(_ breaks: [Double]) -> [Double] {
    let count = min(max(Int(clamping: (duration / step).rounded(.up)), 1), Limits.samples)
    let inner = breaks.filter { $0 > 0 && $0 < duration }.prefix(Limits.samples)
    var times = (0...count).map { duration * Double($0) / Double(count) } + inner
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
    guard depth > 0, budget.takeValues(a.value.count) else { return }
    let time = (a.time + b.time) / 2
    let middle = TimedValue(time: time, value: function(time))
    let guess = a.value.mixed(with: b.value, at: SIMD4(repeating: 0.5))
    guard middle.value.distance(to: guess) > tolerance / 2 else { return }
    divide(a, middle, tolerance, depth - 1, into: &result, function)
    result.append(middle)
    divide(middle, b, tolerance, depth - 1, into: &result, function)
  }

  /// Omits the values that the line between others reproduces.
  private static func simplified<Value: Blendable>(
    _ all: [TimedValue<Value>], _ tolerance: Double
  ) -> [TimedValue<Value>] {
    guard all.count > 2 else { return all }
    var result = [all[0]]
    var anchor = 0
    var end = 1
    while end < all.count {
      let next = end + 1
      if next < all.count, next - anchor <= run, all[end].time > all[end - 1].time,
        all[next].time > all[end].time, isStraight(all, anchor, next, tolerance / 2)
      {
        end = next
        continue
      }
      result.append(all[end])
      anchor = end
      end += 1
    }
    return result
  }

  private static func isStraight<Value: Blendable>(
    _ all: [TimedValue<Value>], _ from: Int, _ to: Int, _ tolerance: Double
  ) -> Bool {
    let (a, b) = (all[from], all[to])
    guard a.value.distance(to: b.value) < .infinity else { return false }
    for sample in all[(from + 1)..<to] {
      let t = (sample.time - a.time) / (b.time - a.time)
      let guess = a.value.mixed(with: b.value, at: SIMD4(repeating: t))
      if guess.distance(to: sample.value) > tolerance { return false }
    }
    return true
  }
}
