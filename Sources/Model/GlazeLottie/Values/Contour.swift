import Foundation
import GlazeGeometry
import GlazeScene

/// A Bézier curve through vertices, as Lottie stores it; all points are absolute.
struct Contour: Equatable {
  struct Vertex: Equatable {
    var point: SIMD2<Double>
    /// The control points before and after the vertex.
    var arriving: SIMD2<Double>
    var leaving: SIMD2<Double>

    init(
      _ point: SIMD2<Double>, in arriving: SIMD2<Double> = .zero, out leaving: SIMD2<Double> = .zero
    ) {
      self.point = point
      self.arriving = point + arriving
      self.leaving = point + leaving
    }

    func transformed(by t: CGAffineTransform) -> Vertex {
      func map(_ p: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(
          p.x * t.a.native + p.y * t.c.native + t.tx.native,
          p.x * t.b.native + p.y * t.d.native + t.ty.native)
      }
      var result = Vertex(map(point))
      result.arriving = map(arriving)
      result.leaving = map(leaving)
      return result
    }

    /// The largest distance of the points to those that Core Animation interpolates, which rotates
    /// handles by the smaller angle.
    func distance(toMixOf a: Vertex, _ b: Vertex, at f: Double) -> Double {
      let middle = a.point + (b.point - a.point) * f
      let own = point - middle
      let before = arriving - middle - Self.handle(a.arriving - a.point, b.arriving - b.point, f)
      let after = leaving - middle - Self.handle(a.leaving - a.point, b.leaving - b.point, f)
      return max((own * own).sum(), (before * before).sum(), (after * after).sum()).squareRoot()
    }

    private static func handle(
      _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ f: Double
    ) -> SIMD2<Double> {
      let cross = a.x * b.y - a.y * b.x
      let dot = (a * b).sum()
      guard cross != 0 || dot < 0 else { return a + (b - a) * f }
      let (from, to) = (a.length, b.length)
      let angle = atan2(cross, dot) * f
      let scale = max(from + (to - from) * f, 0) / from
      let (c, s) = (cos(angle) * scale, sin(angle) * scale)
      return SIMD2(a.x * c - a.y * s, a.x * s + a.y * c)
    }

    var flipped: Vertex {
      var result = self
      swap(&result.arriving, &result.leaving)
      return result
    }
  }

  var vertices: [Vertex]
  var isClosed: Bool

  init(_ vertices: [Vertex], isClosed: Bool) {
    (self.vertices, self.isClosed) = (vertices, isClosed)
  }

  func transformed(by t: CGAffineTransform) -> Contour {
    Contour(vertices.map { $0.transformed(by: t) }, isClosed: isClosed)
  }

  /// The contour in the other direction.
  var reversed: Contour {
    var list = Array(vertices.reversed().map(\.flipped))
    // A closed contour keeps its first vertex.
    if isClosed, let last = list.popLast() { list.insert(last, at: 0) }
    return Contour(list, isClosed: isClosed)
  }

  /// The curves between successive vertices.
  var curves: [Curve] {
    var result: [Curve] = []
    result.reserveCapacity(vertices.count)
    forEachCurve { result.append($0) }
    return result
  }

  func forEachCurve(_ body: (Curve) -> Void) {
    guard vertices.count > 1 else { return }
    for index in 1..<vertices.count { body(Curve(vertices[index - 1], vertices[index])) }
    if isClosed { body(Curve(vertices[vertices.count - 1], vertices[0])) }
  }

  /// Adds the contour to a path.
  ///
  /// - Parameter hasLines: Whether straight segments are lines. If they are curves, contours of the
  ///   same vertices have the same elements and can be animated.
  func add(to path: inout PathElements, hasLines: Bool) {
    guard let first = vertices.first else { return }
    path.move(to: first.point.cgPoint)
    forEachCurve { curve in
      if hasLines, curve.isLine {
        path.line(to: curve.p3.cgPoint)
      } else {
        path.cubic(to: curve.p3.cgPoint, control1: curve.p1.cgPoint, control2: curve.p2.cgPoint)
      }
    }
    if isClosed { path.close() }
  }
}

/// A cubic curve.
struct Curve: Equatable {
  var p0: SIMD2<Double>
  var p1: SIMD2<Double>
  var p2: SIMD2<Double>
  var p3: SIMD2<Double>

  init(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
    (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
  }

  /// Makes the curve of a motion, without its depth.
  init(from p0: Vector, _ p1: Vector, _ p2: Vector, to p3: Vector) {
    func flat(_ v: Vector) -> SIMD2<Double> { SIMD2(v.x, v.y) }
    self.init(flat(p0), flat(p1), flat(p2), flat(p3))
  }

  init(_ a: Contour.Vertex, _ b: Contour.Vertex) {
    self.init(a.point, a.leaving, b.arriving, b.point)
  }

  var isLine: Bool { p0 == p1 && p2 == p3 }

  func point(at t: Double) -> SIMD2<Double> {
    // A line is traversed evenly.
    if isLine { return p0 + (p3 - p0) * t }
    let s = 1 - t
    let first = p0 * (s * s * s) + p1 * (3 * s * s * t)
    let second = p2 * (3 * s * t * t) + p3 * (t * t * t)
    return first + second
  }

  /// Returns the parts before and after a parameter.
  func split(at t: Double) -> (Curve, Curve) {
    if isLine {
      let middle = point(at: t)
      return (Curve(p0, p0, middle, middle), Curve(middle, middle, p3, p3))
    }
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * t }
    let (a, b, c) = (mix(p0, p1), mix(p1, p2), mix(p2, p3))
    let (d, e) = (mix(a, b), mix(b, c))
    let middle = mix(d, e)
    return (Curve(p0, a, d, middle), Curve(middle, e, c, p3))
  }

