import GlazeLayers

/// The layers that animations follow, by the ids that documents use; a layer can come later than
/// the animation that follows it.
final class FollowedLayers {
  private var waiting: [(followed: CAMatchMoveAnimation.FollowedLayer, id: String, Location)] = []

  func add(_ animation: CAMatchMoveAnimation, id: String, at location: Location) {
    waiting.append((animation.followed, id, location))
  }

  /// Finds all layers after they were read, and reports those that are missing.
  func resolve(_ layers: [String: CALayer], _ log: DiagnosticLog) {
    for (followed, id, location) in waiting {
      followed.layer = layers[id]
      if layers[id] == nil { log.warn(.unknownSource(id), at: location) }
    }
    waiting = []
  }
}
