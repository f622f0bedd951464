import Foundation

/// Maps outlines from a plane to pixels, as polygons.
///
/// Curves are subdivided after the mapping, so that a curve is smooth at any scale and in any
/// perspective. The part behind the near plane is clipped before the division.
struct PixelOutline {
  /// The largest deviation of a chord from its curve, in pixels.
  ///
  /// Corners are moved outward by two thirds of it, so that the mean area is correct: the remaining
  /// error is about 4 of 255 levels at an edge.
  static let tolerance = 0.05

  /// The distance of the near plane from the camera, where that of the plane's origin is about 1.
  static let nearPlane = 1e-4

  private static let fineness = Cubic.fineness(tolerance)

  private static let mostHalvings = 24

  /// The polygons of all outlines so far.
  var polygons = Polygons()
  private var map = Homography.identity
  private var isAffine = true
  /// The window outside of which only the winding of an outline matters.
  private var low = SIMD2<Double>.zero
  private var high = SIMD2<Double>.zero
  /// The current polygon before the division; only used in perspective.
  private var contour: [SIMD3<Double>] = []
  private var clipped: [SIMD3<Double>] = []

  /// Begins another outline, with its own map and window.
  mutating func begin(_ map: Homography, clip: PixelWindow) {
    contour.removeAll(keepingCapacity: true)
    self.map = map
    isAffine = map.isAffine
    low = SIMD2(Double(clip.x), Double(clip.y))
    high = low + SIMD2(Double(clip.width), Double(clip.height))
  }

  /// Adds an outline; open subpaths are closed.
  mutating func add(_ path: PathElements) {
    path.forEach { element in
      switch element {
      case .move(let p):
        end()
        add(SIMD2(p))
      case .line(_, let p): add(SIMD2(p))
      case .quad(let p0, let c, let p1):
        // This is the same curve in cubic form.
        let (a, b, d) = (SIMD2(p0), SIMD2(c), SIMD2(p1))
        cubic(a, a + (b - a) * (2.0 / 3), d + (b - d) * (2.0 / 3), d)
      case .cubic(let p0, let c1, let c2, let p1):
        cubic(SIMD2(p0), SIMD2(c1), SIMD2(c2), SIMD2(p1))
      case .close: break
      }
    }
    end()
  }

  /// Adds polygons of the plane.
  mutating func add(_ source: Polygons) {
    if isAffine, polygons.add(source, by: map) { return }
    var begin = 0
    for last in source.ends {
      for i in begin..<Int(last) { add(source.points[i]) }
      end()
      begin = Int(last)
    }
  }

  // MARK: Points

  @inline(__always)
  private func project(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(map.xx * p.x + map.xy * p.y + map.xw, map.yx * p.x + map.yy * p.y + map.yw)
  }

  @inline(__always)
  private func lift(_ p: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(
      map.xx * p.x + map.xy * p.y + map.xw, map.yx * p.x + map.yy * p.y + map.yw,
      map.wx * p.x + map.wy * p.y + map.ww)
  }

  @inline(__always)
  private mutating func add(_ p: SIMD2<Double>) {
    if isAffine { polygons.add(project(p)) } else { contour.append(lift(p)) }
  }

  /// Ends a polygon; discards one that exceeds the range of numbers.
  private mutating func end() {
    if !isAffine { clipContour() }
    let points = polygons.points
    var sum = SIMD2<Double>.zero
    for i in Int(polygons.ends.last ?? 0)..<points.count { sum += 0 * points[i] }
    if sum == .zero { polygons.end() } else { polygons.drop() }
  }

  /// Clips the part behind the near plane, and divides.
  private mutating func clipContour() {
    let nearPlane = PixelOutline.nearPlane
    if contour.contains(where: { $0.z < nearPlane }) {
      clipped.removeAll(keepingCapacity: true)
      guard var before = contour.last else { return }
      for p in contour {
        if (before.z < nearPlane) != (p.z < nearPlane) {
          let t = (nearPlane - before.z) / (p.z - before.z)
          var cut = before + (p - before) * t
          cut.z = nearPlane
          clipped.append(cut)
        }
        if p.z >= nearPlane { clipped.append(p) }
        before = p
      }
      swap(&contour, &clipped)
    }
    for p in contour { polygons.add(SIMD2(p.x, p.y) / p.z) }
    contour.removeAll(keepingCapacity: true)
  }

