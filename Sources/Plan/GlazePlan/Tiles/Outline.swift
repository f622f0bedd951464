import CGlazeShaders

/// The corners of a convex polygon of an image, in pixels; a triangle repeats its last corner.
struct Outline {
  var corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  init(_ polygon: (first: SIMD4<Float>, second: SIMD4<Float>)) {
    corners = (
      SIMD2<Double>(polygon.first.lowHalf), SIMD2<Double>(polygon.first.highHalf),
      SIMD2<Double>(polygon.second.lowHalf), SIMD2<Double>(polygon.second.highHalf)
    )
  }

  init(_ rect: PixelRect) {
    corners = (
      SIMD2(rect.minX, rect.minY), SIMD2(rect.maxX, rect.minY), SIMD2(rect.maxX, rect.maxY),
      SIMD2(rect.minX, rect.maxY)
    )
  }

  /// Half the cross product of the diagonals: positive when the corners run clockwise on a screen.
  var signedArea: Double {
    let (a, b) = (corners.2 - corners.0, corners.3 - corners.1)
    return (a.x * b.y - b.x * a.y) / 2
  }

  var bounds: PixelRect {
    let low = pointwiseMin(
      pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
    let high = pointwiseMax(
      pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
    return PixelRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The pixels of an image that it covers, or a few more where it crosses the edges.
  func area(in image: PixelRect) -> Double {
    // NaN is drawn as nothing.
    max(0, min(abs(signedArea), bounds.intersection(image).area))
  }

  /// Whether it is an upright rectangle.
  var isUpright: Bool {
    let (a, b, c, d) = corners
    return (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
      || (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
  }

  /// The least and the largest x between two heights.
  func span(from top: Double, to bottom: Double) -> (low: Double, high: Double) {
    var span = (low: Double.infinity, high: -Double.infinity)
    func add(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
      let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
      guard upper.y <= bottom, lower.y >= top else { return }
      let step = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
      let first = upper.y < top ? upper.x + (top - upper.y) * step : upper.x
      let last = lower.y > bottom ? upper.x + (bottom - upper.y) * step : lower.x
      span.low = min(span.low, first, last)
      span.high = max(span.high, first, last)
    }
    add(corners.0, corners.1)
    add(corners.1, corners.2)
    add(corners.2, corners.3)
    add(corners.3, corners.0)
    return span
  }
}

/// The area that is certainly inside of an item: an intersection of half planes.
struct Interior {
  /// The distance from an edge, in pixels, at which the coverage is full.
  private static let edge = 1.0
  /// The distance from the border of a polygon, in pixels, at which everything is drawn.
  private static let border = 1.0 / 64

  /// The half planes where `x * x + y * y + z >= 0`, in pixels.
  private var planes: [SIMD3<Double>] = []
  private(set) var bounds = PixelRect.null

  /// Restarts with a polygon.
  mutating func begin(_ outline: Outline) {
    planes.removeAll(keepingCapacity: true)
    bounds = outline.bounds
    let (a, b, c, d) = outline.corners
    let sign = outline.signedArea < 0 ? -1.0 : 1
    func addEdge(_ p: SIMD2<Double>, _ q: SIMD2<Double>) {
      let along = (q - p) * sign
      // Triangles have an edge of length 0.
      guard along != .zero else { return }
      add(SIMD3(-along.y, along.x, along.y * p.x - along.x * p.y), inset: Self.border)
    }
    addEdge(a, b)
    addEdge(b, c)
    addEdge(c, d)
    addEdge(d, a)
  }

  /// Intersects with a rounded box between some of its corners.
  ///
  /// - Parameter cut: The part of each corner's cell that is removed at the sides, and at the top
  ///   and bottom.
  mutating func formIntersection(_ shape: RoundedBox, cut: SIMD2<Float>) {
    func row(_ row: SIMD4<Float>) -> SIMD3<Double> {
      let p = SIMD2(Double(row.x), Double(row.y))
      let shift = p.x * Double(shape.rowX.w) + p.y * Double(shape.rowY.w)
      return SIMD3(p.x, p.y, Double(row.z) - shift)
    }
    let (x, y) = (row(shape.rowX), row(shape.rowY))
    if shape.isHalfPlane { return add(shape.holdsPositiveSide ? x : -x, inset: Self.edge) }
    let w = row(shape.rowW)
    let extent = SIMD2(shape.extent.x, shape.extent.y)
    let reach = SIMD2<Double>(extent - cut * shape.corners.max())
    add(w * reach.x - x, inset: Self.edge)
    add(w * reach.x + x, inset: Self.edge)
    add(w * reach.y - y, inset: Self.edge)
    add(w * reach.y + y, inset: Self.edge)
  }

  private mutating func add(_ plane: SIMD3<Double>, inset: Double) {
    let length = (plane.x * plane.x + plane.y * plane.y).squareRoot()
    // A plane that is viewed edge-on does not have an inside.
    let isLine = length > 1e-12 && length.isFinite && plane.z.isFinite
    planes.append(isLine ? plane / length - SIMD3(0, 0, inset) : SIMD3(0, 0, -1))
  }

  /// Its rectangle when it is upright.
  var upright: PixelRect? {
    var rect = bounds
    for plane in planes {
      switch (plane.x, plane.y) {
      case (0, 0): return .null
      case (_, 0) where plane.x > 0: rect.minX = max(rect.minX, -plane.z / plane.x)
      case (_, 0): rect.maxX = min(rect.maxX, -plane.z / plane.x)
      case (0, _) where plane.y > 0: rect.minY = max(rect.minY, -plane.z / plane.y)
      case (0, _): rect.maxY = min(rect.maxY, -plane.z / plane.y)
      default: return nil
      }
    }
    return rect
  }

  /// The least and the largest x that lie inside at all heights between two.
  func span(from top: Double, to bottom: Double) -> (low: Double, high: Double) {
    var (low, high) = (bounds.minX, bounds.maxX)
    for plane in planes {
      // A point that is inside at the worse of both heights is inside between them.
      let rest = plane.y * (plane.y > 0 ? top : bottom) + plane.z
      if plane.x > 1e-9 {
        low = max(low, -rest / plane.x)
      } else if plane.x < -1e-9 {
        high = min(high, -rest / plane.x)
      } else if rest < 0 {
        high = -.infinity
      }
    }
    return (low, high)
  }
}
