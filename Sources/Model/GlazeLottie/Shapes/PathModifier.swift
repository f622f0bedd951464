import Foundation
import GlazeGeometry

/// A modifier that replaces contours by others.
struct PathModifier {
  /// The keyframes of its properties.
  let timings: [Timing]
  let apply: (ContourList, Double) -> ContourList
  private let budget: Budget
  /// How much longer it takes than copying the contours.
  private let weight: Int

  /// Reads a modifier; nil for items of other types.
  init?(_ node: LottieNode, type: String, _ reader: PropertyReader) {
    func number(_ key: String, _ standard: Double = 0) -> Track<Double> {
      reader.track(node[key], standard)
    }
    switch type {
    case "rd":
      let radius = number("r")
      self.init([radius], reader.budget) { Rounding.rounded($0, radius.value(at: $1)) }
    case "pb":
      let amount = number("a")
      self.init([amount], reader.budget) { Bending.puckered($0, amount.value(at: $1) / 100) }
    case "zz":
      let (size, ridges) = (number("s"), number("r"))
      let kind = number("pt", 1)
      self.init([size, ridges, kind], reader.budget) { contours, frame in
        let isSmooth = kind.value(at: frame) == 2
        return ContourList(
          contours.contours.map {
            Bending.zigzag($0, size.value(at: frame), ridges.value(at: frame), isSmooth: isSmooth)
          })
      }
    case "tw":
      let angle = number("a")
      let center: Track<Vector> = reader.track(node["c"], Vector.zero)
      self.init([angle], reader.budget) {
        Bending.twisted($0, angle.value(at: $1) * .pi / 180, around: center.value(at: $1))
      }
    case "op":
      let (amount, miter) = (number("a"), number("ml", 4))
      let join = node.integer("lj", 1)
      self.init([amount, miter], reader.budget, weight: Offsetting.weight) {
        Offsetting.offset(
          $0, amount.value(at: $1), join: join, miterLimit: miter.value(at: $1), reader.budget)
      }
    default: return nil
    }
  }

  private init(
    _ tracks: [Track<Double>], _ budget: Budget, weight: Int = 4,
    _ apply: @escaping (ContourList, Double) -> ContourList
  ) {
    timings = tracks.compactMap(\.timing)
    self.budget = budget
    self.weight = weight
    self.apply = apply
  }

  func modified(_ shape: Motion<ContourList>) -> Motion<ContourList> {
    let (apply, budget, weight) = (apply, budget, weight)
    return shape.changed(
      with: timings, tolerance: Animator.Tolerance.points / 2, budget, weight: weight
    ) { path, frame in
      let result = apply(path, frame)
      return budget.takeSteps(result, weight: weight) ? result : path
    }.remembered()
  }
}

/// Rounds the corners of contours.
enum Rounding {
  static func rounded(_ list: ContourList, _ radius: Double) -> ContourList {
    radius > 0 ? ContourList(list.contours.map { rounded($0, radius) }) : list
  }

  private static func rounded(_ contour: Contour, _ radius: Double) -> Contour {
    let count = contour.vertices.count
    guard count > 2 || (count == 2 && contour.isClosed) else { return contour }
    var result: [Contour.Vertex] = []
    for (index, vertex) in contour.vertices.enumerated() {
      let isEnd = !contour.isClosed && (index == 0 || index == count - 1)
      let isCorner = vertex.arriving == vertex.point && vertex.leaving == vertex.point
      guard isCorner, !isEnd else {
        result.append(vertex)
        continue
      }
      let before = contour.vertices[(index + count - 1) % count].point
      let after = contour.vertices[(index + 1) % count].point
      result.append(cut(vertex.point, toward: before, radius, isStart: true))
      result.append(cut(vertex.point, toward: after, radius, isStart: false))
    }
    return Contour(result, isClosed: contour.isClosed)
  }

  /// Returns the end of a rounded corner on one of its sides.
  private static func cut(
    _ corner: SIMD2<Double>, toward other: SIMD2<Double>, _ radius: Double, isStart: Bool
  ) -> Contour.Vertex {
    let way = other - corner
    let length = way.length
    guard length > 0 else { return Contour.Vertex(corner) }
    let distance = min(length / 2, radius)
    let point = corner + way * (distance / length)
    let handle = (corner - point) * ShapeGeometry.circle
    return isStart
      ? Contour.Vertex(point, out: handle) : Contour.Vertex(point, in: handle)
  }
}

/// Modifiers that move vertices and handles.
enum Bending {
  /// Moves vertices toward the center and handles away from it, or the other way round.
  static func puckered(_ list: ContourList, _ amount: Double) -> ContourList {
    guard amount != 0 else { return list }
    return ContourList(
      list.contours.map { contour in
        guard !contour.vertices.isEmpty else { return contour }
        let sum = contour.vertices.reduce(SIMD2<Double>.zero) { $0 + $1.point }
        let center = sum / Double(contour.vertices.count)
        return Contour(
          contour.vertices.map { vertex in
            var result = vertex
            result.point += (center - vertex.point) * amount
            result.arriving -= (center - vertex.arriving) * amount
            result.leaving -= (center - vertex.leaving) * amount
            return result
          }, isClosed: contour.isClosed)
      })
  }