  // MARK: Curves

  private mutating func cubic(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>
  ) {
    if isAffine {
      cubic(Cubic(project(p0), project(p1), project(p2), project(p3)), from: 1, to: 1, depth: 0)
    } else {
      rational(lift(p0), lift(p1), lift(p2), lift(p3), depth: 0)
    }
  }

  /// Whether a curve with these control points lies completely on one outer side of the window.
  private func isOutside(_ c: Cubic) -> Bool {
    let least = pointwiseMin(pointwiseMin(c.p0, c.p1), pointwiseMin(c.p2, c.p3))
    let most = pointwiseMax(pointwiseMax(c.p0, c.p1), pointwiseMax(c.p2, c.p3))
    return any(least .>= high) || any(most .<= low)
  }

  /// Adds a curve in pixels, without its first point.
  ///
  /// In perspective the points are multiplied again by the distances `w0...w1`.
  ///
  /// - Parameter isEnd: whether its last point is the end of the whole curve, which must not move.
  private mutating func cubic(
    _ c: Cubic, from w0: Double, to w1: Double, depth: Int, isEnd: Bool = true
  ) {
    // Outside, any line with the same ends winds around the inside in the same way.
    guard !isOutside(c) else { return add(pixel: c.p3, w1) }
    let count = c.pieces(PixelOutline.fineness)
    if count == 0, depth < PixelOutline.mostHalvings {
      let (first, second) = c.halves
      let middle = (w0 + w1) / 2
      cubic(first, from: w0, to: middle, depth: depth + 1, isEnd: false)
      cubic(second, from: middle, to: w1, depth: depth + 1, isEnd: isEnd)
      return
    }
    let step = 1 / Double(max(count, 1))
    if count > 1 {
      for i in 1..<count {
        let t = Double(i) * step
        add(pixel: c.corner(at: t, step: step), w0 + (w1 - w0) * t)
      }
    }
    add(pixel: isEnd ? c.p3 : c.corner(at: 1, step: step), w1)
  }

  @inline(__always)
  private mutating func add(pixel p: SIMD2<Double>, _ w: Double) {
    if isAffine { polygons.add(p) } else { contour.append(SIMD3(p.x * w, p.y * w, w)) }
  }

