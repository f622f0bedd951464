import GlazeTree

/// A `LayerTree` that is written layer by layer, with what it takes to keep its side tables dense.
struct NodeStore {
  var tree = LayerTree()
  private var transforms = SlotOwners()
  private var contents = SlotOwners()
  private var borders = SlotOwners()
  private var names = SlotOwners()
  private var shadows = SlotOwners()
  private var effects = SlotOwners()
  private var gradients = SlotOwners()
  private var shapes = SlotOwners()
  private var replicators = SlotOwners()

  /// Adds a layer's node after all others; subtrees are closed when all layers are there.
  mutating func append(_ layer: CALayer, parent: Int32, hasMask: Bool) -> Int32 {
    let index = Int32(tree.nodes.count)
    let state = layer.state
    var node = LayerNode(
      state, background: layer.objects.backgroundColor, isTransformOnly: layer.isTransformOnly)
    node.parent = parent
    node.subtreeEnd = index + 1
    if hasMask { node.flags.insert(.hasMask) }
    tree.nodes.append(node)
    tree.versions.append(Self.newVersion())
    writeSlots(of: layer, state, at: Int(index), .ofNodes)
    return index
  }

  /// Adds a node as it was in another store, with what its slots hold there.
  mutating func append(
    from old: borrowing NodeStore, at oldIndex: Int, parent: Int32, hasMask: Bool
  ) -> Int32 {
    let index = tree.nodes.count
    let before = old.tree.nodes[oldIndex]
    var node = before
    node.parent = parent
    node.subtreeEnd = Int32(index + 1)
    if hasMask { node.flags.insert(.hasMask) } else { node.flags.remove(.hasMask) }
    node.clearSlots()
    tree.nodes.append(node)
    tree.versions.append(old.tree.versions[oldIndex])
    if before.transforms >= 0 {
      let value = old.tree.transforms[Int(before.transforms)]
      transforms.write(value, of: index, at: .transforms, in: &tree.transforms, &tree.nodes)
    }
    if before.contents >= 0 {
      let value = old.tree.contents[Int(before.contents)]
      contents.write(value, of: index, at: .contents, in: &tree.contents, &tree.nodes)
    }
    if before.border >= 0 {
      let value = old.tree.borders[Int(before.border)]
      borders.write(value, of: index, at: .border, in: &tree.borders, &tree.nodes)
    }
    if before.name >= 0 {
      let value = old.tree.names[Int(before.name)]
      names.write(value, of: index, at: .name, in: &tree.names, &tree.nodes)
    }
    copyEffects(of: before, from: old, to: index)
    copyKinds(of: before, from: old, to: index)
    return Int32(index)
  }

  private mutating func copyEffects(
    of before: LayerNode, from old: borrowing NodeStore, to index: Int
  ) {
    if before.shadow >= 0 {
      let value = old.tree.shadows[Int(before.shadow)]
      shadows.write(value, of: index, at: .shadow, in: &tree.shadows, &tree.nodes)
    }
    if before.effects >= 0 {
      let value = old.tree.effects[Int(before.effects)]
      effects.write(value, of: index, at: .effects, in: &tree.effects, &tree.nodes)
    }
  }

