import GlazeLayers
import GlazePlan
import GlazeTree

extension LayerTree {
  /// The layer of each node; nil for nodes without a layer, such as the old content of a transition.
  ///
  /// A replicator whose copies have a delay has a node for each copy of one layer.
  func layers(under root: CALayer) -> [CALayer?] {
    var result: [CALayer?] = nodes.map { _ in nil }
    if nodes.isEmpty { return result }
    result[0] = root
    for node in nodes.indices {
      guard let layer = result[node] else { continue }
      let first = firstSublayer(of: node)
      if first > node + 1 { result[node + 1] = layer.mask }
      let sublayers = layer.sublayers ?? []
      let children = sublayerNodes(of: node)
      guard !sublayers.isEmpty, children.count.isMultiple(of: sublayers.count) else { continue }
      for (index, child) in children.enumerated() {
        result[child] = sublayers[index % sublayers.count]
      }
    }
    return result
  }

  private func sublayerNodes(of node: Int) -> [Int] {
    var result: [Int] = []
    var child = firstSublayer(of: node)
    while child < Int(nodes[node].subtreeEnd) {
      result.append(child)
      child = Int(nodes[child].subtreeEnd)
    }
    return result
  }
}
