import Foundation
import GlazeGeometry

/// The contours of parametric shapes, as the specification describes them.
enum ShapeGeometry {
  /// The length of the handles of a quarter of a circle of radius 1.
  static let circle = 0.551915024493510

  static func ellipse(center: Vector, size: Vector) -> Contour {
    let (c, r) = (SIMD2(center.x, center.y), SIMD2(size.x / 2, size.y / 2))
    let h = r * circle
    return Contour(
      [
        Contour.Vertex(c + SIMD2(0, -r.y), in: SIMD2(-h.x, 0), out: SIMD2(h.x, 0)),
        Contour.Vertex(c + SIMD2(r.x, 0), in: SIMD2(0, -h.y), out: SIMD2(0, h.y)),
        Contour.Vertex(c + SIMD2(0, r.y), in: SIMD2(h.x, 0), out: SIMD2(-h.x, 0)),
        Contour.Vertex(c + SIMD2(-r.x, 0), in: SIMD2(0, h.y), out: SIMD2(0, -h.y)),
      ], isClosed: true)
  }

  static func rectangle(center: Vector, size: Vector, radius: Double) -> Contour {
    let (c, half) = (SIMD2(center.x, center.y), SIMD2(abs(size.x) / 2, abs(size.y) / 2))
    let r = min(half.x, half.y, radius)
    let (right, left, top, bottom) = (c.x + half.x, c.x - half.x, c.y - half.y, c.y + half.y)
    guard r > 0 else {
      return Contour(
        [SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom), SIMD2(left, top)].map {
          Contour.Vertex($0)
        }, isClosed: true)
    }
    let h = r * circle
    return Contour(
      [
        Contour.Vertex(SIMD2(right, top + r), in: SIMD2(0, -h)),
        Contour.Vertex(SIMD2(right, bottom - r), out: SIMD2(0, h)),
        Contour.Vertex(SIMD2(right - r, bottom), in: SIMD2(h, 0)),
        Contour.Vertex(SIMD2(left + r, bottom), out: SIMD2(-h, 0)),
        Contour.Vertex(SIMD2(left, bottom - r), in: SIMD2(0, h)),
        Contour.Vertex(SIMD2(left, top + r), out: SIMD2(0, -h)),
        Contour.Vertex(SIMD2(left + r, top), in: SIMD2(-h, 0)),
        Contour.Vertex(SIMD2(right - r, top), out: SIMD2(h, 0)),
      ], isClosed: true)
  }

  /// The numbers of a star or a polygon.
  struct Star {
    var center: Vector
    var points: Double
    /// In radians, clockwise from the top.
    var rotation: Double
    var outerRadius: Double
    /// nil for a polygon.
    var innerRadius: Double?
    /// In parts of 1.
    var outerRoundness: Double
    var innerRoundness: Double
  }

  static func star(_ star: Star) -> Contour {
    // A star can have a part of a point; a polygon cannot.
    let number = min(max(star.points, 2), Double(Limits.points))
    let points = star.innerRadius == nil ? (number + 1e-6).rounded(.down) : number
    let count = Int(clamping: (points - 1e-6).rounded(.up))
    let step = Double.pi / points
    func vertex(_ radius: Double, _ roundness: Double, _ angle: Double) -> Contour.Vertex {
      let direction = SIMD2(cos(angle), sin(angle))
      let handle = radius * .pi / 2 / points * roundness
      let tangent = SIMD2(-direction.y, direction.x) * handle
      return Contour.Vertex(
        SIMD2(star.center.x, star.center.y) + direction * radius, in: -tangent, out: tangent)
    }
    var vertices: [Contour.Vertex] = []
    for index in 0..<count {
      let angle = star.rotation - .pi / 2 + Double(index) * 2 * step
      // The first point is narrower and shorter by the part that is missing.
      let part = index == 0 ? points - Double(count - 1) : 1
      let base = star.innerRadius ?? 0
      vertices.append(
        vertex(
          base + (star.outerRadius - base) * part, star.outerRoundness * part,
          angle + (1 - part) * step))
      if let inner = star.innerRadius {
        vertices.append(vertex(inner, star.innerRoundness, angle + step))
      }
    }
    return Contour(vertices, isClosed: true)
  }
}

/// Reads shapes as motions of contours.
struct ShapeSource {
  let reader: PropertyReader

  /// Returns the contours of a shape; nil for items that are not shapes.
  func motion(_ node: LottieNode, type: String) -> Motion<ContourList>? {
    let isReversed = node.integer("d", 1) == 3
    func directed(_ contour: Contour) -> ContourList {
      ContourList([isReversed ? contour.reversed : contour])
    }
    let tolerance = Animator.Tolerance.points / 2
    switch type {
    case "sh":
      guard var track: Track<ContourList> = reader.track(node["ks"]) else { return nil }
      // Old documents have the flag once for all keyframes.
      if node.isTrue("closed") { track = track.map(\.closed) }
      return Motion(
        isReversed ? track.map { ContourList($0.contours.map(\.reversed)) } : track)
    case "el":
      let (center, size) = (vector(node["p"]), vector(node["s"]))
      return Motion(of: [center.timing, size.timing].compactMap(\.self), tolerance: tolerance) {
        directed(ShapeGeometry.ellipse(center: center.value(at: $0), size: size.value(at: $0)))
      }
    case "rc":
      let (center, size) = (vector(node["p"]), vector(node["s"]))
      let radius = reader.track(node["r"], 0.0)
      let timings = [center.timing, size.timing, radius.timing].compactMap(\.self)
      return Motion(of: timings, tolerance: tolerance) {
        directed(
          ShapeGeometry.rectangle(
            center: center.value(at: $0), size: size.value(at: $0), radius: radius.value(at: $0)))
      }
    case "sr": return star(node, tolerance, directed)
    default: return nil
    }
  }

  private func vector(_ node: LottieNode?) -> Track<Vector> { reader.track(node, Vector.zero) }

  private func star(
    _ node: LottieNode, _ tolerance: Double, _ directed: @escaping (Contour) -> ContourList
  ) -> Motion<ContourList> {
    let center = vector(node["p"])
    func number(_ key: String, _ standard: Double = 0) -> Track<Double> {
      reader.track(node[key], standard)
    }
    let (points, rotation) = (number("pt", 5), number("r"))
    let (outer, inner) = (number("or"), number("ir"))
    let (outerRoundness, innerRoundness) = (number("os"), number("is"))
    let isStar = node.integer("sy", 1) == 1
    let tracks = [points, rotation, outer, inner, outerRoundness, innerRoundness]
    let timings = ([center.timing] + tracks.map(\.timing)).compactMap(\.self)
    return Motion(of: timings, tolerance: tolerance) { frame in
      directed(
        ShapeGeometry.star(
          ShapeGeometry.Star(
            center: center.value(at: frame), points: points.value(at: frame),
            rotation: rotation.value(at: frame) * .pi / 180, outerRadius: outer.value(at: frame),
            innerRadius: isStar ? inner.value(at: frame) : nil,
            outerRoundness: outerRoundness.value(at: frame) / 100,
            innerRoundness: innerRoundness.value(at: frame) / 100)))
    }
  }
}
