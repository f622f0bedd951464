import Foundation
import GlazeTree

/// A `LayerTree` that is written layer by layer, with what it takes to keep its side tables dense.
struct NodeStore {
  var tree = LayerTree()
  private var transforms = SlotOwners()
  private var contents = SlotOwners()
  private var borders = SlotOwners()
  private var names = SlotOwners()

  /// Adds a layer's node after all others; subtrees are closed when all layers are there.
  mutating func append(_ layer: CALayer, parent: Int32) -> Int32 {
    let index = Int32(tree.nodes.count)
    var node = LayerNode(layer)
    node.parent = parent
    node.subtreeEnd = index + 1
    tree.nodes.append(node)
    writeSlots(of: layer, at: Int(index), .ofNodes)
    return index
  }

  /// Makes each node's subtree reach to the end of its last descendant.
  mutating func closeSubtrees() {
    for index in tree.nodes.indices.reversed() {
      let parent = Int(tree.nodes[index].parent)
      guard parent >= 0 else { continue }
      tree.nodes[parent].subtreeEnd = max(
        tree.nodes[parent].subtreeEnd, tree.nodes[index].subtreeEnd)
    }
  }

  /// Writes what changed in a layer over its node.
  mutating func patch(_ layer: CALayer, _ changes: LayerChanges) {
    let index = Int(layer.nodeIndex)
    let old = tree.nodes[index]
    var node = LayerNode(layer)
    node.parent = old.parent
    node.subtreeEnd = old.subtreeEnd
    node.transforms = old.transforms
    node.contents = old.contents
    node.border = old.border
    node.name = old.name
    tree.nodes[index] = node
    writeSlots(of: layer, at: index, changes)
  }

  private mutating func writeSlots(of layer: CALayer, at index: Int, _ changes: LayerChanges) {
    // Geometry that is not finite takes the matrices away with it.
    if !changes.isDisjoint(with: [.transform, .geometry]) {
      transforms.write(
        LayerTransforms(layer), of: index, at: \.transforms, in: &tree.transforms, &tree.nodes)
    }
    if changes.contains(.contents) {
      contents.write(
        LayerContents(layer), of: index, at: \.contents, in: &tree.contents, &tree.nodes)
    }
    if changes.contains(.appearance) {
      borders.write(LayerBorder(layer), of: index, at: \.border, in: &tree.borders, &tree.nodes)
    }
    if changes.contains(.name) {
      names.write(layer.state.name, of: index, at: \.name, in: &tree.names, &tree.nodes)
    }
  }
}

extension LayerChanges {
  /// Everything that a node and its slots are made of.
  fileprivate static let ofNodes: LayerChanges = [.transform, .contents, .appearance, .name]
}

/// Which node each slot of a side table belongs to.
///
/// Tables stay dense: the last entry moves into a slot that becomes free, so that nothing in them is
/// out of use, images least of all.
private struct SlotOwners {
  private var owners: [Int32] = []

  /// Makes a node's entry what it should be: rewritten, added, or removed when `value` is nil.
  mutating func write<Value>(
    _ value: Value?, of node: Int, at slotPath: WritableKeyPath<LayerNode, Int32>,
    in table: inout [Value], _ nodes: inout [LayerNode]
  ) {
    let slot = Int(nodes[node][keyPath: slotPath])
    switch (value, slot >= 0) {
    case (nil, false): return
    case (let value?, true): table[slot] = value
    case (let value?, false):
      nodes[node][keyPath: slotPath] = Int32(table.count)
      table.append(value)
      owners.append(Int32(node))
    case (nil, true):
      nodes[node][keyPath: slotPath] = -1
      guard let value = table.popLast(), let owner = owners.popLast() else { return }
      if slot < table.count {
        table[slot] = value
        owners[slot] = owner
        nodes[Int(owner)][keyPath: slotPath] = Int32(slot)
      }
    }
  }
}
