import GlazePlan

/// Instances that one shader program draws with the same sources.
struct Run {
  var key: ProgramKey
  var blend: CommandList.Blend
  var sources: CommandList.Sources
  var ranges: [Range<Int>]
  /// The areas that they may touch: minimum and maximum x and y, in pixels.
  var bounds: [SIMD4<Float>]

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  func touches(_ other: SIMD4<Float>) -> Bool {
    bounds.contains { $0.x < other.z && other.x < $0.z && $0.y < other.w && other.y < $0.w }
  }

  func isDrawn(like other: Run) -> Bool {
    key == other.key && blend == other.blend && sources == other.sources
  }
}

/// The runs of a pass that are not drawn yet.
///
/// An instance joins an earlier run of its shader program when it does not touch any of the runs
/// between.
struct RunQueue {
  private(set) var runs: [Run] = []
  let sorts: Bool

  init(sorts: Bool) { self.sorts = sorts }

  /// Whether the waiting runs must be drawn before another is added.
  var isFull: Bool { runs.count >= Tuning.waitingRuns }

  /// Adds a run of one range.
  mutating func append(_ run: Run) {
    let (range, bounds) = (run.ranges[0], run.bounds[0])
    var index = runs.count - 1
    while index >= 0 {
      if runs[index].isDrawn(like: run) {
        guard sorts || runs[index].ranges.last?.upperBound == range.lowerBound else { break }
        return add(range, bounds, to: index)
      }
      guard sorts, runs[index].bounds.count <= Tuning.comparedBounds, !runs[index].touches(bounds)
      else { break }
      index -= 1
    }
    runs.append(run)
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
}

extension FramePlan {
  /// The area that some instances may touch: minimum and maximum x and y, in pixels.
  func bounds(of range: Range<Int>, _ kind: Kind) -> SIMD4<Float> {
    let everywhere = Float.greatestFiniteMagnitude
    guard range.count <= Tuning.boundedInstances else {
      return SIMD4(-everywhere, -everywhere, everywhere, everywhere)
    }
    var low = SIMD2<Float>(repeating: everywhere)
    var high = -low
    for index in range {
      let (a, b) = polygon(kind, index)
      low = pointwiseMin(low, pointwiseMin(a.lowHalf, a.highHalf))
      low = pointwiseMin(low, pointwiseMin(b.lowHalf, b.highHalf))
      high = pointwiseMax(high, pointwiseMax(a.lowHalf, a.highHalf))
      high = pointwiseMax(high, pointwiseMax(b.lowHalf, b.highHalf))
    }
    return SIMD4(lowHalf: low, highHalf: high)
  }
}
