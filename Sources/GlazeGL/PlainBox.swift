import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

// What groups that are cut into squares ask of boxes.

extension BoxInstance {
  /// Whether the box is a round one of one colour.
  var isPlain: Bool {
    guard params.x == 0, shape.simpleShape() == .round,
      shape.rowX.w == shape.rowX.w.rounded(.down), shape.rowY.w == shape.rowY.w.rounded(.down)
    else { return false }
    let fill = fill * params.w
    return fill.min() >= 0 && fill.max() <= fill.w && fill.w <= 1
  }

  /// Whether the polygon lies in a rectangle: minimum and maximum x and y.
  func lies(in area: SIMD4<Float>) -> Bool {
    let low = pointwiseMin(
      pointwiseMin(quad01.lowHalf, quad01.highHalf), pointwiseMin(quad23.lowHalf, quad23.highHalf))
    let high = pointwiseMax(
      pointwiseMax(quad01.lowHalf, quad01.highHalf), pointwiseMax(quad23.lowHalf, quad23.highHalf))
    return low.x >= area.x && low.y >= area.y && high.x <= area.z && high.y <= area.w
  }

  /// Whether the polygon holds every pixel that the shape covers: all corners lie half a pixel outside.
  var isUncut: Bool {
    let (rx, ry) = (shape.rowX, shape.rowY)
    let unit = (rx.x * rx.x + rx.y * rx.y).squareRoot()
    let x = SIMD4(quad01.x, quad01.z, quad23.x, quad23.z) - rx.w
    let y = SIMD4(quad01.y, quad01.w, quad23.y, quad23.w) - ry.w
    // Along the order of the corners, towards the outside.
    let outX = (rx.x * x + rx.y * y + rx.z) * SIMD4(-1, 1, 1, -1)
    let outY = (ry.x * x + ry.y * y + ry.z) * SIMD4(-1, -1, 1, 1)
    return outX.min() >= shape.extent.x + 0.5 * unit && outY.min() >= shape.extent.y + 0.5 * unit
  }

  /// Whether another box before this one is a piece of the same that was cut.
  func goesOn(with other: BoxInstance) -> Bool {
    fill == other.fill && params.w == other.params.w && shape.rowX == other.shape.rowX
      && shape.rowY == other.shape.rowY && shape.extent == other.shape.extent
      && shape.corners == other.shape.corners && !isUncut
  }

  // MARK: Areas

  /// Half the cross product of the diagonals.
  var polygonArea: Float {
    let (a, b) = (quad23.lowHalf - quad01.lowHalf, quad23.highHalf - quad01.highHalf)
    return abs(a.x * b.y - b.x * a.y) / 2
  }

  /// The corners of the shape's rectangle, grown by so many pixels.
  func corners(around margin: Float) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
    let (rx, ry) = (shape.rowX, shape.rowY)
    let unit = (rx.x * rx.x + rx.y * rx.y).squareRoot()
    let x = SIMD4(-1, 1, 1, -1) * (shape.extent.x + margin * unit) - rx.z
    let y = SIMD4(-1, -1, 1, 1) * (shape.extent.y + margin * unit) - ry.z
    let scale = 1 / (rx.x * ry.y - rx.y * ry.x)
    return ((ry.y * x - rx.y * y) * scale + rx.w, (rx.x * y - ry.x * x) * scale + ry.w)
  }

  /// The area of the grown rectangle within an upright one: minimum and maximum x and y.
  func area(around margin: Float, in limits: SIMD4<Float>) -> Float {
    let (x, y) = corners(around: margin)
    var polygon = (0..<4).map { SIMD2(x[$0], y[$0]) }
    // Inside is where `sign * coordinate >= limit`.
    for (axis, sign, limit) in [
      (0, 1, limits.x), (1, 1, limits.y), (0, -1, -limits.z), (1, -1, -limits.w),
    ]
      as [(Int, Float, Float)]
    {
      guard let last = polygon.last else { return 0 }
      var (result, before): ([SIMD2<Float>], SIMD2<Float>) = ([], last)
      for corner in polygon {
        let (from, to) = (sign * before[axis] - limit, sign * corner[axis] - limit)
        if (from >= 0) != (to >= 0) {
          result.append(before + (corner - before) * (from / (from - to)))
        }
        if to >= 0 { result.append(corner) }
        before = corner
      }
      polygon = result
    }
    guard let first = polygon.first else { return 0 }
    var area: Float = 0
    for (a, b) in zip(polygon, polygon.dropFirst()) {
      let (p, q) = (a - first, b - first)
      area += p.x * q.y - p.y * q.x
    }
    return abs(area) / 2
  }
}
