import GlazeGeometry
import GlazeTree

/// The times at which a cell's particles are born, in the cell's time.
///
/// Particle k is born when the integral of the rate from 0 reaches k + 1: the first one at 1 / rate.
struct Births {
  /// The rate from 0 on, or before the first and after the last point.
  private let rate: Double
  private let lastRate: Double
  /// The points at which the rate changes; it is linear between them.
  private let points: [Point]

  private struct Point {
    var time: Double
    var rate: Double
    /// The number of births until the point.
    var count: Double
  }

  /// The largest particle number.
  ///
  /// Above it, a `Double` could not distinguish two successive numbers.
  private static let most = 0x1p52

  init(rate: Double) {
    self.rate = rate
    lastRate = rate
    points = []
  }

  /// - Parameter rates: At least one positive rate, at equal steps.
  init(start: Double, step: Double, rates: [Double]) {
    var points: [Point] = []
    var before = Point(time: 0, rate: rates[0], count: 0)
    for (index, rate) in rates.enumerated() {
      let time = start + Double(index) * step
      guard time > 0 else {
        // Of the segment that contains 0, only the part after 0 counts.
        let next = index + 1 < rates.count ? rates[index + 1] : rate
        before.rate = rate + (next - rate) * min(1, -time / step)
        continue
      }
      let count = before.count + (before.rate + rate) / 2 * (time - before.time)
      if points.isEmpty { points.append(before) }
      before = Point(time: time, rate: rate, count: count)
      points.append(before)
    }
    self.points = points
    rate = points.first?.rate ?? before.rate
    lastRate = before.rate
  }

  /// The number of births until a time, including the fraction of the next one.
  func count(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard let last = points.last else { return min(time * lastRate, Self.most) }
    if time >= last.time {
      return min(last.count + (time - last.time) * lastRate, Self.most)
    }
    let index = firstIndex { $0.time > time }
    let (a, b) = (points[index - 1], points[index])
    let x = time - a.time
    return a.count + x * (a.rate + (b.rate - a.rate) * x / (2 * (b.time - a.time)))
  }

  /// The time at which a particle is born.
  @inline(__always) func time(of index: Int) -> Double {
    let count = Double(index + 1)
    return points.isEmpty ? count / rate : time(whenCountIs: count)
  }

  private func time(whenCountIs count: Double) -> Double {
    guard let last = points.last, count < last.count else {
      return (points.last?.time ?? 0) + (count - (points.last?.count ?? 0)) / lastRate
    }
    let index = firstIndex { $0.count >= count }
    guard index > 0 else { return 0 }
    let (a, b) = (points[index - 1], points[index])
    // count = a.count + a.rate x + slope x^2 / 2, in the form that does not cancel.
    let slope = (b.rate - a.rate) / (b.time - a.time)
    let rest = count - a.count
    let root = max(0, a.rate * a.rate + 2 * slope * rest).squareRoot()
    return a.time + min(2 * rest / (a.rate + root), b.time - a.time)
  }

  private func firstIndex(where isBeyond: (Point) -> Bool) -> Int {
    var (low, high) = (0, points.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(points[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The particles that are born after one time and until another.
  func indices(after start: Double, until end: Double) -> Range<Int> {
    // A particle that is due at a time is born then, however the division rounds.
    let first = Int(clamping: (count(at: start) - 1 - 1e-9).rounded(.up))
    let last = Int(clamping: (count(at: end) * (1 + 1e-14) - 1 + 1e-9).rounded(.down))
    return max(first, 0)..<max(first, last + 1, 0)
  }
}
