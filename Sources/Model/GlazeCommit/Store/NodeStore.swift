import Foundation
import GlazeGeometry
@_spi(LayerClasses) import GlazeLayers
import GlazeTree

/// A `LayerTree` that is written layer by layer, with the indices that keep its side tables dense.
struct NodeStore {
  var tree = LayerTree()
  private var owners = SlotOwners()
  private var transforms = SlotTable(.transforms, \.transforms)
  private var contents = SlotTable(.contents, \.contents)
  private var borders = SlotTable(.border, \.borders)
  private var names = SlotTable(.name, \.names)
  private var shadows = SlotTable(.shadow, \.shadows)
  private var effects = SlotTable(.effects, \.effects)
  private var gradients = SlotTable(.gradient, \.gradients)
  private var shapes = SlotTable(.shape, \.shapes)
  private var replicators = SlotTable(.replicator, \.replicators)
  private var emitters = SlotTable(.emitter, \.emitters)

  /// Rearranges the nodes: former nodes move, and new ones are empty until they are written.
  ///
  /// - Parameter places: The new index of each former node; -1 for one that is gone.
  mutating func rearrange(_ order: NodeOrder, _ places: [Int32]) {
    for (index, place) in places.enumerated() where place < 0 { removeSlots(of: index) }
    // Growing by doubling would take twice as much memory, and free as much.
    var (nodes, versions): ([LayerNode], [UInt64]) = ([], [])
    nodes.reserveCapacity(order.origins.count)
    versions.reserveCapacity(order.origins.count)
    for (index, origin) in order.origins.enumerated() {
      var node = origin < 0 ? LayerNode() : tree.nodes[Int(origin)]
      node.parent = order.parents[index]
      node.subtreeEnd = Int32(index + 1)
      nodes.append(node)
      versions.append(origin < 0 ? Self.newVersion() : tree.versions[Int(origin)])
    }
    (tree.nodes, tree.versions) = (nodes, versions)
    moveOwners(places)
    closeSubtrees()
  }

  private mutating func moveOwners(_ places: [Int32]) {
    owners.move(places)
    transforms.move(places)
    contents.move(places)
    borders.move(places)
    names.move(places)
    shadows.move(places)
    effects.move(places)
    gradients.move(places)
    shapes.move(places)
    replicators.move(places)
    emitters.move(places)
  }

  /// Removes all entries of a node from the side tables.
  private mutating func removeSlots(of index: Int) {
    if tree.nodes[index].slots < 0 { return }
    transforms.write(nil, of: index, in: &tree, &owners)
    contents.write(nil, of: index, in: &tree, &owners)
    borders.write(nil, of: index, in: &tree, &owners)
    names.write(nil, of: index, in: &tree, &owners)
    shadows.write(nil, of: index, in: &tree, &owners)
    effects.write(nil, of: index, in: &tree, &owners)
    gradients.write(nil, of: index, in: &tree, &owners)
    shapes.write(nil, of: index, in: &tree, &owners)
    replicators.write(nil, of: index, in: &tree, &owners)
    emitters.write(nil, of: index, in: &tree, &owners)
  }

  /// Writes the node of a layer completely.
  mutating func write(_ layer: CALayer, at index: Int, hasMask: Bool) {
    let state = layer.state
    var node = LayerNode(
      state, background: layer.background, range: layer.range,
      isTransformOnly: layer.isTransformOnly)
    node.parent = tree.nodes[index].parent
    node.subtreeEnd = tree.nodes[index].subtreeEnd
    node.slots = tree.nodes[index].slots
    if hasMask { node.flags.insert(.hasMask) }
    tree.nodes[index] = node
    writeSlots(of: layer, state, at: index, .ofNodes)
  }

  /// Notes whether the first child of a node is its mask.
  mutating func setMask(_ hasMask: Bool, of index: Int) {
    if hasMask {
      tree.nodes[index].flags.insert(.hasMask)
    } else {
      tree.nodes[index].flags.remove(.hasMask)
    }
  }

  /// Extends each node's subtree to the end of its last descendant.
  private mutating func closeSubtrees() {
    for index in tree.nodes.indices.reversed() {
      let parent = Int(tree.nodes[index].parent)
      guard parent >= 0 else { continue }
      tree.nodes[parent].subtreeEnd = max(
        tree.nodes[parent].subtreeEnd, tree.nodes[index].subtreeEnd)
    }
  }

  /// Gives each copy of a replicator's sublayers its own nodes, one copy after the other.
  mutating func separate(_ copies: Int, of index: Int) {
    var first = index + 1
    if tree.nodes[index].flags.contains(.hasMask) { first = Int(tree.nodes[first].subtreeEnd) }
    let stride = (Int(tree.nodes[index].subtreeEnd) - first) / copies
    let slot = tree.slots(of: index).replicator
    var replicator = slot < 0 ? LayerReplicator(count: 1) : tree.replicators[Int(slot)]
    replicator.copyStride = Int32(stride)
    replicators.write(replicator, of: index, in: &tree, &owners)
  }

