import CGlazeShaders
import Foundation

/// Boxes blurred by Gaussians: the closed form of the shaders, and integration.
enum Gaussian {
  // MARK: The closed form, in double precision

  private static func span(_ x: Double, _ half: Double, _ k: Double) -> Double {
    0.5 * (erf((half + x) * k) + erf((half - x) * k))
  }

  private static func cut(
    _ p: SIMD2<Double>, _ half: SIMD2<Double>, _ cell: Double, _ n: Double,
    _ sigma: SIMD2<Double>
  ) -> Double {
    let k = 0.5.squareRoot() / sigma
    func place(_ y: Double) -> Double { min(max((y - half.y) / cell + 1, 0), 1) }
    if cell <= 0 { return 0 }
    let low = place(p.y - 3.5 * sigma.y)
    let high = place(p.y + 3.5 * sigma.y)
    if low >= high || half.x - cell - p.x > 3.5 * sigma.x || p.x - half.x > 3.5 * sigma.x {
      return 0
    }
    func row(_ x: Double) -> Double {
      curve(min(max((x - half.x) / cell + 1, 0), 1), n)
    }
    let first = min(max(row(p.x + 3 * sigma.x), low), high)
    let last = min(max(row(p.x - 3 * sigma.x), first), high)
    let start = half - cell - p
    let edge = erf((half.x - p.x) * k.x)
    let whole =
      0.25 * (edge + 1) * (erf((start.y + cell * high) * k.y) - erf((start.y + cell * last) * k.y))
    let nodes = [0.1834346425, 0.5255324099, 0.7966664774, 0.9602898565]
    let weights = [0.3626837834, 0.3137066459, 0.2223810345, 0.1012285363]
    let (u0, u1) = (1 - (1 - first).squareRoot(), 1 - (1 - last).squareRoot())
    var sum = 0.0
    for i in 0..<8 {
      let v = 1 - 0.5 * (u0 + u1) - 0.5 * (u1 - u0) * nodes[i / 2] * (i % 2 == 0 ? 1 : -1)
      let s = 1 - v * v
      let d = (start.y + cell * s) * k.y
      sum +=
        weights[i / 2] * 2 * v * exp(-d * d)
        * (edge - erf((start.x + cell * curve(s, n)) * k.x))
    }
    return whole + 0.5 * sum * 0.5 * (u1 - u0) * cell * k.y / Double.pi.squareRoot()
  }

  private static func curve(_ s: Double, _ n: Double) -> Double {
    pow(max(1 - pow(s, n), 0), 1 / n)
  }

  static func box(_ box: RoundedBox, _ p: SIMD2<Double>, _ sigma: SIMD2<Double>) -> Double {
    let half = SIMD2<Double>(box.extent.lowHalf)
    let k = 0.5.squareRoot() / sigma
    let n = Double(box.rowW.w)
    var sum = span(p.x, half.x, k.x) * span(p.y, half.y, k.y)
    for corner in 0..<4 {
      let q = SIMD2(corner & 1 == 0 ? -p.x : p.x, corner & 2 == 0 ? -p.y : p.y)
      sum -= cut(q, half, Double(box.corners[corner]), n, sigma)
    }
    return min(max(sum, 0), 1)
  }

  // MARK: Integration

  /// Returns the blurred box by the midpoint rule over rows, with each row in closed form.
  static func integral(_ box: RoundedBox, _ p: SIMD2<Double>, _ sigma: SIMD2<Double>) -> Double {
    let half = SIMD2<Double>(box.extent.lowHalf)
    let n = Double(box.rowW.w)
    let k = 0.5.squareRoot() / sigma
    let steps = 200
    let low = max(-half.y, p.y - 7 * sigma.y)
    let high = min(half.y, p.y + 7 * sigma.y)
    if low >= high { return 0 }
    var sum = 0.0
    // Midpoints: the rule does not evaluate the outermost rows, where the width changes fastest.
    for step in 0..<steps {
      // Denser near both ends, where corners curve.
      let a = (Double(step) + 0.5) / Double(steps) * .pi
      let y = (low + high) / 2 - (high - low) / 2 * cos(a)
      let dy = (high - low) / 2 * sin(a) * .pi / Double(steps)
      let left = -half.x + inset(y, half.y, Double(y < 0 ? box.corners.x : box.corners.z), n)
      let right = half.x - inset(y, half.y, Double(y < 0 ? box.corners.y : box.corners.w), n)
      let row = 0.5 * (erf((right - p.x) * k.x) - erf((left - p.x) * k.x))
      let d = (y - p.y) * k.y
      sum += row * exp(-d * d) * dy
    }
    return sum * k.y / Double.pi.squareRoot()
  }

  /// Returns the distance of a row's end from the side of the square corner.
  private static func inset(_ y: Double, _ half: Double, _ cell: Double, _ n: Double) -> Double {
    let s = (abs(y) - half + cell) / cell
    return cell > 0 && s > 0 ? cell * (1 - pow(1 - pow(min(s, 1), n), 1 / n)) : 0
  }
}
