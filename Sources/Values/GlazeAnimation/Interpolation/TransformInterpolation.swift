import Foundation
package import GlazeGeometry

/// Transforms are interpolated in parts, so that a rotation remains one; element by element where a
/// matrix cannot be decomposed.
///
/// Two affine transforms rotate in the plane, by the smaller angle, and a half turn in the negative
/// direction. All others rotate in space. Addition is concatenation.
///
/// Observed: measured on Apple's QuartzCore by public test suites.
extension CATransform3D: Interpolatable {
  package struct Span: ValueSpan {
    package let start: CATransform3D
    package let end: CATransform3D
    private let way: Way

    private enum Way: Sendable {
      case still
      case translation(from: SIMD3<Double>, to: SIMD3<Double>)
      case planar(PlanarParts, PlanarParts)
      case spatial(SpatialParts, SpatialParts)
      case elements
    }

    init(_ start: CATransform3D, _ end: CATransform3D) {
      self.start = start
      self.end = end
      if start == end {
        way = .still
      } else if start.isTranslation, end.isTranslation {
        way = .translation(from: start.translationPart, to: end.translationPart)
      } else if CATransform3DIsAffine(start), CATransform3DIsAffine(end) {
        var (a, b) = (PlanarParts(start), PlanarParts(end))
        PlanarParts.align(&a, &b)
        way = .planar(a, b)
      } else if let a = SpatialParts(start), let b = SpatialParts(end) {
        way = .spatial(a, b)
      } else {
        way = .elements
      }
    }

    package func value(at fraction: Double) -> CATransform3D {
      if fraction == 0 { return start }
      if fraction == 1 { return end }
      switch way {
      case .still: return start
      case .translation(let a, let b):
        let t = a + (b - a) * fraction
        return CATransform3DMakeTranslation(CGFloat(t.x), CGFloat(t.y), CGFloat(t.z))
      case .planar(let a, let b): return PlanarParts.mix(a, b, fraction).matrix
      case .spatial(let a, let b): return SpatialParts.mix(a, b, fraction).matrix
      case .elements:
        return CATransform3D.combinedElements(
          (start, end, start, end), SIMD4(1 - fraction, fraction, 0, 0))
      }
    }
  }

  package static func span(_ start: CATransform3D, _ end: CATransform3D) -> Span {
    Span(start, end)
  }

  package static func combined(
    _ values: (CATransform3D, CATransform3D, CATransform3D, CATransform3D),
    _ weights: SIMD4<Double>
  ) -> CATransform3D {
    let parts = [values.0, values.1, values.2, values.3].compactMap(SpatialParts.init)
    guard parts.count == 4 else { return combinedElements(values, weights) }
    return SpatialParts.combined(parts, weights).matrix
  }

  private static func combinedElements(
    _ values: (CATransform3D, CATransform3D, CATransform3D, CATransform3D),
    _ weights: SIMD4<Double>
  ) -> CATransform3D {
    let lists = [values.0.elements, values.1.elements, values.2.elements, values.3.elements]
    let elements = (0..<16).map { index in
      var sum = 0.0
      // A weight of 0 also skips NaN.
      for n in 0..<4 where weights[n] != 0 { sum += lists[n][index].native * weights[n] }
      return CGFloat(sum)
    }
    return CATransform3D(elements: elements) ?? values.0
  }

  package func added(to base: CATransform3D) -> CATransform3D { CATransform3DConcat(self, base) }

  package func removing(_ part: CATransform3D) -> CATransform3D {
    CATransform3DConcat(CATransform3DInvert(part), self)
  }

  /// The root of the summed squares of differences; Glaze's own choice.
  package func distance(to other: CATransform3D) -> Double {
    var sum = 0.0
    for (a, b) in zip(elements, other.elements) {
      sum += (a.native - b.native) * (a.native - b.native)
    }
    return sum.squareRoot()
  }

  package init?(_ place: PathMotion.Place) {
    self = CATransform3DMakeRotation(CGFloat(place.angle), 0, 0, 1)
  }

  private var isTranslation: Bool {
    var rest = self
    (rest.m41, rest.m42, rest.m43) = (0, 0, 0)
    return rest == .identity
  }

  private var translationPart: SIMD3<Double> { SIMD3(m41.native, m42.native, m43.native) }
}