  /// Returns the number of nodes that each copy of a replicator has; 0 if copies share theirs.
  func copyStride(of index: Int) -> Int {
    guard tree.nodes.indices.contains(index) else { return 0 }
    let slot = tree.slots(of: index).replicator
    return slot < 0 ? 0 : Int(tree.replicators[Int(slot)].copyStride)
  }

  /// Updates the particles of an emitter to a time of the emitter.
  ///
  /// - Parameter since: The last version before this commit.
  mutating func setTime(
    _ time: Double, _ history: EmitterHistory?, ofEmitterAt index: Int, since: UInt64
  ) {
    let slot = Int(tree.slots(of: index).emitter)
    guard slot >= 0, tree.emitters[slot].time != time else { return }
    tree.emitters[slot].time = time
    tree.emitters[slot].history = history
    touch(index, since: since)
  }

  /// Overwrites the node of a changed layer.
  ///
  /// - Parameter since: The last version before this commit.
  mutating func patch(
    _ layer: some NodeSource, at index: Int, _ changes: LayerChanges, since: UInt64
  ) {
    let changes = layer.isPatterned ? changes.union(.contents) : changes
    let old = tree.nodes[index]
    let painting = Painting(of: old, in: tree)
    write(layer, changes, over: old, at: index)
    let node = tree.nodes[index]
    if !changes.isDisjoint(with: .ofPlane) || !node.paintsLike(old)
      || painting != Painting(of: node, in: tree)
    {
      touch(index, since: since)
    } else if !changes.isSubset(of: .unseen) {
      touchAncestors(of: index, since: since)
    }
  }

  /// Moves a node to a position.
  ///
  /// - Returns: false if other values of the node depend on the position: a layer whose place is not
  ///   finite is hidden.
  mutating func place(
    _ index: Int, at position: CGPoint, z: CGFloat, since: UInt64
  ) -> Bool {
    // Zero times a number that is not finite is NaN.
    guard position.x * 0 + position.y * 0 + z * 0 == 0,
      !tree.nodes[index].flags.contains(.isHidden)
    else { return false }
    tree.nodes[index].position = position
    tree.nodes[index].zPosition = Double(z)
    touchAncestors(of: index, since: since)
    return true
  }

  private mutating func write(
    _ layer: some NodeSource, _ changes: LayerChanges, over old: LayerNode, at index: Int
  ) {
    let state = layer.state
    var node = LayerNode(
      state, background: layer.background, range: layer.range,
      isTransformOnly: layer.isTransformOnly)
    node.parent = old.parent
    node.subtreeEnd = old.subtreeEnd
    node.slots = old.slots
    // A mask that was added or removed is a change of structure, which is not patched; whether the
    // layer is visible depends on its timing, which records that.
    if old.flags.contains(.hasMask) { node.flags.insert(.hasMask) }
    if old.flags.contains(.isAway) { node.flags.insert(.isAway) }
    tree.nodes[index] = node
    writeSlots(of: layer, state, at: index, changes)
  }

  private mutating func writeSlots(
    of layer: some NodeSource, _ state: LayerState, at index: Int, _ changes: LayerChanges
  ) {
    // Geometry that is not finite also removes the matrices.
    if !changes.isDisjoint(with: .anywhere) {
      transforms.write(LayerTransforms(state), of: index, in: &tree, &owners)
    }
    if changes.contains(.contents) {
      contents.write(
        layer.isTransformOnly ? nil : layer.shownContents, of: index, in: &tree, &owners)
    }
    if changes.contains(.appearance) {
      borders.write(
        layer.isTransformOnly ? nil : LayerBorder(state, layer.objects.borderColor),
        of: index, in: &tree, &owners)
    }
    if changes.contains(.name) {
      names.write(layer.objects.name, of: index, in: &tree, &owners)
    }
    writeEffects(of: layer, state, at: index, changes)
  }

  /// Gives a slot for matrices to a node that has none.
  mutating func addTransforms(of index: Int) {
    if tree.slots(of: index).transforms < 0 {
      transforms.write(LayerTransforms(), of: index, in: &tree, &owners)
    }
  }

  private mutating func writeEffects(
    of layer: some NodeSource, _ state: LayerState, at index: Int, _ changes: LayerChanges
  ) {
    let isDrawn = !layer.isTransformOnly
    let outlineChanged =
      state.flags[.shadowPathIsBounds]
      && !changes.isDisjoint(with: .outline)
    if changes.contains(.shadow) || outlineChanged {
      shadows.write(isDrawn ? layer.shownShadow : nil, of: index, in: &tree, &owners)
    }
    if changes.contains(.effects) {
      // The root of a tree masks nothing in it.
      let isRoot = tree.nodes[index].parent < 0
      effects.write(
        isDrawn ? layer.shownEffects(isRoot: isRoot) : nil, of: index, in: &tree, &owners)
    }
    if changes.contains(.kind) {
      if let record = layer.classRecord { write(record, of: index) }
    }
  }

  // MARK: What classes draw

