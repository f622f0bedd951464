/// A curve from (0, 0) to (1, 1) that maps time: a cubic Bézier curve with two control points.
///
/// Observed: Apple header CAMediaTimingFunction.h; values measured on Apple's QuartzCore.
package struct TimingFunction: Sendable, Hashable {
  /// The two control points: x1, y1, x2, y2.
  package var points: SIMD4<Float>

  /// Makes a function from two control points.
  package init(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    points = SIMD4(x1, y1, x2, y2)
  }

  package static let linear = TimingFunction(0, 0, 1, 1)
  package static let easeIn = TimingFunction(0.42, 0, 1, 1)
  package static let easeOut = TimingFunction(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// The function of implicit animations.
  package static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// The function with one of Apple's names; nil for any other.
  package init?(name: String) {
    switch name {
    case "linear": self = .linear
    case "easeIn": self = .easeIn
    case "easeOut": self = .easeOut
    case "easeInEaseOut": self = .easeInEaseOut
    case "default": self = .default
    default: return nil
    }
  }

  /// The mapped fraction; y may leave 0...1 where the control points do.
  ///
  /// - Parameter fraction: limited to 0...1; NaN counts as 0.
  package func value(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    if points.x == points.y, points.z == points.w { return fraction }
    return Self.coordinate(
      Double(points.y), Double(points.w), at: parameter(at: fraction))
  }

  /// The parameter of the curve at which x is the fraction.
  private func parameter(at x: Double) -> Double {
    // Values of x1 and x2 outside of 0...1 would make time run backward.
    let x1 = min(max(Double(points.x), 0), 1)
    let x2 = min(max(Double(points.z), 0), 1)
    var s = x
    for _ in 0..<8 {
      let error = Self.coordinate(x1, x2, at: s) - x
      if abs(error) < 1e-12 { return s }
      let slope = Self.slope(x1, x2, at: s)
      if abs(slope) < 1e-6 { break }
      s -= error / slope
    }
    if s > 0, s < 1, abs(Self.coordinate(x1, x2, at: s) - x) < 1e-12 { return s }
    return Self.bisect(x1, x2, x)
  }

  /// Bisects where Newton's method diverges: each step halves the interval.
  private static func bisect(_ x1: Double, _ x2: Double, _ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if coordinate(x1, x2, at: middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  @inline(__always)
  private static func coordinate(_ c1: Double, _ c2: Double, at s: Double) -> Double {
    let a = 3 * c1
    let b = 3 * (c2 - c1) - a
    return ((1 - a - b) * s + b) * s * s + a * s
  }

  @inline(__always)
  private static func slope(_ c1: Double, _ c2: Double, at s: Double) -> Double {
    let a = 3 * c1
    let b = 3 * (c2 - c1) - a
    return (3 * (1 - a - b) * s + 2 * b) * s + a
  }
}
