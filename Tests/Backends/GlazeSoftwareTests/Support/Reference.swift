import CGlazeShaders
import Foundation
import GlazeGeometry
@testable import GlazePlan

/// The shaders again, one pixel at a time and in double precision, written only for clarity.
enum Reference {
  struct Point {
    var position: SIMD2<Double>
    var gradientX: SIMD2<Double>
    var gradientY: SIMD2<Double>
    var facing: Double

    init(_ box: RoundedBox, _ x: Double, _ y: Double) {
      let p = SIMD3(x - Double(box.rowX.w), y - Double(box.rowY.w), 1)
      func dot(_ row: SIMD4<Float>) -> Double {
        (SIMD3(Double(row.x), Double(row.y), Double(row.z)) * p).sum()
      }
      let q = SIMD3(dot(box.rowX), dot(box.rowY), dot(box.rowW))
      position = SIMD2(q.x / q.z, q.y / q.z)
      let w = SIMD2<Double>(box.rowW.lowHalf)
      gradientX = (SIMD2<Double>(box.rowX.lowHalf) - position.x * w) / q.z
      gradientY = (SIMD2<Double>(box.rowY.lowHalf) - position.y * w) / q.z
      facing = q.z
    }
  }

  static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  static func overlap(_ a: Double, _ b: Double) -> Double {
    min(max(min(a, 0.5) + min(b, 0.5), 0), 1)
  }

  static func corner(
    _ p: Point, _ cellPoint: SIMD2<Double>, _ cell: Double, _ exponent: Double
  ) -> Double {
    let u = cellPoint / cell
    let radius = pow(pow(u.x, exponent) + pow(u.y, exponent), 1 / exponent)
    let normal = SIMD2(pow(u.x / radius, exponent - 1), pow(u.y / radius, exponent - 1))
    let gradient =
      normal.x * (p.position.x < 0 ? -1 : 1) * p.gradientX
      + normal.y * (p.position.y < 0 ? -1 : 1) * p.gradientY
    return min(max((1 - radius) * cell / length(gradient) + 0.5, 0), 1)
  }

  static func distances(_ p: Point, _ half: SIMD2<Double>) -> [Double] {
    let x = 1 / length(p.gradientX)
    let y = 1 / length(p.gradientY)
    return [
      (half.x + p.position.x) * x, (half.x - p.position.x) * x, (half.y + p.position.y) * y,
      (half.y - p.position.y) * y,
    ]
  }

  static func coverage(
    _ p: Point, _ half: SIMD2<Double>, _ d: [Double], _ corners: SIMD4<Float>, _ exponent: Double
  ) -> Double {
    guard p.facing > 0 else { return 0 }
    var coverage = overlap(d[0], d[1]) * overlap(d[2], d[3])
    let index = (p.position.x < 0 ? 0 : 1) + (p.position.y < 0 ? 0 : 2)
    let cell = Double(corners[index])
    let cellPoint = SIMD2(abs(p.position.x), abs(p.position.y)) - (half - cell)
    if cell > 0 && cellPoint.x > 0 && cellPoint.y > 0 {
      coverage = min(coverage, corner(p, cellPoint, cell, exponent))
    }
    return coverage
  }

  static func hardness(_ box: RoundedBox) -> [Double] {
    (0..<4).map { Int(clamping: box.extent.z) & (1 << $0) != 0 ? 0 : 1e6 }
  }