  func part(from t0: Double, to t1: Double) -> Curve {
    let rest = t0 <= 0 ? self : split(at: t0).1
    guard t1 < 1 else { return rest }
    return rest.split(at: t0 >= 1 ? 1 : (t1 - t0) / (1 - t0)).0
  }

  /// The lengths up to parameters at equal steps.
  var lengths: [Double] {
    if isLine { return [0, (p3 - p0).length] }
    let steps = 24
    var result = [0.0]
    var last = p0
    for step in 1...steps {
      let next = point(at: Double(step) / Double(steps))
      result.append(result[step - 1] + (next - last).length)
      last = next
    }
    return result
  }

  /// Returns the parameter at which a length is reached.
  static func parameter(atLength length: Double, _ lengths: [Double]) -> Double {
    guard let step = lengths.firstIndex(where: { $0 >= length }), step > 0 else {
      return length <= 0 ? 0 : 1
    }
    let whole = lengths[step] - lengths[step - 1]
    let rest = whole > 0 ? (length - lengths[step - 1]) / whole : 0
    return (Double(step - 1) + rest) / Double(lengths.count - 1)
  }

  /// The direction at the start and at the end, of length 1; zero for a point.
  var startDirection: SIMD2<Double> { direction([p1 - p0, p2 - p0, p3 - p0]) }
  var endDirection: SIMD2<Double> { direction([p3 - p2, p3 - p1, p3 - p0]) }

  private func direction(_ candidates: [SIMD2<Double>]) -> SIMD2<Double> {
    candidates.first { $0.length > 1e-9 }.map { $0 / $0.length } ?? .zero
  }
}

extension SIMD2<Double> {
  var cgPoint: CGPoint { CGPoint(x: x, y: y) }
  var length: Double { (self * self).sum().squareRoot() }
  init(_ p: CGPoint) { self.init(p.x.native, p.y.native) }
}

/// The contours of a shape.
struct ContourList: Blendable {
  var contours: [Contour]

  init(_ contours: [Contour]) { self.contours = contours }

  var count: Int { max(contours.reduce(0) { $0 + $1.vertices.count }, 1) }

  /// Reads `{"v": ..., "i": ..., "o": ..., "c": ...}`, or the first of a list of these.
  static func read(_ node: LottieNode) -> ContourList? {
    if node.kind == .array { return node.first.flatMap { $0.kind == .object ? read($0) : nil } }
    guard let vertices = node["v"] else { return nil }
    let arriving = node.elements("i")
    let leaving = node.elements("o")
    func vector(_ node: LottieNode?) -> SIMD2<Double> {
      guard let n = node?.numbers, n.count >= 2 else { return .zero }
      return SIMD2(n[0], n[1])
    }
    var list: [Contour.Vertex] = []
    for (index, vertex) in vertices.elements.enumerated() {
      list.append(
        Contour.Vertex(
          vector(vertex), in: index < arriving.count ? vector(arriving[index]) : .zero,
          out: index < leaving.count ? vector(leaving[index]) : .zero))
    }
    return ContourList([Contour(list, isClosed: node.isTrue("c"))])
  }

  func mixed(with other: ContourList, at fractions: SIMD4<Double>) -> ContourList {
    guard hasElements(of: other) else { return fractions.x < 1 ? self : other }
    let f = fractions.x
    return ContourList(
      zip(contours, other.contours).map { a, b in
        Contour(
          zip(a.vertices, b.vertices).map { v, w in
            var result = v
            result.point += (w.point - v.point) * f
            result.arriving += (w.arriving - v.arriving) * f
            result.leaving += (w.leaving - v.leaving) * f
            return result
          }, isClosed: a.isClosed)
      })
  }

  /// Returns whether there are contours in between.
  func hasElements(of other: ContourList) -> Bool {
    contours.count == other.contours.count
      && zip(contours, other.contours).allSatisfy {
        $0.isClosed == $1.isClosed && $0.vertices.count == $1.vertices.count
      }
  }

  func distance(to other: ContourList) -> Double {
    guard hasElements(of: other) else { return .infinity }
    var most = 0.0
    for (a, b) in zip(contours, other.contours) {
      for (v, w) in zip(a.vertices, b.vertices) {
        most = max(
          most, (v.point - w.point).length, (v.arriving - w.arriving).length,
          (v.leaving - w.leaving).length)
      }
    }
    return most
  }

