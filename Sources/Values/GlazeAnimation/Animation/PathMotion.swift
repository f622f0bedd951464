package import Foundation
package import GlazeGeometry

/// How an object that moves along a path rotates with it.
package enum RotationMode: UInt8, Sendable {
  /// The object's x axis points along the path.
  case auto
  /// The object's x axis points backward along the path.
  case autoReverse
}

/// Keyframes along a path: each element except a move is the segment between two keyframes.
///
/// The motion jumps to the start of a new subpath. Curves are traversed by their parameter, paced
/// motion at a constant speed.
///
/// Observed: measured on Apple's QuartzCore by a public test suite. Glaze's own choice: cubic modes
/// behave like linear ones.
package struct PathMotion: Sendable {
  private let segments: [PathSegment]
  private let schedule: KeySchedule
  private let mode: CalculationMode
  /// The rotation that is added to the angle.
  private let turn: Double

  /// The position and the direction of the motion.
  package struct Place: Sendable, Equatable {
    package var point: CGPoint
    /// The angle from +x toward +y, in radians.
    package var angle: Double
  }

  /// Makes a motion; nil for a path without segments.
  ///
  /// - Parameters:
  ///   - keyTimes: the times of the start and the end of each element; nil is even.
  ///   - functions: one for each element; missing ones are linear.
  ///   - rotation: how the angle follows the path.
  package init?(
    _ path: PathElements, mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    functions: [TimingFunction] = [], rotation: RotationMode? = nil
  ) {
    var segments: [PathSegment] = []
    path.forEach { if let segment = PathSegment($0) { segments.append(segment) } }
    var times: [Double]
    if mode.isPaced {
      times = KeySchedule.paced(segments.map(\.length))
    } else if let keyTimes, !keyTimes.isEmpty {
      times = keyTimes
      // Also in discrete mode: Apple's images of lottie-ios' sample TypeFace/Y show that the last
      // key time, at which the last point would begin, only ends the one before it.
      segments = Array(segments.prefix(max(times.count - 1, 0)))
    } else {
      times = KeySchedule.even(segments.count)
    }
    guard !segments.isEmpty else { return nil }
    times = Array(times.prefix(segments.count + 1))
    self.segments = segments
    self.mode = mode
    turn = rotation == .autoReverse ? .pi : 0
    schedule = KeySchedule(times: times, functions: mode.isPaced ? [] : functions)
  }

  /// The position at a fraction of the cycle.
  package func place(at fraction: Double) -> Place {
    var place = ownPlace(at: fraction)
    place.angle += turn
    return place
  }

  private func ownPlace(at fraction: Double) -> Place {
    let (index, u) = schedule.place(at: fraction)
    let last = segments.count - 1
    if mode == .discrete { return segments[min(index, last)].place(at: 0) }
    guard index <= last else { return segments[last].place(at: 1) }
    let segment = segments[index]
    return segment.place(at: mode.isPaced ? segment.parameter(atLength: u * segment.length) : u)
  }
}

/// One element of a path as a cubic curve, with its length.
private struct PathSegment: Sendable {
  let p0, p1, p2, p3: SIMD2<Double>
  let isLine: Bool
  let length: Double
  /// The length of a curve up to parameters at equal steps; empty for lines.
  private let lengths: [Double]

  /// nil for a move.
  init?(_ element: PathElements.Element) {
    func vector(_ p: CGPoint) -> SIMD2<Double> { SIMD2(p.x.native, p.y.native) }
    switch element {
    case .move: return nil
    case .line(let from, let to), .close(let from, let to):
      let (a, b) = (vector(from), vector(to))
      self.init(a, a + (b - a) / 3, b - (b - a) / 3, b, isLine: true)
    case .quad(let from, let control, let to):
      let (a, c, b) = (vector(from), vector(control), vector(to))
      self.init(a, a + (c - a) * (2.0 / 3), b + (c - b) * (2.0 / 3), b, isLine: false)
    case .cubic(let from, let control1, let control2, let to):
      self.init(vector(from), vector(control1), vector(control2), vector(to), isLine: false)
    }
  }

  private init(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
    isLine: Bool
  ) {
    (self.p0, self.p1, self.p2, self.p3, self.isLine) = (p0, p1, p2, p3, isLine)
    guard !isLine else {
      lengths = []
      length = (p3 - p0).length
      return
    }
    var sum = 0.0
    var lengths = [0.0]
    for step in 0..<Self.steps {
      let (t0, t1) = (Double(step) / Double(Self.steps), Double(step + 1) / Double(Self.steps))
      sum += Self.length(p0, p1, p2, p3, from: t0, to: t1)
      lengths.append(sum)
    }
    self.lengths = lengths
    length = sum
  }

  /// The number of steps, so that a three-point rule has an error below a thousandth of a point.
  private static let steps = 32

  /// Integrates the speed by three-point Gaussian quadrature.
  private static func length(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
    from t0: Double, to t1: Double
  ) -> Double {
    let (middle, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    let reach = half * (0.6).squareRoot()
    func speed(_ t: Double) -> Double { velocity(p0, p1, p2, p3, t).length }
    let sides = 5 * (speed(middle - reach) + speed(middle + reach))
    return half * (8 * speed(middle) + sides) / 9
  }

  private static func velocity(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
    _ t: Double
  ) -> SIMD2<Double> {
    let s = 1 - t
    let ends = s * s * (p1 - p0) + t * t * (p3 - p2)
    return 3 * (ends + 2 * s * t * (p2 - p1))
  }

  func parameter(atLength wanted: Double) -> Double {
    guard length > 0 else { return 0 }
    guard !isLine else { return wanted / length }
    guard wanted > 0 else { return 0 }
    guard wanted < length else { return 1 }
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= wanted { low = middle } else { high = middle }
    }
    let step = 1 / Double(Self.steps)
    let begin = Double(low) * step
    let rest = wanted - lengths[low]
    let whole = lengths[high] - lengths[low]
    var t = begin + (whole > 0 ? step * rest / whole : 0)
    // This is Newton's method on the length: linear interpolation is already close.
    for _ in 0..<3 {
      let speed = Self.velocity(p0, p1, p2, p3, t).length
      guard speed > 0 else { break }
      t -= (Self.length(p0, p1, p2, p3, from: begin, to: t) - rest) / speed
      t = min(max(t, begin), begin + step)
    }
    return t
  }

  /// The position at a parameter; beyond 0...1, where a timing function overshoots, the curve
  /// continues.
  func place(at t: Double) -> PathMotion.Place {
    var point = p3
    if t != 1 {
      let s = 1 - t
      point =
        isLine
        ? p0 + (p3 - p0) * t : s * s * (s * p0 + 3 * t * p1) + t * t * (3 * s * p2 + t * p3)
    }
    let d = direction(at: t)
    return PathMotion.Place(point: CGPoint(x: point.x, y: point.y), angle: atan2(d.y, d.x))
  }

  /// The tangent; where a control point coincides with its end, the direction nearby.
  private func direction(at t: Double) -> SIMD2<Double> {
    let velocity = Self.velocity(p0, p1, p2, p3, t)
    if velocity.length > 1e-9 * length { return velocity }
    return t < 0.5
      ? (p2 - p0).length > 0 ? p2 - p0 : p3 - p0 : (p3 - p1).length > 0 ? p3 - p1 : p3 - p0
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