  /// Returns the point at which a pixel samples a gradient.
  static func samplePoint(_ box: RoundedBox, _ p: Point) -> SIMD2<Double> {
    let inset = SAMPLE_INSET * SIMD2(length(p.gradientX), length(p.gradientY))
    let reach = (SIMD2<Double>(box.extent.lowHalf) - inset).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: .infinity))
    let hard = hardness(box)
    return p.position.clamped(
      lowerBound: SIMD2(-reach.x - hard[0], -reach.y - hard[2]),
      upperBound: SIMD2(reach.x + hard[1], reach.y + hard[3]))
  }

  static func shape(_ box: RoundedBox, _ p: Point) -> Double {
    let half = SIMD2<Double>(box.extent.lowHalf)
    let d = zip(distances(p, half), hardness(box)).map { $0 + $1 }
    return coverage(p, half, d, box.corners, Double(box.rowW.w))
  }

  static func inset(_ box: RoundedBox, _ p: Point, _ width: Double) -> Double {
    let exponent = Double(box.rowW.w)
    let expansion = 1 + (exponent - 2) * (0.52866483 / 1.3418)
    var corners = box.corners
    for i in 0..<4 { corners[i] = max(0, box.corners[i] - Float(width * expansion)) }
    let half = SIMD2<Double>(box.extent.lowHalf) - width
    return coverage(p, half, distances(p, half), corners, exponent)
  }

  static func clip(_ box: RoundedBox, _ x: Double, _ y: Double) -> Double {
    if box.rowW.w == 0 {
      let side =
        Double(box.rowX.x) * (x - Double(box.rowX.w)) + Double(box.rowX.y)
        * (y - Double(box.rowY.w))
        + Double(box.rowX.z)
      return (side >= 0) == (box.extent.z > 0) ? 1 : 0
    }
    let p = Point(box, x, y)
    let half = SIMD2<Double>(box.extent.lowHalf)
    let d = zip(distances(p, half), hardness(box)).map { $0 + ($0 >= 0 ? $1 : -$1) }
    return coverage(p, half, d, box.corners, Double(box.rowW.w))
  }

  static func clips(_ params: SIMD4<Float>, _ plan: FramePlan, _ x: Double, _ y: Double) -> Double {
    let first = Int(clamping: params.y)
    return plan.clips[first..<first + Int(clamping: params.z)].reduce(1) { $0 * clip($1, x, y) }
  }

  static func color(
    _ box: BoxInstance, _ plan: FramePlan, _ x: Double, _ y: Double
  )
    -> SIMD4<Double>
  {
    let p = Point(box.shape, x, y)
    var inside = SIMD4<Double>(box.fill)
    if box.params.x > 0 {
      let line = SIMD4<Double>(box.border) * (1 - inset(box.shape, p, Double(box.params.x)))
      inside = line + inside * (1 - line.w)
    }
    var coverage = shape(box.shape, p)
    if box.isUnderBorder {
      let line = 1 - inset(box.shape, p, Double(-box.params.x))
      let covered = line * Double(box.border.w * box.params.w)
      let rest = 1 - coverage * covered
      coverage = rest > 0 ? coverage * (1 - covered) / rest : 1
    }
    return inside * (Double(box.params.w) * coverage * clips(box.params, plan, x, y))
  }

  /// Returns whether the center lies inside the polygon, and not nearer to an edge than the error
  /// of floats.
  static func covers(
    _ quad01: SIMD4<Float>, _ quad23: SIMD4<Float>, _ x: Double, _ y: Double
  )
    -> Bool
  {
    // Without arrays, which are slow without optimization: this is called for each pixel of each instance.
    func side(_ ax: Float, _ ay: Float, _ bx: Float, _ by: Float) -> Double {
      let (ax, ay, bx, by) = (Double(ax), Double(ay), Double(bx), Double(by))
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    }
    let first = side(quad01.x, quad01.y, quad01.z, quad01.w)
    let second = side(quad01.z, quad01.w, quad23.x, quad23.y)
    let third = side(quad23.x, quad23.y, quad23.z, quad23.w)
    let fourth = side(quad23.z, quad23.w, quad01.x, quad01.y)
    return first > 0 && second > 0 && third > 0 && fourth > 0
      || first < 0 && second < 0 && third < 0 && fourth < 0
  }

  /// Returns the columns or rows, of so many, that can have their centers inside a polygon with four coordinates.
  static func pixels(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ count: Int) -> Range<Int> {
    let first = Int(clamping: Double(min(a, b, c, d)).rounded(.down))
    let end = Int(clamping: Double(max(a, b, c, d)).rounded(.up))
    let low = min(max(first, 0), count)
    return low..<min(max(end, low), count)
  }

  /// Draws a pass that has only boxes, blended in floats and stored in bytes after each.
  static func render(_ plan: FramePlan) -> PixelBuffer {
    let target = plan.targets[0]
    var bytes: [UInt8] = []
    for y in 0..<target.height {
      for x in 0..<target.width {
        let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
        var pixel = (SIMD4<Double>(plan.passes[0].clearColor ?? .zero) * 255).rounded(
          .toNearestOrAwayFromZero)
        for box in plan.boxes where covers(box.quad01, box.quad23, cx, cy) {
          let source = color(box, plan, cx, cy)
          pixel = (source * 255 + pixel * (1 - source.w)).rounded(.toNearestOrAwayFromZero)
        }
        bytes += (0..<4).map { UInt8(clamping: max(0, min(255, pixel[$0]))) }
      }
    }
    return PixelBuffer(width: target.width, height: target.height, bytes: bytes)
  }
}
