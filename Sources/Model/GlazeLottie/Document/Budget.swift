import GlazeGeometry
import GlazeScene

/// Counts the layers and the values that a document makes: a composition that is used in another, again and
/// again, makes many of few.
final class Budget {
  private var layers: Int
  private var values: Int
  private var pairs: Int
  private var steps: Int

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

  /// Returns whether more vertices may be computed for a frame, also if no value is made of them.
  ///
  /// - Parameter weight: how much longer one takes than copying it.
  func takeSteps(_ contours: ContourList, weight: Int = 1) -> Bool {
    // The transforms of a shape take as long as some vertices.
    let count = contours.contours.reduce(16) { $0 + 1 + $1.vertices.count }
    steps = max(steps - weight * count, -1)
    return steps >= 0
  }

  /// Returns whether two outlines may be combined, which compares all pairs of their lines.
  func takePairs(of a: ContourList, and b: ContourList) -> Bool {
    let lines = min(a.lineCount + b.lineCount, 1 << 24)
    pairs = max(pairs - lines * lines, -1)
    return pairs >= 0
  }

  /// The limits at which something was refused.
  var refused: [LottieFeature] {
    (layers < 0 ? [.layers(Limits.layers)] : [])
      + (values < 0 || steps < 0 ? [.values(Limits.values)] : [])
      + (pairs < 0 ? [.combinedPaths] : [])
  }
}
