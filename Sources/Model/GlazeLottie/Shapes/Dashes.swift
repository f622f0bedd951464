import Foundation
import GlazeGeometry

/// The dashes of a stroke.
struct Dashes {
  /// The alternating lengths of dashes and gaps.
  private(set) var lengths: [Track<Double>] = []
  /// The position in the pattern at which each line begins.
  private(set) var phase = Track(0.0)

  /// Makes dashes of lengths that stand still; none for a line.
  init(_ lengths: [Double] = []) { self.lengths = lengths.map { Track($0) } }

  init(_ nodes: [LottieNode], _ reader: PropertyReader) {
    for node in nodes {
      let track: Track<Double> = reader.track(node["v"], 0.0)
      if node["n"]?.text == "o" {
        phase = track
      } else {
        lengths.append(track.map { max($0, 0) })
      }
    }
    // A pattern without a length is a line.
    if lengths.allSatisfy({ $0.keys.allSatisfy { $0.value <= 0 } }) { lengths = [] }
  }

  /// Whether the lengths change: `lineDashPattern` cannot be animated.
  var isMoving: Bool { lengths.contains(where: \.isAnimated) }

  /// Returns the dashes of contours, which a stroke without a pattern draws.
  func cut(_ shape: Motion<ContourList>, _ budget: Budget) -> Motion<ContourList> {
    let timings = (lengths + [phase]).compactMap(\.timing)
    // The lengths of curves are integrals.
    return shape.changed(
      with: timings, tolerance: Animator.Tolerance.points, budget, weight: 16
    ) { contours, frame in
      let dashes = cut(contours, at: frame, budget)
      return budget.takeSteps(dashes, weight: 4) ? dashes : contours
    }
  }

  private func cut(_ contours: ContourList, at frame: Double, _ budget: Budget) -> ContourList {
    // A curve of time can reach below its keys.
    var pattern = lengths.map { max($0.value(at: frame), 0) }
    var start = phase.value(at: frame)
    let period = pattern.reduce(0, +)
    guard period > 0 else { return contours }
    // The lines between the control points are at least as long as the curves.
    let length = contours.contours.reduce(0) { sum, contour in
      sum + contour.curves.reduce(0) { $0 + $1.longestLength }
    }
    let count = length / period * Double(pattern.count) / 2
    let stretch = budget.takeDashes(count)
    if stretch > 1 {
      pattern = pattern.map { $0 * stretch }
      start *= stretch
    }
    return ContourList(
      contours.path().copy(
        dashingWithPhase: CGFloat(start), lengths: pattern.map { CGFloat($0) }))
  }
}

extension Curve {
  /// The length of the lines between the control points.
  fileprivate var longestLength: Double {
    (p1 - p0).length + (p2 - p1).length + (p3 - p2).length
  }
}
