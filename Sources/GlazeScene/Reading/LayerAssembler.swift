import GlazeGeometry
import GlazeLayers

/// Collects layers in the order of a document and puts them into each other at the end.
///
/// Layers go into their superlayers from the leaves up: each is then put into a layer that is in no
/// other yet, so that neither recursion nor walks up a long chain are needed.
struct LayerAssembler {
  /// What a layer is to the layer that holds it.
  enum Role {
    case sublayer, mask
  }

  /// The deepest nesting of layers, as of `RenderLimits`; tests set another.
  @TaskLocal static var standardDepthLimit = RenderLimits()[.nesting]
  let depthLimit = standardDepthLimit

  private struct Entry {
    var layer: CALayer
    var parent: Int
    var role: Role
  }

  private var entries: [Entry] = []

  /// Adds a layer after the one that holds it.
  ///
  /// - Parameter parent: what `add` returned for that layer; nil for the root.
  /// - Returns: the index of the layer.
  mutating func add(_ layer: CALayer, to parent: Int?, as role: Role) -> Int {
    entries.append(Entry(layer: layer, parent: parent ?? -1, role: role))
    return entries.count - 1
  }

  /// Puts all layers into each other.
  ///
  /// - Returns: the root, nil when nothing was added.
  /// - Complexity: O(number of layers).
  func assemble() -> CALayer? {
    var sublayers: [Int: [CALayer]] = [:]
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if let list = sublayers.removeValue(forKey: index) {
        entry.layer.sublayers = list.reversed()
      }
      guard entry.parent >= 0 else { continue }
      switch entry.role {
      case .sublayer: sublayers[entry.parent, default: []].append(entry.layer)
      case .mask: entries[entry.parent].layer.mask = entry.layer
      }
    }
    return entries.first?.layer
  }
}