  /// Rotates points about a center, the less the farther they are from it.
  static func twisted(_ list: ContourList, _ angle: Double, around center: Vector) -> ContourList {
    guard angle != 0 else { return list }
    let points = list.contours.flatMap { $0.vertices.map(\.point) }
    guard let first = points.first else { return list }
    let low = points.reduce(first) { pointwiseMin($0, $1) }
    let high = points.reduce(first) { pointwiseMax($0, $1) }
    let middle = (low + high) / 2 + SIMD2(center.x, center.y)
    let radius = max((high - low).x, (high - low).y) / 2
    guard radius > 0 else { return list }
    func turned(_ p: SIMD2<Double>) -> SIMD2<Double> {
      let way = p - middle
      let turn = angle * max(1 - way.length / radius / 2, 0)
      let (c, s) = (cos(turn), sin(turn))
      return middle + SIMD2(way.x * c - way.y * s, way.x * s + way.y * c)
    }
    return ContourList(
      list.contours.map { contour in
        Contour(
          contour.vertices.map { vertex in
            var result = Contour.Vertex(turned(vertex.point))
            result.arriving = turned(vertex.arriving)
            result.leaving = turned(vertex.leaving)
            return result
          }, isClosed: contour.isClosed)
      })
  }

  /// Replaces each segment by ridges of equal length across it.
  static func zigzag(
    _ contour: Contour, _ size: Double, _ ridges: Double, isSmooth: Bool
  ) -> Contour {
    let count = min(max(Int(clamping: ridges.rounded()), 0), Limits.points)
    guard size != 0, contour.vertices.count > 1 else { return contour }
    let parts = count + 1
    let curves = contour.curves
    guard parts * curves.count <= Limits.points * 4 else { return contour }
    var side = -1.0
    var result: [Contour.Vertex] = []
    for (index, curve) in curves.enumerated() {
      let lengths = curve.lengths
      let total = lengths.last ?? 0
      for step in 0..<parts {
        let t = Curve.parameter(atLength: total * Double(step) / Double(parts), lengths)
        let isOpenStart = !contour.isClosed && index == 0 && step == 0
        let smooth = isSmooth ? total / Double(parts) / 2 : 0
        // At a corner, a ridge points between both sides.
        let hasBefore = step == 0 && !isOpenStart
        let before = hasBefore ? curves[(index + curves.count - 1) % curves.count] : nil
        result.append(ridge(curve, t, isOpenStart ? 0 : size * side, smooth, after: before))
        side = -side
      }
    }
    if !contour.isClosed, let last = curves.last { result.append(ridge(last, 1, 0, 0)) }
    return Contour(result, isClosed: contour.isClosed)
  }

  private static func ridge(
    _ curve: Curve, _ t: Double, _ height: Double, _ handle: Double, after before: Curve? = nil
  ) -> Contour.Vertex {
    let own = t < 1 ? curve.part(from: t, to: 1).startDirection : curve.endDirection
    let sum = own + (before?.endDirection ?? .zero)
    let tangent = sum.length > 1e-9 ? sum / sum.length : own
    let normal = SIMD2(tangent.y, -tangent.x)
    return Contour.Vertex(
      curve.point(at: t) + normal * height, in: -tangent * handle, out: tangent * handle)
  }
}

/// Moves outlines outward or inward.
enum Offsetting {
  /// How much longer an offset takes than copying the contours: they are outlined and combined.
  static let weight = 64

  static func offset(
    _ list: ContourList, _ amount: Double, join: Int, miterLimit: Double, _ budget: Budget
  ) -> ContourList {
    guard amount != 0 else { return list }
    // An open contour has no inside: only its border remains.
    let closed = list.contours.filter(\.isClosed)
    let path = ContourList(closed).path()
    let joins: [CGLineJoin] = [.miter, .round, .bevel]
    let box = path.boundingBox
    let isSingle = closed.count == 1 && list.contours.count == 1
    let reach = CGFloat(abs(amount))
    if isSingle, amount < 0, reach * 2 >= min(box.width, box.height) { return ContourList([]) }
    var border = list.path().copy(
      strokingWithWidth: abs(amount) * 2, lineCap: join == 2 ? .round : .butt,
      lineJoin: joins[min(max(join - 1, 0), 2)], miterLimit: max(miterLimit, 1))
    // The inner side of a border lies in the contour. Where the border is wider than curves are round, it has
    // hundreds of lines that cross each other.
    if isSingle, amount > 0, let outer = outerSide(of: border, around: box, reach) {
      border = outer
    }
    guard budget.takeSteps(weight * border.elements.points.count),
      let result = budget.combined(
        path, border, amount > 0 || closed.isEmpty ? .union : .subtraction)
    else { return list }
    return ContourList(result)
  }

  /// Returns the contour of a border that surrounds a box; nil for a border that crosses itself.
  private static func outerSide(
    of border: CGPath, around box: CGRect, _ reach: CGFloat
  ) -> CGPath? {
    let least = box.insetBy(dx: 0.1 - reach, dy: 0.1 - reach)
    return ContourList(border).contours.lazy.map { ContourList([$0]).path() }
      .first { $0.boundingBox.contains(least) }
  }

  /// Merges contours, each list a shape, in the mode of a merge modifier.
  static func merged(_ shapes: [ContourList], mode: Int, _ budget: Budget) -> ContourList {
    guard let first = shapes.first, mode != 1 else {
      return ContourList(shapes.flatMap(\.contours))
    }
    var path = first.path()
    let operations: [Int: CGPath.AreaOperation] = [
      3: .subtraction, 4: .intersection, 5: .symmetricDifference,
    ]
    let operation = operations[mode] ?? .union
    for shape in shapes.dropFirst() {
      guard let combined = budget.combined(path, shape.path(), operation) else { break }
      path = combined
    }
    return ContourList(path)
  }
}
