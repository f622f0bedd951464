import GlazeGeometry
package import GlazeLayers

/// The features that a committer omitted so far: each once, with the first layer that requested it.
struct CommitNotices {
  private(set) var list: [CommitNotice] = []
  private var features: Set<UndrawnFeature> = []
  /// The layers that could not draw themselves because a library is not installed.
  fileprivate var lacking: [CALayer] = []

  fileprivate mutating func add(_ feature: UndrawnFeature, of layer: CALayer) {
    if feature.isMissingLibrary {
      if !lacking.contains(where: { $0 === layer }) { lacking.append(layer) }
      return
    }
    // A program that invents types without end must not exhaust memory.
    guard features.count < 1000, features.insert(feature).inserted else { return }
    list.append(CommitNotice(feature: feature, layerName: layer.name))
  }
}

/// A feature that a commit omitted.
package struct CommitNotice: Hashable, Sendable, CustomStringConvertible {
  package let feature: UndrawnFeature
  /// The name of the first layer that requested it, if it has one.
  package let layerName: String?

  package init(feature: UndrawnFeature, layerName: String?) {
    self.feature = feature
    self.layerName = layerName
  }

  /// A description in one line: `in "name": the feature and its replacement`.
  package var description: String {
    layerName.map { "in \"\(MessageText.shown($0))\": \(feature)" } ?? feature.description
  }
}

extension LayerCommitter {
  /// The features that layers requested and that were omitted from the commits so far: each once,
  /// with the first layer that requested it.
  package var notices: [CommitNotice] { noticed.list }

  /// The first layer that cannot draw itself, and the library that it needs; nil if all can.
  package var missingLibrary: CommitNotice? {
    noticed.lacking.removeAll { $0.queue !== queue || $0.missingLibrary == nil }
    guard let layer = noticed.lacking.first, let feature = layer.missingLibrary else { return nil }
    return CommitNotice(feature: feature, layerName: layer.name)
  }

  func notice(_ feature: UndrawnFeature, of layer: CALayer) { noticed.add(feature, of: layer) }

  func noticePlace(of layer: CALayer) {
    if !layer.state.hasFiniteGeometry { notice(.geometry, of: layer) }
  }

  func notice(_ layer: CALayer) {
    noticePlace(of: layer)
    for feature in layer.undrawnFilters { notice(feature, of: layer) }
    for feature in layer.kindProblems { notice(feature, of: layer) }
    for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
  }
}

extension CALayer {
  /// The library that the layer's drawing lacks, if any.
  fileprivate final var missingLibrary: UndrawnFeature? {
    drawing?.problems.first(where: \.isMissingLibrary)
  }
}
