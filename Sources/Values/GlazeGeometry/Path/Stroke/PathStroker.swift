import Foundation

/// Creates the outlines of lines, as polygons that must be filled by the non-zero rule.
///
/// A line is the union of one rectangle for each segment and one wedge for each join. The two sides
/// of the outline run along those pieces such that every point is wound once for each piece that
/// covers it. This holds where they return through the middle on the inner side of a sharp turn,
/// and where they take the shortcut through the point in which the inner sides meet. The union is
/// therefore exact, even where a line turns more sharply than it is wide.
struct PathStroker {
  /// The outlines, in the units of the path.
  private(set) var outline = Polygons()

  private var half = 0.0
  private var cap = CGLineCap.butt
  private var join = CGLineJoin.miter
  private var miterLimit = 10.0
  private var scale = LocalScale(.identity)
  /// The angle of `arcStep`, where the scale is the same everywhere.
  private var commonStep: Double?
  /// The fineness of curves, where the scale is the same everywhere.
  private var commonFineness: Double?
  /// The length below which two points are one, where the scale is the same everywhere.
  private var commonShortest: Double?

  /// Whether the outlines are not complete, because they would have too many points.
  private(set) var isCut = false
  private var mostPoints = Int.max
  private var seen = VisiblePlane.everywhere
  /// The greatest distance of the painted area from a vertex.
  private var reach = 0.0

  private struct Vertex {
    var position: SIMD2<Double>
    /// Whether it only represents a bend of a curve.
    var isSmooth: Bool
    /// The direction to the next vertex.
    var direction = SIMD2<Double>.zero
    var length = 0.0
  }
  private var spine: [Vertex] = []
  private var hasSegments = false
  /// The directions of the first and the last segment at their ends, when they are curves.
  private var beginTangent: SIMD2<Double>?
  private var endTangent: SIMD2<Double>?
  private var right: [SIMD2<Double>] = []

  /// Removes the outlines and restarts.
  ///
  /// - Parameters:
  ///   - seen: The part of the plane in which the line is visible.
  ///   - mostPoints: The number of points at which the outlines end, and `isCut` is set.
  mutating func begin(
    _ style: StrokeStyle, scale: LocalScale, seen: VisiblePlane = .everywhere,
    mostPoints: Int = .max
  ) {
    self.mostPoints = mostPoints
    isCut = false
    outline.removeAll()
    // NaN and infinity draw nothing.
    half = style.width > 0 && style.width.isFinite ? style.width.native / 2 : 0
    cap = style.cap
    join = style.join
    miterLimit = style.miterLimit.native
    self.scale = scale
    self.seen = seen
    reach = half * max(1.5, join == .miter ? miterLimit : 1)
    commonStep = nil
    commonFineness = nil
    commonShortest = nil
    if let everywhere = scale.everywhere {
      commonStep = arcStep(everywhere)
      commonFineness = Cubic.fineness(PixelOutline.tolerance / everywhere)
      commonShortest = 1e-6 / everywhere
    }
  }

  /// Adds the outline of a path whose points are all finite.
  mutating func add(_ path: PathElements) {
    guard half > 0 else { return }
    path.forEach { element in
      if isCut { return }
      // A vertex gets several points on each side.
      isCut = outline.points.count > mostPoints || spine.count > mostPoints / 16
      switch element {
      case .move(let p):
        finish(isClosed: false)
        append(SIMD2(p), isSmooth: false)
      case .line(_, let p):
        hasSegments = true
        endTangent = nil
        append(SIMD2(p), isSmooth: false)
      case .quad(let p0, let c, let p1):
        let (a, b, d) = (SIMD2(p0), SIMD2(c), SIMD2(p1))
        append(Cubic(a, a + (b - a) * (2.0 / 3), d + (b - d) * (2.0 / 3), d))
      case .cubic(let p0, let c1, let c2, let p1):
        append(Cubic(SIMD2(p0), SIMD2(c1), SIMD2(c2), SIMD2(p1)))
      case .close(_, let p):
        hasSegments = true
        append(SIMD2(p), isSmooth: false)
        finish(isClosed: true)
      }
    }
    finish(isClosed: false)
  }

  // MARK: The center line

  private mutating func append(_ p: SIMD2<Double>, isSmooth: Bool) {
    if let last = spine.last {
      let d = p - last.position
      let length = d.length
      guard length > shortest(at: p) else {
        // The end of a curve coincides with its last bend.
        if !isSmooth { spine[spine.count - 1].isSmooth = false }
        return
      }
      spine[spine.count - 1].direction = d / length
      spine[spine.count - 1].length = length
    }
    spine.append(Vertex(position: p, isSmooth: isSmooth))
  }

  private mutating func append(_ c: Cubic) {
    if !hasSegments { beginTangent = c.direction }
    endTangent = c.reversed.direction.map { -$0 }
    hasSegments = true
    appendBends(c, depth: 0)
    append(c.p3, isSmooth: false)
  }

