import Foundation
package import GlazeTree

/// Turns a tree of layers into values, and keeps the values in step with the layers.
///
/// ```
/// layer.opacity = 0.5 ──▶ noteChange ──▶ dirty: [layer]      once per layer and commit
/// commit()            ──▶ layout, display ──▶ nodes[layer.nodeIndex] rewritten in place
///                         (sublayers changed: the node array is built again)
/// ```
///
/// A layer shows in one committer at a time. When two commit the same layers, each finds at its next
/// commit that the other took them, and builds its tree again: slower, never wrong.
package final class LayerCommitter {
  package let root: CALayer
  /// Whether y points down in the space that the root is placed in.
  package let isGeometryFlipped: Bool

  private var tree = LayerTree()
  /// The layer of each node; retains them, so that their pointers to here never dangle.
  private var layers: [CALayer] = []
  private var dirty: [CALayer] = []
  private var transforms = SlotOwners()
  private var contents = SlotOwners()
  private var borders = SlotOwners()
  private var names = SlotOwners()
  /// Layers that asked for layout or display while they were laid out or displayed, once too often.
  private var stillAsking: [CALayer] = []
  /// The node array does not describe the layers any more.
  private var mustRebuild = true

  /// Makes a committer that has not committed anything yet.
  ///
  /// - Parameter isGeometryFlipped: Whether y points down around the root.
  package init(root: CALayer, isGeometryFlipped: Bool) {
    self.root = root
    self.isGeometryFlipped = isGeometryFlipped
  }

  deinit {
    for layer in layers where layer.committer === self { layer.leaveCommitter() }
  }

  /// Lays out and displays what asked for it, and returns the values of all layers.
  ///
  /// - Complexity: O(changed layers); O(n) when sublayers were added, removed or reordered.
  package func commit() -> LayerTree {
    layOutAndDisplay()
    if mustRebuild || dirty.contains(where: { $0.changes.contains(.structure) }) {
      rebuild()
      dirty.removeAll(keepingCapacity: true)
    } else {
      let changed = dirty
      dirty.removeAll(keepingCapacity: true)
      for layer in changed where layer.committer === self {
        let changes = layer.changes
        layer.changes = []
        patch(layer, changes)
      }
    }
    for layer in stillAsking { layer.noteChange(.layout) }
    stillAsking = []
    return tree
  }

  /// Called by a layer at its first change since the last commit.
  func enqueue(_ layer: CALayer) {
    dirty.append(layer)
  }

  /// Called by another committer that takes layers of this one.
  private func loseLayers() {
    mustRebuild = true
  }

  // MARK: Layout and display

  /// Layout may change and add layers, which may ask for layout again: a few rounds, not for ever;
  /// who still asks after them waits for the next commit.
  private func layOutAndDisplay() {
    var candidates: [CALayer] = []
    for _ in 0..<8 {
      let everything = mustRebuild || dirty.contains { $0.changes.contains(.structure) }
      candidates = everything ? allLayers() : dirty
      var didWork = false
      for layer in candidates where layer.layoutIsNeeded {
        didWork = true
        layer.layoutOnceIfNeeded()
      }
      for layer in candidates where layer.displayIsNeeded {
        didWork = true
        layer.displayIfNeeded()
      }
      if !didWork { return }
    }
    stillAsking = candidates.filter { $0.layoutIsNeeded || $0.displayIsNeeded }
  }

  private func allLayers() -> [CALayer] {
    var result: [CALayer] = []
    var pending = [root]
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: layer.sublayerList.reversed())
    }
    return result
  }

  // MARK: Building

  private func rebuild() {
    let old = layers
    startEmpty(capacity: old.count)
    var pending = [(root, Int32(-1))]
    while let (layer, parent) = pending.popLast() {
      let index = Int32(tree.nodes.count)
      if let other = layer.committer, other !== self { other.loseLayers() }
      layer.committer = self
      layer.nodeIndex = index
      layer.changes = []
      var node = LayerNode(layer)
      node.parent = parent
      node.subtreeEnd = index + 1
      tree.nodes.append(node)
      layers.append(layer)
      writeSlots(of: layer, at: Int(index), .all)
      for child in layer.sublayerList.reversed() { pending.append((child, index)) }
    }
    for index in tree.nodes.indices.reversed() {
      let parent = Int(tree.nodes[index].parent)
      if parent >= 0 {
        tree.nodes[parent].subtreeEnd = max(
          tree.nodes[parent].subtreeEnd, tree.nodes[index].subtreeEnd)
      }
    }
    for layer in old where layer.committer === self {
      let index = Int(layer.nodeIndex)
      if index >= layers.count || layers[index] !== layer { layer.leaveCommitter() }
    }
    mustRebuild = false
  }

  private func startEmpty(capacity: Int) {
    tree = LayerTree()
    tree.isGeometryFlipped = isGeometryFlipped
    tree.nodes.reserveCapacity(capacity)
    layers = []
    layers.reserveCapacity(capacity)
    transforms = SlotOwners()
    contents = SlotOwners()
    borders = SlotOwners()
    names = SlotOwners()
  }

  // MARK: Patching

  private func patch(_ layer: CALayer, _ changes: LayerChanges) {
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

  private func writeSlots(of layer: CALayer, at index: Int, _ changes: LayerChanges) {
    writeSlots(of: layer, at: index, changes, in: &tree)
  }

  /// Takes the tree as a parameter: two of its tables are written at once, which a property of a
  /// class does not allow.
  private func writeSlots(
    of layer: CALayer, at index: Int, _ changes: LayerChanges, in tree: inout LayerTree
  ) {
    if changes.contains(.transform) {
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
  fileprivate static let all: LayerChanges = [.transform, .contents, .appearance, .name]
}

extension CALayer {
  /// Forgets the committer; the next one to commit this layer writes all of it.
  fileprivate final func leaveCommitter() {
    committer = nil
    nodeIndex = -1
    changes = []
  }
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
