import Foundation

/// A value that can be animated.
package protocol Interpolatable: Sendable, Equatable {
  /// Two values, prepared for fast interpolation between them.
  associatedtype Span: ValueSpan where Span.Value == Self

  /// Prepares the interpolation from one value to another.
  static func span(_ start: Self, _ end: Self) -> Span

  /// The sum of four values multiplied by weights that add up to 1.
  static func combined(_ values: (Self, Self, Self, Self), _ weights: SIMD4<Double>) -> Self

  /// This value added to another: the sum for numbers; for transforms, this one is applied first.
  func added(to base: Self) -> Self

  /// The value to which `part` was added to yield this one.
  func removing(_ part: Self) -> Self

  /// The distance from another value, as paced animations measure it.
  func distance(to other: Self) -> Double

  /// The value for a position on a path: a point, or a rotation along the path; nil when there is
  /// none.
  init?(_ place: PathMotion.Place)
}

extension Interpolatable {
  /// The value at a fraction of the way; fractions may leave 0...1.
  package func mixed(with other: Self, at fraction: Double) -> Self {
    Self.span(self, other).value(at: fraction)
  }
}

/// Two values that are prepared for interpolation.
package protocol ValueSpan: Sendable {
  associatedtype Value: Interpolatable

  /// The start and the end of the interpolation.
  var start: Value { get }
  var end: Value { get }

  /// The value at a fraction of the way; exactly the ends at 0 and 1.
  func value(at fraction: Double) -> Value
}

/// Numbers, points (x, y), sizes (width, height), rectangles (x, y, width, height) and colors
/// (unpremultiplied, sRGB encoded) are four numbers that are interpolated independently.
extension SIMD4<Double>: Interpolatable {
  package struct Span: ValueSpan {
    package let start: SIMD4<Double>
    package let end: SIMD4<Double>

    package init(start: SIMD4<Double>, end: SIMD4<Double>) {
      self.start = start
      self.end = end
    }

    package func value(at fraction: Double) -> SIMD4<Double> {
      // The end is returned exactly, since adding the difference to the start may miss it.
      if fraction == 1 { return end }
      return start + (end - start) * fraction
    }
  }

  package static func span(_ start: Self, _ end: Self) -> Span { Span(start: start, end: end) }

  package static func combined(
    _ values: (Self, Self, Self, Self), _ weights: SIMD4<Double>
  ) -> Self {
    let low = values.0 * weights.x + values.1 * weights.y
    let high = values.2 * weights.z + values.3 * weights.w
    return low + high
  }

  package func added(to base: Self) -> Self { base + self }

  package func removing(_ part: Self) -> Self { self - part }

  package func distance(to other: Self) -> Double {
    let way = other - self
    return (way * way).sum().squareRoot()
  }

  package init?(_ place: PathMotion.Place) {
    self.init(Double(place.point.x), Double(place.point.y), 0, 0)
  }
}
