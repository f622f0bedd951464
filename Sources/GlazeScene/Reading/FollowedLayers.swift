import GlazeLayers

/// The layers that animations follow, by the ids that documents call them by: they may come later than the
/// animations.
final class FollowedLayers {
  private var waiting: [(followed: CAMatchMoveAnimation.FollowedLayer, id: String, Location)] = []

  func add(_ animation: CAMatchMoveAnimation, id: String, at location: Location) {
    waiting.append((animation.followed, id, location))
  }

  /// Finds all layers, once they are there; those that are missing are reported.
  func resolve(_ layers: [String: CALayer], _ log: DiagnosticLog) {
    for (followed, id, location) in waiting {
      followed.layer = layers[id]
      if layers[id] == nil { log.warn(.unknownSource(id), at: location) }
    }
    waiting = []
  }
}