  /// Adds a curve in perspective, without its first point.
  private mutating func rational(
    _ p0: SIMD3<Double>, _ p1: SIMD3<Double>, _ p2: SIMD3<Double>, _ p3: SIMD3<Double>, depth: Int
  ) {
    let nearPlane = PixelOutline.nearPlane
    let least = min(min(p0.z, p1.z), min(p2.z, p3.z))
    let most = max(max(p0.z, p1.z), max(p2.z, p3.z))
    guard depth < PixelOutline.mostHalvings, most >= nearPlane else { return contour.append(p3) }
    if least >= nearPlane {
      let c = Cubic(
        SIMD2(p0.x, p0.y) / p0.z, SIMD2(p1.x, p1.y) / p1.z, SIMD2(p2.x, p2.y) / p2.z,
        SIMD2(p3.x, p3.y) / p3.z)
      // Nearly equal distances deviate the curve from the polynomial one by at most their ratio.
      let bend = (most / least - 1) * c.bend
      if bend <= PixelOutline.tolerance || isOutside(c) {
        cubic(c, from: p0.z, to: p3.z, depth: depth)
        // The last point is exactly the end, with which the next curve begins.
        contour[contour.count - 1] = p3
        return
      }
    } else if depth >= 12 {
      // The point is at the near plane and thus far away on the screen, so the line is fine enough.
      return contour.append(p3)
    }
    let (a, b, c) = ((p0 + p1) / 2, (p1 + p2) / 2, (p2 + p3) / 2)
    let (d, e) = ((a + b) / 2, (b + c) / 2)
    let middle = (d + e) / 2
    rational(p0, a, d, middle, depth: depth + 1)
    rational(middle, e, c, p3, depth: depth + 1)
  }
}

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

  /// Returns the number of pieces of equal parameter that stay within a distance of the curve, when
  /// that is at most 4, and 0 when the curve should be halved first.
  ///
  /// The second derivative is six times a mean of the second differences; a chord over a step h
  /// deviates from the curve by an eighth of h² times that. The component along the curve does not
  /// count once the curve is nearly straight.
  ///
  /// - Parameter fineness: `Cubic.fineness` of the distance.
  @inline(__always)
  func pieces(_ fineness: Double) -> Int {
    let chord = p3 - p0
    let (a, b, c) = (p1 - p0, p2 - p1, p3 - p2)
    let (first, second) = (b - a, c - b)
    // All terms use the fourth power of the count, which avoids a root.
    let all = max(first.squaredLength, second.squaredLength) * fineness
    if all <= 1 { return 1 }
    if all <= 16 { return 2 }
    let squared = chord.squaredLength
    func runs(_ leg: SIMD2<Double>) -> Bool {
      let along = leg.dot(chord)
      return along >= 0 && along * along >= 0.8 * leg.squaredLength * squared
    }
    guard runs(a), runs(b), runs(c) else { return 0 }
    let (one, other) = (first.cross(chord), second.cross(chord))
    let sideways = max(one * one, other * other) * fineness
    if sideways <= 16 * squared { return sideways <= squared ? 1 : 2 }
    return sideways <= 256 * squared ? (sideways <= 81 * squared ? 3 : 4) : 0
  }

  /// The factor that `pieces(_:)` uses for a distance from the curve.
  @inline(__always)
  static func fineness(_ tolerance: Double) -> Double {
    let ratio = 0.75 / tolerance
    return ratio * ratio
  }

  @inline(__always)
  func point(at t: Double) -> SIMD2<Double> {
    let c = 3 * (p1 - p0)
    let b = 3 * (p2 - p1) - c
    let a = p3 - p0 - c - b
    return ((a * t + b) * t + c) * t + p0
  }

  /// A corner of a polygon that encloses the same area as the curve: on average, its sides lie on
  /// both sides of the curve.
  ///
  /// A chord encloses less by two thirds of its deviation from the curve, which is an eighth of the
  /// second difference of the corners. The corners do not move along the curve.
  ///
  /// - Parameter step: the step of the parameter to the previous and the next corner.
  @inline(__always)
  func corner(at t: Double, step: Double) -> SIMD2<Double> {
    let (first, second) = (p0 - 2 * p1 + p2, p1 - 2 * p2 + p3)
    let sideways = (p3 - p0).turned
    let squared = sideways.squaredLength
    guard squared > 0 else { return point(at: t) }
    let bend = sideways.dot(first + (second - first) * t) * (0.5 * step * step)
    return point(at: t) - sideways * (bend / squared)
  }

  /// The direction at the start of the curve; nil for a dot.
  var direction: SIMD2<Double>? {
    for p in [p1, p2, p3] where p != p0 { return (p - p0) / (p - p0).length }
    return nil
  }

  /// The same curve in the reverse direction.
  var reversed: Cubic { Cubic(p3, p2, p1, p0) }

  /// The two halves.
  var halves: (Cubic, Cubic) { split(at: 0.5) }

  /// The parts before and after a parameter.
  func split(at t: Double) -> (Cubic, Cubic) {
    let (a, b, c) = (p0 + (p1 - p0) * t, p1 + (p2 - p1) * t, p2 + (p3 - p2) * t)
    let (d, e) = (a + (b - a) * t, b + (c - b) * t)
    let middle = d + (e - d) * t
    return (Cubic(p0, a, d, middle), Cubic(middle, e, c, p3))
  }
}