  /// Adds the points between the ends of a curve.
  ///
  /// - Returns: The last step of the curve's parameter.
  @discardableResult
  private mutating func appendBends(_ c: Cubic, depth: Int) -> Double {
    // Where the radius of the curve exceeds half the width, this also keeps its two sides round;
    // where it does not, the joins do.
    let count = c.pieces(fineness(of: c))
    // Outside, any line with the same ends winds around the inside in the same way.
    if count != 1, isFar(c) { return 0 }
    // The limit keeps a curve at a few thousand pieces, whatever the scale.
    if count == 0, depth < 10 {
      let (first, second) = c.halves
      let step = appendBends(first, depth: depth + 1)
      append(first.corner(at: 1, step: step), isSmooth: true)
      return 0.5 * appendBends(second, depth: depth + 1)
    }
    let step = 1 / Double(max(count, 1))
    if count > 1 {
      for i in 1..<count { append(c.corner(at: Double(i) * step, step: step), isSmooth: true) }
    }
    return step
  }

  /// Whether nothing of a line along a curve is visible, because it lies on one side.
  private func isFar(_ c: Cubic) -> Bool {
    let least = pointwiseMin(pointwiseMin(c.p0, c.p1), pointwiseMin(c.p2, c.p3))
    let most = pointwiseMax(pointwiseMax(c.p0, c.p1), pointwiseMax(c.p2, c.p3))
    return seen.hides(from: least - reach, to: most + reach)
  }

  /// Whether nothing around a vertex is visible.
  private func isFar(_ p: SIMD2<Double>) -> Bool {
    seen.hides(from: p - reach, to: p + reach)
  }

  // These functions return what is common without `??`, whose closure would copy the stroker.

  @inline(__always)
  private func fineness(of c: Cubic) -> Double {
    if let commonFineness { return commonFineness }
    return Cubic.fineness(PixelOutline.tolerance / scale.most(c))
  }

  @inline(__always)
  private func shortest(at p: SIMD2<Double>) -> Double {
    if let commonShortest { return commonShortest }
    return 1e-6 / scale.at(p)
  }

  /// The angle between two points of an arc with half the width as radius that looks round.
  @inline(__always)
  private func arcStep(_ scale: Double) -> Double {
    if let commonStep { return commonStep }
    // The sagitta of an angle is the radius times an eighth of its square.
    return min((8 * PixelOutline.tolerance / (half * scale)).squareRoot(), 1)
  }

  @inline(__always)
  private func arcStep(at p: SIMD2<Double>) -> Double {
    if let commonStep { return commonStep }
    return arcStep(scale.at(p))
  }

  // MARK: The two sides

  private mutating func finish(isClosed: Bool) {
    defer {
      spine.removeAll(keepingCapacity: true)
      hasSegments = false
      (beginTangent, endTangent) = (nil, nil)
    }
    guard hasSegments, let first = spine.first, let last = spine.last else { return }
    var isClosed = isClosed
    if isClosed, spine.count > 1 {
      let d = first.position - last.position
      // A close adds a line to the start: the last vertex is the first.
      if d.length <= 2e-6 / scale.at(first.position) { spine.removeLast() }
      isClosed = spine.count > 1
    }
    guard spine.count > 1 else { return addDot(first.position) }
    if isClosed { addClosed() } else { addOpen() }
  }

  private mutating func addDot(_ p: SIMD2<Double>) {
    switch cap {
    case .butt: return
    case .round:
      let east = SIMD2(half, 0)
      outline.add(p + east)
      addArc(p, from: east, angle: 2 * .pi)
    case .square:
      for corner in [SIMD2(1.0, 1.0), SIMD2(-1, 1), SIMD2(-1, -1), SIMD2(1, -1)] {
        outline.add(p + corner * half)
      }
    }
    outline.end()
  }

  private mutating func addClosed() {
    right.removeAll(keepingCapacity: true)
    var before = spine[spine.count - 1]
    // The last vertex was moved before the first: its segment is the closing one.
    let d = spine[0].position - before.position
    before.length = d.length
    before.direction = d / before.length
    spine[spine.count - 1] = before
    for i in 0..<spine.count {
      let vertex = spine[i]
      addJoin(before, vertex)
      before = vertex
    }
    outline.end()
    for p in right.reversed() { outline.add(p) }
    outline.end()
  }

  private mutating func addOpen() {
    right.removeAll(keepingCapacity: true)
    let first = spine[0]
    let last = spine[spine.count - 1]
    let begin = end(first.direction, of: beginTangent).turned * half
    outline.add(first.position + begin)
    right.append(first.position - begin)
    var before = first
    for i in 1..<spine.count - 1 {
      let vertex = spine[i]
      addJoin(before, vertex)
      before = vertex
    }
    let end = end(before.direction, of: endTangent).turned * half
    outline.add(last.position + end)
    addCap(last.position, end)
    outline.add(last.position - end)
    for p in right.reversed() { outline.add(p) }
    addCap(first.position, -begin)
    outline.end()
  }

