import GlazeGeometry
import GlazeScene

/// Counts the layers and the values that a document makes: a composition that is used in another, again and
/// again, makes many of few.
final class Budget {
  private var layers: Int
  /// The values that may still be made; below 0 when more were wanted.
  private(set) var values: Int
  private var pairs: Int
  private var steps: Int
  /// Whether a line had too many dashes whose lengths change.
  private var hasLongerDashes = false

  init(
    layers: Int = Limits.layers, values: Int = Limits.values, pairs: Int = Limits.pairs,
    steps: Int = Limits.steps
  ) {
    (self.layers, self.values, self.pairs, self.steps) = (layers, values, pairs, steps)
  }

  /// Returns whether another layer may be made.
  func takeLayer() -> Bool { takeLayers(1) }

  /// Returns whether more layers may be made, or drawn as copies.
  func takeLayers(_ count: Int) -> Bool {
    layers = max(layers - count, -1)
    return layers >= 0
  }

  /// Returns whether more values of animations and points of paths may be made.
  func takeValues(_ count: Int) -> Bool {
    values = max(values - count, -1)
    // Values of what is no longer computed would be wrong.
    return values >= 0 && steps >= 0
  }

  /// Returns whether a value may be computed for another sample, which may be omitted later.
  func takeSample(_ count: Int) -> Bool { takeSteps(count) && takeValues(count) }

  /// Gives back the values of samples that are omitted.
  ///
  /// - Parameters:
  ///   - count: the values that are kept.
  ///   - values: the values that could be made before the samples.
  func keepValues(_ count: Int, of values: Int) {
    if self.values >= 0 { self.values = max(self.values, values - count) }
  }

  /// Whether nothing more may be computed for frames.
  var isSpent: Bool { values < 0 || steps < 0 }

  /// Returns whether more vertices may be computed for a frame, also if no value is made of them.
  ///
  /// - Parameter weight: how much longer one takes than copying it.
  func takeSteps(_ contours: ContourList, weight: Int = 1) -> Bool {
    // The transforms of a shape take as long as some vertices.
    takeSteps(weight * contours.contours.reduce(16) { $0 + 1 + $1.vertices.count })
  }

  /// Returns whether more may be computed that takes as long as copying so many vertices.
  func takeSteps(_ count: Int) -> Bool {
    steps = max(steps - count, -1)
    return steps >= 0
  }

  /// Returns the factor by which the dashes of a line must be longer.
  func takeDashes(_ count: Double) -> Double {
    guard count > Double(Limits.dashes) else { return 1 }
    hasLongerDashes = true
    return count / Double(Limits.dashes)
  }

  /// Returns two combined paths; nil when no more pairs of their lines may be compared.
  func combined(_ a: CGPath, _ b: CGPath, _ operation: CGPath.AreaOperation) -> CGPath? {
    guard pairs >= 0, !isSpent else { return nil }
    return a.combined(with: b, operation, pairs: &pairs)
  }

  /// The limits at which something was refused.
  var refused: [LottieFeature] {
    (layers < 0 ? [.layers(Limits.layers)] : [])
      + (values < 0 ? [.values(Limits.values)] : [])
      + (steps < 0 ? [.computedVertices(Limits.steps)] : [])
      + (pairs < 0 ? [.combinedPaths] : [])
      + (hasLongerDashes ? [.dashes(Limits.dashes)] : [])
  }
}
