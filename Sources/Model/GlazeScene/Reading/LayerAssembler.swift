import GlazeGeometry
import GlazeLayers

/// Collects layers in the order of a document and connects them at the end.
///
/// Layers are added to their superlayers from the leaves up. Each is added to a layer that has no
/// superlayer yet, so that neither recursion nor walks up a long chain are needed.
struct LayerAssembler {
  /// The relation of a layer to the layer that holds it.
  enum Role {
    case sublayer, mask
  }

  /// The deepest nesting of layers, by default that of `RenderLimits`; tests set another.
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

  /// Connects all layers.
  ///
  /// - Returns: the root; nil when no layer was added.
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
