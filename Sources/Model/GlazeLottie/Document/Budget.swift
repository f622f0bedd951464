import GlazeScene

/// Counts the layers and the values that a document makes: a composition that is used in another, again and
/// again, makes many of few.
final class Budget {
  private var layers: Int
  private var values: Int

  init(layers: Int = Limits.layers, values: Int = Limits.values) {
    (self.layers, self.values) = (layers, values)
  }

  /// Returns whether another layer may be made.
  func takeLayer() -> Bool {
    layers -= 1
    return layers >= 0
  }

  /// Returns whether more values of animations and points of paths may be made.
  func takeValues(_ count: Int) -> Bool {
    values = max(values - count, -1)
    return values >= 0
  }

  /// The limits at which something was refused.
  var refused: [LottieFeature] {
    (layers < 0 ? [.layers(Limits.layers)] : []) + (values < 0 ? [.values(Limits.values)] : [])
  }
}
