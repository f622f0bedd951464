import Foundation
import GlazeGeometry

/// The corners of a path, whose curves are divided into lines of equal steps.
struct PathCorners {
  /// The corners of each subpath.
  private(set) var subpaths: [[SIMD2<Double>]] = []
  private var current = SIMD2<Double>.zero

  /// Returns the lines that replace a curve.
  private static let steps = 16

  mutating func add(_ element: CGPathElement) {
    func point(_ index: Int) -> SIMD2<Double> {
      SIMD2(element.points[index].x.native, element.points[index].y.native)
    }
    let start = current
    switch element.type {
    case .moveToPoint:
      current = point(0)
      subpaths.append([current])
    case .addLineToPoint: line(to: point(0))
    case .addQuadCurveToPoint:
      let (a, b) = (point(0), point(1))
      curve { t in
        let (x, y) = (start + (a - start) * t, a + (b - a) * t)
        return x + (y - x) * t
      }
    case .addCurveToPoint:
      let (a, b, c) = (point(0), point(1), point(2))
      curve { t in
        let (x, y, z) = (start + (a - start) * t, a + (b - a) * t, b + (c - b) * t)
        let (u, v) = (x + (y - x) * t, y + (z - y) * t)
        return u + (v - u) * t
      }
    case .closeSubpath: if let first = subpaths.last?.first { line(to: first) }
    }
  }

  private mutating func line(to end: SIMD2<Double>) {
    if subpaths.isEmpty { subpaths.append([current]) }
    subpaths[subpaths.count - 1].append(end)
    current = end
  }

  private mutating func curve(_ place: (Double) -> SIMD2<Double>) {
    for step in 1...Self.steps { line(to: place(Double(step) / Double(Self.steps))) }
  }
}
