import COpenGL
import GlazePlan

/// What draws sample.
struct Sources: Equatable {
  var texture: GLuint = 0
  /// A texture that is a buffer's, in place of `texture`.
  var texels: GLuint = 0
  var sampler: GLuint = 0
  var mask: GLuint = 0
  var maskSampler: GLuint = 0
}

/// Instances that one program draws with the same textures.
struct Run {
  var key: Program.Key
  var sources: Sources
  var ranges: [Range<Int>]
  /// What they may touch: minimum and maximum x and y, in pixels.
  var bounds: [SIMD4<Float>]

  func touches(_ other: SIMD4<Float>) -> Bool {
    bounds.contains { $0.x < other.z && other.x < $0.z && $0.y < other.w && other.y < $0.w }
  }
}

/// What is not drawn yet of a pass: an instance joins others of its program over those that it does not
/// touch.
struct RunQueue {
  /// Looking further back, or at more, would cost more than it saves.
  private static let longest = 24
  private static let mostBounds = 64
  /// Of more instances the bounds are not looked at: they lie everywhere.
  private static let mostInstances = 256

  private(set) var runs: [Run] = []
  var sorts = true

  /// Whether what waits must be drawn before more is added.
  var isFull: Bool { runs.count >= Self.longest }

  mutating func append(
    _ key: Program.Key, _ sources: Sources, _ range: Range<Int>, bounds: SIMD4<Float>
  ) {
    var index = runs.count - 1
    while index >= 0 {
      if runs[index].key == key, runs[index].sources == sources {
        guard sorts || runs[index].ranges.last?.upperBound == range.lowerBound else { break }
        return add(range, bounds, to: index)
      }
      guard sorts, runs[index].bounds.count <= Self.mostBounds, !runs[index].touches(bounds)
      else { break }
      index -= 1
    }
    runs.append(Run(key: key, sources: sources, ranges: [range], bounds: [bounds]))
  }

  private mutating func add(_ range: Range<Int>, _ bounds: SIMD4<Float>, to index: Int) {
    runs[index].bounds.append(bounds)
    if let last = runs[index].ranges.last, last.upperBound == range.lowerBound {
      runs[index].ranges[runs[index].ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      runs[index].ranges.append(range)
    }
  }

  mutating func removeAll() { runs.removeAll(keepingCapacity: true) }

  /// What some instances may touch.
  static func bounds(
    of range: Range<Int>, _ kind: FramePlan.Kind, in plan: FramePlan
  ) -> SIMD4<Float> {
    let everywhere = Float.greatestFiniteMagnitude
    guard range.count <= mostInstances else {
      return SIMD4(-everywhere, -everywhere, everywhere, everywhere)
    }
    var low = SIMD2<Float>(repeating: everywhere)
    var high = -low
    for index in range {
      let (a, b) = plan.polygon(kind, index)
      low = pointwiseMin(low, pointwiseMin(a.lowHalf, a.highHalf))
      low = pointwiseMin(low, pointwiseMin(b.lowHalf, b.highHalf))
      high = pointwiseMax(high, pointwiseMax(a.lowHalf, a.highHalf))
      high = pointwiseMax(high, pointwiseMax(b.lowHalf, b.highHalf))
    }
    return SIMD4(lowHalf: low, highHalf: high)
  }
}