  /// Returns the direction of a line at its end.
  ///
  /// For a curve it is the curve's own direction, from which the first straight piece deviates by
  /// half of a bend. Wide lines would make this visible.
  private func end(_ piece: SIMD2<Double>, of curve: SIMD2<Double>?) -> SIMD2<Double> {
    // Where the curve turns immediately, its pieces are more accurate.
    guard let curve, curve.dot(piece) > 0.9 else { return piece }
    return curve
  }

  /// Adds the points between the two sides at an end; `side` leads from the end to its left side.
  private mutating func addCap(_ p: SIMD2<Double>, _ side: SIMD2<Double>) {
    switch cap {
    case .butt: return
    case .round: addArc(p, from: side, angle: -.pi)
    case .square:
      let outward = -side.turned
      outline.add(p + side + outward)
      outline.add(p - side + outward)
    }
  }

  /// Adds the points of an arc between its first and its last one, to the left side.
  private mutating func addArc(_ p: SIMD2<Double>, from radius: SIMD2<Double>, angle: Double) {
    let count = arcCount(p, abs(angle))
    guard count > 1 else { return }
    var turning = Turning(radius, by: angle / Double(count))
    turning.widen()
    for _ in 1..<count { outline.add(p + turning.next()) }
  }

  private func arcCount(_ p: SIMD2<Double>, _ angle: Double) -> Int {
    let count = (angle / arcStep(at: p)).rounded(.up)
    if count > 1, isFar(p) { return 1 }
    return count < 512 ? Int(clamping: count) : 512
  }

  // MARK: Joins

  /// Adds both sides of a vertex to the left and the right.
  private mutating func addJoin(_ before: Vertex, _ vertex: Vertex) {
    isCut = isCut || outline.points.count + right.count > mostPoints
    if isCut { return }
    let (d0, d1) = (before.direction, vertex.direction)
    let (cross, dot) = (d0.cross(d1), d0.dot(d1))
    let p = vertex.position
    // Beyond a right angle the sum of the normals is not usable for shortcuts.
    let middle = (d0 + d1).turned * (half / (1 + dot))
    let (n0, n1) = (d0.turned * half, d1.turned * half)
    // This is the distance of the point where the inner sides meet from the end of the segments.
    let reach = half * abs(cross) / (1 + dot)
    let meets = dot > -0.99 && reach <= 0.5 * min(before.length, vertex.length)
    if meets, joinsToPoint(vertex, dot) {
      outline.add(p + middle)
      right.append(p - middle)
    } else if cross > 0 {
      if meets {
        outline.add(p + middle)
      } else {
        outline.add(p + n0)
        outline.add(p)
        outline.add(p + n1)
      }
      addOuter(vertex, -n0, -n1, -middle, dot, toLeft: false)
    } else {
      addOuter(vertex, n0, n1, middle, dot, toLeft: true)
      if meets {
        right.append(p - middle)
      } else {
        right.append(p - n0)
        right.append(p)
        right.append(p - n1)
      }
    }
  }

  /// Whether the outer side of a join is one point.
  private func joinsToPoint(_ vertex: Vertex, _ dot: Double) -> Bool {
    if !vertex.isSmooth, join == .miter { return isWithinMiterLimit(dot) }
    // A turn so small that point, bevel and arc look the same.
    let step = arcStep(at: vertex.position)
    return dot > 1 - 0.5 * step * step
  }

  /// Whether 1 / sin(half the angle between the segments) is at most the limit.
  private func isWithinMiterLimit(_ dot: Double) -> Bool {
    // With NaN as the limit the result is false.
    2 <= miterLimit * miterLimit * (1 + dot) * (1 + 1e-9) && miterLimit > 0
  }

  private mutating func addOuter(
    _ vertex: Vertex, _ n0: SIMD2<Double>, _ n1: SIMD2<Double>, _ middle: SIMD2<Double>,
    _ dot: Double, toLeft: Bool
  ) {
    let p = vertex.position
    func add(_ point: SIMD2<Double>, _ stroker: inout PathStroker) {
      if toLeft { stroker.outline.add(point) } else { stroker.right.append(point) }
    }
    if joinsToPoint(vertex, dot), dot > -0.9999999 { return add(p + middle, &self) }
    add(p + n0, &self)
    if vertex.isSmooth || join == .round {
      let angle = atan2(abs(n0.cross(n1)), n0.dot(n1))
      let count = arcCount(p, angle)
      if count > 1 {
        var turning = Turning(n0, by: (toLeft ? -angle : angle) / Double(count))
        turning.widen()
        for _ in 1..<count { add(p + turning.next(), &self) }
      }
    }
    add(p + n1, &self)
  }
}

/// A vector that is repeatedly rotated by the same angle.
private struct Turning {
  private var vector: SIMD2<Double>
  private let cosine, sine: Double

  init(_ vector: SIMD2<Double>, by angle: Double) {
    self.vector = vector
    cosine = cos(angle)
    sine = sin(angle)
  }

  /// Makes the vector longer, so that a polygon of its ends has the area of the circle: by the root
  /// of angle / sine.
  mutating func widen() { vector *= 1 + sine * sine / 12 }

  mutating func next() -> SIMD2<Double> {
    vector = vector * cosine + vector.turned * sine
    return vector
  }
}
