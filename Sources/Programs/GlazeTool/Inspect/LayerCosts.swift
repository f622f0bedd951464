import GlazeGeometry
import GlazePlan
import GlazeTree

/// How much a frame saves without something, from alternating runs with it and without it.
struct Saving {
  /// The median of the differences, in milliseconds.
  private(set) var milliseconds = 0.0
  /// The range around the median in which the truth probably lies.
  private(set) var uncertainty = Double.infinity
  private var differences: [Double] = []

  private static let leastRuns = 3
  private static let mostRuns = 15
  /// Savings are not measured more closely than this part of the frame.
  private static let closest = 0.01

  /// Measures until the difference is clear, or small, or took enough runs.
  ///
  /// - Parameters:
  ///   - whole: Draws the frame and returns the time.
  ///   - rest: The same without what is measured.
  init(whole: () throws -> Double, rest: () throws -> Double) rethrows {
    var least = Double.infinity
    while differences.count < Self.mostRuns {
      let time = try whole()
      least = min(least, time)
      differences.append(time - (try rest()))
      guard differences.count >= Self.leastRuns else { continue }
      summarize()
      if abs(milliseconds) > 2 * uncertainty || uncertainty < Self.closest * least { return }
    }
  }

  /// The median of n numbers has 1.25 times the standard error of their mean, and the quartiles of a normal
  /// distribution lie 1.35 standard deviations apart; two standard errors are given.
  private mutating func summarize() {
    let sorted = differences.sorted()
    let count = sorted.count
    milliseconds = sorted[count / 2]
    let spread = sorted[(count * 3 - 1) / 4] - sorted[count / 4]
    uncertainty = 1.86 * spread / Double(count).squareRoot()
  }
}

/// The layers whose cost is worth measuring.
enum LayerCosts {
  /// Returns the nodes that probably cost the most with their sublayers: by the passes that they need and the
  /// pixels that they cover.
  ///
  /// - Parameters:
  ///   - seen: The nodes to choose from, in preorder.
  ///   - areas: The pixels of the frame that each node covers.
  ///   - passNodes: The node of each pass.
  ///   - frameArea: The pixels of the frame, which is what a pass may cost.
  static func dearest(
    _ count: Int, of seen: [Int], in tree: LayerTree, areas: [Double], passNodes: [Int],
    frameArea: Double
  ) -> [Int] {
    var work = areas
    for node in passNodes where work.indices.contains(node) { work[node] += frameArea / 4 }
    // Sublayers follow their layer, so that sums are complete from the end on.
    for node in tree.nodes.indices.reversed() {
      let parent = Int(tree.nodes[node].parent)
      if parent >= 0 { work[parent] += work[node] }
    }
    return Array(seen.sorted { (-work[$0], $0) < (-work[$1], $1) }.prefix(count))
  }
}