  private mutating func copyKinds(
    of before: LayerNode, from old: borrowing NodeStore, to index: Int
  ) {
    if before.gradient >= 0 {
      let value = old.tree.gradients[Int(before.gradient)]
      gradients.write(value, of: index, at: .gradient, in: &tree.gradients, &tree.nodes)
    }
    if before.shape >= 0 {
      let value = old.tree.shapes[Int(before.shape)]
      shapes.write(value, of: index, at: .shape, in: &tree.shapes, &tree.nodes)
    }
    if before.replicator >= 0 {
      let value = old.tree.replicators[Int(before.replicator)]
      replicators.write(value, of: index, at: .replicator, in: &tree.replicators, &tree.nodes)
    }
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
  ///
  /// - Parameter since: The last version before this commit.
  mutating func patch(_ layer: CALayer, _ changes: LayerChanges, since: UInt64) {
    let index = Int(layer.nodeIndex)
    let before = Painting(tree, at: index)
    write(layer, changes, at: index)
    if !changes.isDisjoint(with: [.contents, .kind, .effects, .shadow])
      || before != Painting(tree, at: index)
    {
      touch(index, since: since)
    } else if !changes.isSubset(of: [.name, .undrawn, .layout, .display]) {
      touchAncestors(of: index, since: since)
    }
  }

  private mutating func write(_ layer: CALayer, _ changes: LayerChanges, at index: Int) {
    let old = tree.nodes[index]
    let state = layer.state
    var node = LayerNode(
      state, background: layer.objects.backgroundColor, isTransformOnly: layer.isTransformOnly)
    node.parent = old.parent
    node.subtreeEnd = old.subtreeEnd
    node.copySlots(of: old)
    // A mask that came or went is a change of structure, which patches nothing.
    if old.flags.contains(.hasMask) { node.flags.insert(.hasMask) }
    tree.nodes[index] = node
    writeSlots(of: layer, state, at: index, changes)
  }

  private mutating func writeSlots(
    of layer: CALayer, _ state: LayerState, at index: Int, _ changes: LayerChanges
  ) {
    // Geometry that is not finite takes the matrices away with it.
    if !changes.isDisjoint(with: [.transform, .geometry]) {
      transforms.write(
        LayerTransforms(state), of: index, at: .transforms, in: &tree.transforms, &tree.nodes)
    }
    if changes.contains(.contents) {
      contents.write(
        layer.isTransformOnly ? nil : LayerContents(state, layer), of: index, at: .contents,
        in: &tree.contents, &tree.nodes)
    }
    if changes.contains(.appearance) {
      borders.write(
        layer.isTransformOnly ? nil : LayerBorder(state, layer.objects.borderColor),
        of: index, at: .border,
        in: &tree.borders, &tree.nodes)
    }
    if changes.contains(.name) {
      names.write(layer.objects.name, of: index, at: .name, in: &tree.names, &tree.nodes)
    }
    writeEffects(of: layer, state, at: index, changes)
  }

  private mutating func writeEffects(
    of layer: CALayer, _ state: LayerState, at index: Int, _ changes: LayerChanges
  ) {
    let isDrawn = !layer.isTransformOnly
    let outlineChanged =
      state.flags[.shadowPathIsBounds]
      && !changes.isDisjoint(with: [.geometry, .transform, .appearance])
    if changes.contains(.shadow) || outlineChanged {
      shadows.write(
        isDrawn ? LayerShadow(layer, state) : nil, of: index, at: .shadow, in: &tree.shadows,
        &tree.nodes)
    }
    if changes.contains(.effects) {
      // The root of a tree masks nothing in it.
      let isRoot = tree.nodes[index].parent < 0
      effects.write(
        isDrawn ? LayerEffects(layer, state, isMask: !isRoot && layer.isMask) : nil, of: index,
        at: .effects, in: &tree.effects, &tree.nodes)
    }
    if changes.contains(.kind) {
      gradients.write(
        layer.shownGradient, of: index, at: .gradient, in: &tree.gradients, &tree.nodes)
      shapes.write(layer.shownShape, of: index, at: .shape, in: &tree.shapes, &tree.nodes)
      replicators.write(
        layer.shownReplicator, of: index, at: .replicator, in: &tree.replicators, &tree.nodes)
    }
  }
}

extension LayerChanges {
  /// Everything that a node and its slots are made of.
  fileprivate static let ofNodes: LayerChanges = [
    .transform, .contents, .appearance, .name, .shadow, .effects, .kind,
  ]
}

/// Which node each slot of a side table belongs to.
///
/// Tables stay dense: the last entry moves into a slot that becomes free, so that nothing in them is
/// out of use, images least of all.
private struct SlotOwners {
  private var owners: [Int32] = []

  /// Makes a node's entry what it should be: rewritten, added, or removed when `value` is nil.
  mutating func write<Value>(
    _ value: Value?, of node: Int, at kind: SlotKind,
    in table: inout [Value], _ nodes: inout [LayerNode]
  ) {
    let slot = Int(nodes[node][kind])
    switch (value, slot >= 0) {
    case (nil, false): return
    case (let value?, true): table[slot] = value
    case (let value?, false):
      nodes[node][kind] = Int32(table.count)
      table.append(value)
      owners.append(Int32(node))
    case (nil, true):
      nodes[node][kind] = -1
      guard let value = table.popLast(), let owner = owners.popLast() else { return }
      if slot < table.count {
        table[slot] = value
        owners[slot] = owner
        nodes[Int(owner)][kind] = Int32(slot)
      }
    }
  }
}

/// The slots of a node.
private enum SlotKind {
  case transforms, contents, border, name, shadow, effects, gradient, shape, replicator
}

extension LayerNode {
  fileprivate subscript(kind: SlotKind) -> Int32 {
    get {
      switch kind {
      case .transforms: transforms
      case .contents: contents
      case .border: border
      case .name: name
      case .shadow: shadow
      case .effects: effects
      case .gradient: gradient
      case .shape: shape
      case .replicator: replicator
      }
    }
    set {
      switch kind {
      case .transforms: transforms = newValue
      case .contents: contents = newValue
      case .border: border = newValue
      case .name: name = newValue
      case .shadow: shadow = newValue
      case .effects: effects = newValue
      case .gradient: gradient = newValue
      case .shape: shape = newValue
      case .replicator: replicator = newValue
      }
    }
  }

  fileprivate mutating func copySlots(of other: LayerNode) {
    (transforms, contents, border, name) =
      (other.transforms, other.contents, other.border, other.name)
    (shadow, effects, gradient) = (other.shadow, other.effects, other.gradient)
    (shape, replicator) = (other.shape, other.replicator)
  }

  mutating func clearSlots() {
    copySlots(of: LayerNode())
  }
}
