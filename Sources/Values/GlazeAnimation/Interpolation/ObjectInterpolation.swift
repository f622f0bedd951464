import Foundation
package import GlazeGeometry

/// Two images, one of which fades into the other.
package struct ImageMix: Sendable, Equatable {
  package var start: CGImage
  package var end: CGImage
  /// The weight of `end`, in 0...1: `start * (1 - fraction) + end * fraction` of premultiplied
  /// colors.
  package var fraction: Double

  package init(start: CGImage, end: CGImage, fraction: Double) {
    self.start = start
    self.end = end
    self.fraction = fraction
  }
}

/// A value with its own memory, or one that cannot be divided.
package enum ObjectValue: Sendable, Equatable {
  /// No value, as for a missing color.
  case none
  case bool(Bool)
  case text(String)
  case number(SIMD4<Double>)
  /// Numbers, points or colors: four numbers each.
  case list([SIMD4<Double>])
  case path(PathElements)
  case image(CGImage)
  case images(ImageMix)
}

/// Lists and paths with the same structure are interpolated by element, and images fade.
///
/// Values without intermediate values keep the first value, except Booleans, which change as soon
/// as the animation runs.
///
/// Observed: Booleans and missing colors were measured on Apple's QuartzCore; the rest is Glaze's
/// own choice where Apple's documentation leaves it undefined.
extension ObjectValue: Interpolatable {
  package struct Span: ValueSpan {
    package let start: ObjectValue
    package let end: ObjectValue

    package func value(at fraction: Double) -> ObjectValue {
      if fraction == 0 { return start }
      if fraction == 1 { return end }
      switch (start, end) {
      case (.none, _), (_, .none): return .none
      case (.bool, .bool): return fraction > 0 ? end : start
      case (.number(let a), .number(let b)): return .number(a.mixed(with: b, at: fraction))
      case (.list(let a), .list(let b)) where a.count == b.count:
        return .list(zip(a, b).map { $0.mixed(with: $1, at: fraction) })
      case (.path(let a), .path(let b)):
        return a.mixed(with: b, at: fraction).map(ObjectValue.path) ?? start
      case (.image(let a), .image(let b)):
        let fraction = min(max(fraction, 0), 1)
        return a === b ? start : .images(ImageMix(start: a, end: b, fraction: fraction))
      default: return start
      }
    }
  }

  package static func span(_ start: ObjectValue, _ end: ObjectValue) -> Span {
    Span(start: start, end: end)
  }

  package static func combined(
    _ values: (ObjectValue, ObjectValue, ObjectValue, ObjectValue), _ weights: SIMD4<Double>
  ) -> ObjectValue {
    switch values {
    case (.number(let a), .number(let b), .number(let c), .number(let d)):
      return .number(.combined((a, b, c, d), weights))
    case (.list(let a), .list(let b), .list(let c), .list(let d))
    where a.count == b.count && b.count == c.count && c.count == d.count:
      return .list(a.indices.map { .combined((a[$0], b[$0], c[$0], d[$0]), weights) })
    case (.path(let a), .path(let b), .path(let c), .path(let d)):
      let parts = [(a, weights.x), (b, weights.y), (c, weights.z), (d, weights.w)]
      return PathElements.combined(parts).map(ObjectValue.path) ?? values.1
    default:
      // The result lies between the second and the third value, if the curve is within range.
      let inner = weights.y + weights.z
      return values.1.mixed(with: values.2, at: inner == 0 ? 0 : weights.z / inner)
    }
  }

  package func added(to base: ObjectValue) -> ObjectValue {
    combined(base, with: 1) ?? self
  }

  package func removing(_ part: ObjectValue) -> ObjectValue {
    part.combined(self, with: -1) ?? self
  }

  /// This value multiplied by a factor and added to a base; nil when there is no such sum.
  private func combined(_ base: ObjectValue, with factor: Double) -> ObjectValue? {
    switch (self, base) {
    case (.number(let a), .number(let b)): return .number(b + a * factor)
    case (.list(let a), .list(let b)) where a.count == b.count:
      return .list(zip(a, b).map { $1 + $0 * factor })
    case (.path(let a), .path(let b)):
      return PathElements.combined([(b, 1), (a, factor)]).map(ObjectValue.path)
    default: return nil
    }
  }

  package func distance(to other: ObjectValue) -> Double {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.distance(to: b)
    case (.list(let a), .list(let b)) where a.count == b.count:
      zip(a, b).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    case (.path(let a), .path(let b)) where a.points.count == b.points.count:
      zip(a.points, b.points).reduce(0) {
        $0 + hypot($1.0.x.native - $1.1.x.native, $1.0.y.native - $1.1.y.native)
      }
    default: self == other ? 0 : 1
    }
  }
}

extension ObjectValue {
  package init?(_ place: PathMotion.Place) { nil }

  /// Returns whether there are paths between two: not if their segments differ.
  fileprivate func leads(to other: ObjectValue) -> Bool {
    guard case (.path(let a), .path(let b)) = (self, other) else { return true }
    return PathElements.aligned([a, b]) != nil
  }
}

extension AnimationSource<ObjectValue> {
  /// A Boolean value that indicates whether there are paths between all paths that follow each other.
  ///
  /// Apple's documentation calls the others undefined; here the first stays until the second.
  package var isContinuous: Bool {
    switch self {
    case .span(let span): span.start.leads(to: span.end)
    case .keyframes(let keys):
      keys.mode == .discrete
        || zip(keys.values, keys.values.dropFirst()).allSatisfy { $0.leads(to: $1) }
    default: true
    }
  }
}

extension PathElements {
  /// The sum of paths multiplied by weights; nil when their elements cannot be made equal.
  ///
  /// Observed: in images of Core Animation, a line that corresponds to a curve becomes one.
  package static func combined(_ parts: [(PathElements, Double)]) -> PathElements? {
    guard let paths = aligned(parts.map(\.0)), let first = paths.first else { return nil }
    var points = Array(repeating: CGPoint.zero, count: first.points.count)
    for (path, weight) in zip(paths, parts.map(\.1)) where weight != 0 {
      for (index, point) in path.points.enumerated() {
        points[index].x += point.x * CGFloat(weight)
        points[index].y += point.y * CGFloat(weight)
      }
    }
    return first.replacing(points: points)
  }
}
