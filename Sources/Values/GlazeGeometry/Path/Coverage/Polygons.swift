import CGlazePaths
import Foundation

/// Closed polygons as flat values.
///
/// **Shape**: the points of all polygons in order; `ends` contains the number of points up to each
/// polygon's end. The last point of a polygon is connected with its first.
struct Polygons: Sendable {
  private(set) var points: [SIMD2<Double>] = []
  private(set) var ends: [Int32] = []

  /// Reserves capacity for a number of points.
  mutating func reserve(points count: Int) { points.reserveCapacity(count) }

  /// Adds the polygons that an outliner found.
  mutating func add(_ found: GlazePathOutline) {
    let begin = Int32(clamping: points.count)
    if let base = found.points {
      let pairs = UnsafeRawPointer(base).assumingMemoryBound(to: SIMD2<Double>.self)
      points.append(
        contentsOf: UnsafeBufferPointer(start: pairs, count: Int(clamping: found.pointCount)))
    }
    for end in UnsafeBufferPointer(start: found.ends, count: Int(clamping: found.count)) {
      ends.append(begin &+ end)
    }
  }

  /// Removes the points and polygons after the given numbers.
  mutating func removeLast(points count: Int, ends endCount: Int) {
    points.removeLast(points.count - count)
    ends.removeLast(ends.count - endCount)
  }

  /// Calls `body` with the range of points of every polygon.
  func forEach(_ body: (Range<Int>) -> Void) {
    var begin = 0
    for end in ends {
      body(begin..<Int(end))
      begin = Int(end)
    }
  }
}

extension SIMD2<Double> {
  @inline(__always)
  init(_ p: CGPoint) { self.init(p.x.native, p.y.native) }

  @inline(__always)
  var squaredLength: Double { x * x + y * y }

  @inline(__always)
  var length: Double { squaredLength.squareRoot() }

  /// The vector rotated by a quarter turn from +x toward +y.
  @inline(__always)
  var turned: SIMD2<Double> { SIMD2(-y, x) }

  @inline(__always)
  func dot(_ other: SIMD2<Double>) -> Double { x * other.x + y * other.y }

  @inline(__always)
  func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
}

extension PathElements {
  /// The outline without the subpaths that have points that are not finite.
  var finite: PathElements {
    // Zero times NaN or infinity is not zero.
    var sum = 0.0
    for p in points { sum += 0 * p.x.native + 0 * p.y.native }
    guard sum != 0 || sum.isNaN else { return self }
    var result = PathElements()
    var i = 0
    var verb = 0
    while verb < verbs.count {
      var (end, j) = (verb, i)
      repeat {
        j += Verb.pointCount(verbs[end])
        end += 1
      } while end < verbs.count && verbs[end] != Verb.move
      if points[i..<j].allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
        result.append(verbs: verbs[verb..<end], points: points[i..<j])
      }
      (verb, i) = (end, j)
    }
    return result
  }

  /// Adds the elements of one whole subpath.
  private mutating func append(verbs: ArraySlice<UInt8>, points: ArraySlice<CGPoint>) {
    var i = points.startIndex
    for verb in verbs {
      switch verb {
      case Verb.move: move(to: points[i])
      case Verb.line: line(to: points[i])
      case Verb.quad: quad(to: points[i + 1], control: points[i])
      case Verb.cubic: cubic(to: points[i + 2], control1: points[i], control2: points[i + 1])
      default: close()
      }
      i += Verb.pointCount(verb)
    }
  }
}