  /// The same without a value in between, which the many checks of samples would make.
  func distance(toMixOf a: ContourList, _ b: ContourList, at fraction: Double) -> Double {
    guard a.hasElements(of: b) else { return distance(to: fraction < 1 ? a : b) }
    guard hasElements(of: a) else { return .infinity }
    var most = 0.0
    for contour in contours.indices {
      let count = contours[contour].vertices.count
      for index in 0..<count {
        most = max(
          most,
          contours[contour].vertices[index].distance(
            toMixOf: a.contours[contour].vertices[index], b.contours[contour].vertices[index],
            at: fraction))
      }
    }
    return most
  }

  func transformed(by t: CGAffineTransform) -> ContourList {
    t == .identity ? self : ContourList(contours.map { $0.transformed(by: t) })
  }

  /// The same contours, all closed.
  var closed: ContourList {
    ContourList(contours.map { Contour($0.vertices, isClosed: true) })
  }

  /// The box around the points and handles of all curves; null without any.
  var boundingBox: CGRect {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    func add(_ p: SIMD2<Double>) { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
    for contour in contours {
      if let first = contour.vertices.first { add(first.point) }
      contour.forEachCurve { curve in
        add(curve.p1)
        add(curve.p2)
        add(curve.p3)
      }
    }
    guard low.x <= high.x else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// - Parameter isAnimated: whether every segment is a curve, so that paths can be interpolated.
  func path(isAnimated: Bool = false) -> CGPath {
    var path = PathElements()
    // Lines need fewer points.
    if isAnimated { path.reserve(points: contours.reduce(0) { $0 + 3 * $1.vertices.count + 1 }) }
    for contour in contours { contour.add(to: &path, hasLines: !isAnimated) }
    return CGPath(elements: path)
  }

  /// The path for animations; one of a list with the same elements, whose verbs it shares.
  func path(like other: CGPath) -> CGPath {
    var points: [CGPoint] = []
    points.reserveCapacity(other.elements.points.count)
    for contour in contours {
      if let first = contour.vertices.first { points.append(first.point.cgPoint) }
      contour.forEachCurve { curve in
        points.append(curve.p1.cgPoint)
        points.append(curve.p2.cgPoint)
        points.append(curve.p3.cgPoint)
      }
    }
    guard points.count == other.elements.points.count else { return path(isAnimated: true) }
    return CGPath(elements: other.elements.replacing(points: points))
  }

  /// Takes the contours of a path.
  init(_ path: CGPath) {
    var reader = PathReader()
    path.applyWithBlock { reader.add($0.pointee) }
    reader.finish()
    contours = reader.contours
  }
}

extension ContourList {
  /// Returns contours in which the segments that are lines in all of them advance evenly as curves.
  ///
  /// Core Animation cuts a curve at a parameter, which a line's own handles make slow at both ends.
  static func even(_ lists: [ContourList]) -> [ContourList] {
    guard let first = lists.first, lists.allSatisfy({ $0.hasElements(of: first) }) else {
      return lists
    }
    var result = lists
    for (index, contour) in first.contours.enumerated() {
      let count = contour.vertices.count
      for start in 0..<(contour.isClosed ? count : max(count - 1, 0)) {
        let end = (start + 1) % count
        guard
          lists.allSatisfy({
            let vertices = $0.contours[index].vertices
            return Curve(vertices[start], vertices[end]).isLine
          })
        else { continue }
        for list in result.indices {
          let vertices = lists[list].contours[index].vertices
          let third = (vertices[end].point - vertices[start].point) / 3
          result[list].contours[index].vertices[start].leaving += third
          result[list].contours[index].vertices[end].arriving -= third
        }
      }
    }
    return result
  }
}

/// Collects the contours of a path.
private struct PathReader {
  var contours: [Contour] = []
  private var open: [Contour.Vertex] = []

  mutating func add(_ element: CGPathElement) {
    let p = element.points
    switch element.type {
    case .moveToPoint:
      finish()
      open = [Contour.Vertex(SIMD2(p[0]))]
    case .addLineToPoint: open.append(Contour.Vertex(SIMD2(p[0])))
    case .addQuadCurveToPoint:
      guard let last = open.last else { return }
      let (control, end) = (SIMD2<Double>(p[0]), SIMD2<Double>(p[1]))
      append(
        last.point + (control - last.point) * (2.0 / 3), end + (control - end) * (2.0 / 3), end)
    case .addCurveToPoint: append(SIMD2(p[0]), SIMD2(p[1]), SIMD2(p[2]))
    case .closeSubpath: close()
    }
  }

  private mutating func append(
    _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>
  ) {
    guard !open.isEmpty else { return }
    open[open.count - 1].leaving = control1
    var vertex = Contour.Vertex(end)
    vertex.arriving = control2
    open.append(vertex)
  }

  private mutating func close() {
    // The last vertex often repeats the first one.
    if open.count > 2, let last = open.last, (last.point - open[0].point).length < 1e-6 {
      open[0].arriving = last.arriving
      open.removeLast()
    }
    if !open.isEmpty { contours.append(Contour(open, isClosed: true)) }
    open = []
  }

  mutating func finish() {
    if open.count > 1 { contours.append(Contour(open, isClosed: false)) }
    open = []
  }
}
