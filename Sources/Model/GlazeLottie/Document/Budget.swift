import GlazeGeometry
import GlazeScene

/// Counts the layers and the values that a document makes: a composition that is used in another, again and
/// again, makes many of few.
final class Budget {
  private var layers: Int
  private var values: Int
  private var pairs: Int

  init(layers: Int = Limits.layers, values: Int = Limits.values, pairs: Int = Limits.pairs) {
    (self.layers, self.values, self.pairs) = (layers, values, pairs)
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
    return values >= 0
  }

  /// Returns whether two outlines may be combined, which compares all pairs of their lines.
  func takePairs(of a: ContourList, and b: ContourList) -> Bool {
    let lines = min(a.lineCount + b.lineCount, 1 << 24)
    pairs = max(pairs - lines * lines, -1)
    return pairs >= 0
  }

  /// The limits at which something was refused.
  var refused: [LottieFeature] {
    (layers < 0 ? [.layers(Limits.layers)] : []) + (values < 0 ? [.values(Limits.values)] : [])
      + (pairs < 0 ? [.combinedPaths] : [])
  }
}
