import Foundation
import GlazeGeometry

extension PathElements {
  /// The outline between this and another; nil when their elements cannot be made equal.
  ///
  /// The ends of segments move on straight lines. The handles of a cubic curve, from its ends to
  /// its control points, rotate by the smaller angle and change their length, so that a curve whose
  /// handles reverse stays wide in between.
  ///
  /// Source: images of Core Animation of paths between two keys. A line that corresponds to a curve
  /// becomes one there, too.
  func mixed(with other: PathElements, at fraction: Double) -> PathElements? {
    guard let pair = PathElements.aligned([self, other]) else { return nil }
    let (a, b) = (pair[0], pair[1])
    var points = zip(a.points, b.points).map {
      CGPoint($0.vector.mixed(with: $1.vector, at: fraction))
    }
    var index = 0
    for verb in a.verbs {
      if verb == Verb.cubic {
        for (control, end) in [(index, index - 1), (index + 1, index + 2)] {
          let handle = SIMD2.handle(
            a.points[control].vector - a.points[end].vector,
            b.points[control].vector - b.points[end].vector, at: fraction)
          points[control] = CGPoint(points[end].vector + handle)
        }
      }
      index += Verb.pointCount(verb)
    }
    return a.replacing(points: points)
  }
}

extension SIMD2<Double> {
  fileprivate func mixed(with other: SIMD2, at fraction: Double) -> SIMD2 {
    self + (other - self) * fraction
  }

  /// Interpolates two vectors by angle and length; one of length 0 takes the direction of the
  /// other.
  fileprivate static func handle(_ a: SIMD2, _ b: SIMD2, at fraction: Double) -> SIMD2 {
    let (lengthA, lengthB) = (a.length, b.length)
    guard lengthA > 0, lengthB > 0 else { return a.mixed(with: b, at: fraction) }
    let angle = atan2(a.x * b.y - a.y * b.x, (a * b).sum()) * fraction
    let scale = Swift.max(lengthA + (lengthB - lengthA) * fraction, 0) / lengthA
    let (c, s) = (cos(angle) * scale, sin(angle) * scale)
    return SIMD2(a.x * c - a.y * s, a.x * s + a.y * c)
  }
}

extension CGPoint {
  fileprivate init(_ p: SIMD2<Double>) { self.init(x: p.x, y: p.y) }

  fileprivate var vector: SIMD2<Double> { SIMD2(x.native, y.native) }
}
