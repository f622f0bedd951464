/// A cubic curve in the plane.
struct Cubic {
  var p0, p1, p2, p3: SIMD2<Double>

  @inline(__always)
  init(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
    (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
  }

  /// The greatest second difference of the control points.
  @inline(__always)
  var bend: Double {
    max((p0 - 2 * p1 + p2).squaredLength, (p1 - 2 * p2 + p3).squaredLength).squareRoot()
  }

  /// The parts before and after a parameter.
  func split(at t: Double) -> (Cubic, Cubic) {
    let (a, b, c) = (p0 + (p1 - p0) * t, p1 + (p2 - p1) * t, p2 + (p3 - p2) * t)
    let (d, e) = (a + (b - a) * t, b + (c - b) * t)
    let middle = d + (e - d) * t
    return (Cubic(p0, a, d, middle), Cubic(middle, e, c, p3))
  }
}