  mutating func write(_ gradient: LayerGradient?, of index: Int) {
    gradients.write(gradient, of: index, in: &tree, &owners)
  }

  mutating func write(_ shape: LayerShape?, of index: Int) {
    shapes.write(shape, of: index, in: &tree, &owners)
  }

  mutating func write(_ emitter: LayerEmitter?, of index: Int) {
    emitters.write(emitter, of: index, in: &tree, &owners)
  }

  mutating func write(_ replicator: LayerReplicator?, of index: Int) {
    var replicator = replicator
    // Copies with their own nodes stay so until the tree is rebuilt.
    let stride = Int32(copyStride(of: index))
    if stride > 0, replicator == nil { replicator = LayerReplicator(count: 1) }
    replicator?.copyStride = stride
    replicators.write(replicator, of: index, in: &tree, &owners)
  }
}

extension LayerChanges {
  /// The values of a node and its slots.
  static let ofNodes: LayerChanges = [
    .transform, .contents, .appearance, .name, .shadow, .effects, .kind,
  ]
  /// Where the layer is, and how it is turned.
  static let anywhere: LayerChanges = [.transform, .geometry, .place]
  /// What the outline of a shadow depends on: a layer without a finite place has none.
  static let outline: LayerChanges = [.transform, .geometry, .place, .appearance]
  /// What always changes the layer's own plane.
  static let ofPlane: LayerChanges = [.contents, .kind, .effects, .shadow]
  /// What is not drawn.
  static let unseen: LayerChanges = [.name, .undrawn, .layout, .display]
  /// What asks for work before a commit.
  static let asking: LayerChanges = [.layout, .display]
  static let seekingLayout: LayerChanges = [.layout, .display, .structure]
  static let rebuilding: LayerChanges = [.structure, .timing]
  static let noticed: LayerChanges = [.effects, .kind]
}

/// One of a tree's side tables, with the node that each entry belongs to.
///
/// Tables stay dense: the last entry moves into a slot that becomes free, so that no entry is
/// unused, and no image is retained needlessly.
private struct SlotTable<Value> {
  private let slot: SlotKind
  // A key path is slow to follow, but is followed only for the few that have an entry.
  private let values: WritableKeyPath<LayerTree, [Value]>
  private var owners: [Int32] = []

  init(_ slot: SlotKind, _ values: WritableKeyPath<LayerTree, [Value]>) {
    self.slot = slot
    self.values = values
  }

  /// Updates a node's entry: rewrites or adds it, or removes it if `value` is nil.
  mutating func write(
    _ value: Value?, of node: Int, in tree: inout LayerTree, _ slots: inout SlotOwners
  ) {
    if value == nil, tree.nodes[node].slots < 0 { return }
    let place = Int(tree.slots(of: node)[slot])
    switch (value, place >= 0) {
    case (nil, false): return
    case (let value?, true): tree[keyPath: values][place] = value
    case (let value?, false):
      slots.set(slot, of: node, to: Int32(owners.count), in: &tree)
      tree[keyPath: values].append(value)
      owners.append(Int32(node))
    case (nil, true):
      slots.set(slot, of: node, to: -1, in: &tree)
      guard let last = tree[keyPath: values].popLast(), let owner = owners.popLast() else { return }
      if place < owners.count {
        tree[keyPath: values][place] = last
        owners[place] = owner
        slots.set(slot, of: Int(owner), to: Int32(place), in: &tree)
      }
    }
  }

  /// Gives the entries to the new indices of their nodes.
  mutating func move(_ places: [Int32]) {
    for index in owners.indices { owners[index] = places[Int(owners[index])] }
  }
}

/// Maps each entry of `LayerTree.slots` to its node; entries stay dense, like those of the tables.
private struct SlotOwners {
  private var nodes: [Int32] = []

  /// Gives the entries to the new indices of their nodes.
  mutating func move(_ places: [Int32]) {
    for index in nodes.indices { nodes[index] = places[Int(nodes[index])] }
  }

  /// Writes a slot of a node, which gets slots with its first one and loses them with its last.
  mutating func set(_ kind: SlotKind, of node: Int, to slot: Int32, in tree: inout LayerTree) {
    let place = Int(tree.nodes[node].slots)
    guard place >= 0 else {
      var slots = LayerSlots()
      slots[kind] = slot
      tree.nodes[node].slots = Int32(nodes.count)
      tree.slots.append(slots)
      nodes.append(Int32(node))
      return
    }
    tree.slots[place][kind] = slot
    guard tree.slots[place] == LayerSlots() else { return }
    tree.nodes[node].slots = -1
    guard let last = tree.slots.popLast(), let owner = nodes.popLast(), place < nodes.count else {
      return
    }
    tree.slots[place] = last
    nodes[place] = owner
    tree.nodes[Int(owner)].slots = Int32(place)
  }
}

/// The slots of a node.
private enum SlotKind {
  case transforms, contents, border, name, shadow, effects, gradient, shape, replicator, emitter
}

extension LayerSlots {
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
      case .emitter: emitter
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
      case .emitter: emitter = newValue
      }
    }
  }
}
