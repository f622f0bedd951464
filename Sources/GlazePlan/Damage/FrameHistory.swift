import GlazeGeometry
import GlazeTree

/// What a planner knows of the frame that it planned last.
struct FrameHistory: Sendable {
  /// Number of the tree's state.
  var state: UInt64
  var viewport: Viewport
  var optimizations: Optimizations
  /// What the backend keeps the frame under.
  var key: UInt64
  /// Where its items lie; nil only while they are drawn again.
  var items: ItemBounds?
  /// Made when it is first asked.
  var tileNodes: TileNodes?
  /// Made when layers change that lie over others which do not.
  var underlay: Underlay?
  /// No node before these changed in the last frame, and in the one before.
  var steadyEnd: Int32 = 0
  var lastSteadyEnd: Int32 = 0

  /// All that the backend keeps.
  var keys: [UInt64] { [key] + (underlay.map { [$0.key] } ?? []) }

  static func frame(of viewport: Viewport) -> PixelRect {
    PixelRect(minX: 0, minY: 0, maxX: Double(viewport.width), maxY: Double(viewport.height))
  }

  /// Whether a frame can be drawn over this one.
  func leads(to tree: LayerTree, _ viewport: Viewport, _ optimizations: Optimizations) -> Bool {
    let isSame = tree.changes.state == state
    let count =
      isSame || tree.changes.origins.isEmpty ? tree.nodes.count : tree.changes.originCount
    return viewport == self.viewport && optimizations == self.optimizations
      && (isSame || tree.changes.base == state) && items?.boxes.count == count
  }

  /// Gives nodes the numbers that they have now, and adds to a region where those are that went away.
  ///
  /// - Returns: The first node with another number, or whose number another had.
  /// - Complexity: O(n) when there are other numbers.
  mutating func renumber(_ changes: TreeChanges, _ damage: inout DamageRegion) -> Int32 {
    guard !changes.origins.isEmpty, let items else { return .max }
    self.items = items.renumbered(changes.origins) { damage.add($0) }
    tileNodes = nil
    var first = 0
    while first < changes.origins.count, changes.origins[first] == first { first += 1 }
    return Int32(first)
  }

  // MARK: What changed

  /// The subtrees that may be drawn in another way than before.
  ///
  /// A change reaches up to what is drawn, sorted or decided as a whole.
  ///
  /// - Returns: nil when finding out would cost more than it saves.
  func changedSubtrees(of tree: LayerTree) -> NodeSet? {
    guard tree.changes.nodes.count <= Self.most(of: tree) else { return nil }
    var steps = 8 * tree.nodes.count + 1024
    var subtrees: [Range<Int32>] = []
    let groups = BlendGroups(tree)
    for index in tree.changes.nodes {
      guard let top = whole(around: index, of: tree, groups, &steps) else { return nil }
      subtrees.append(top..<tree.nodes[Int(top)].subtreeEnd)
    }
    for index in Set(tree.changes.bereft) {
      guard let top = whole(without: index, of: tree, &steps) else { return nil }
      if top >= 0 { subtrees.append(top..<tree.nodes[Int(top)].subtreeEnd) }
    }
    let changed = NodeSet(joining: subtrees)
    return changed.count <= Self.most(of: tree) ? changed : nil
  }

  private static func most(of tree: LayerTree) -> Int { max(64, tree.nodes.count / 2) }

  /// The topmost layer that a change of another may show in.
  ///
  /// - Parameter groups: Layers that are groups now, and may not have been in the last frame.
  private func whole(
    around changed: Int32, of tree: LayerTree, _ groups: BlendGroups, _ steps: inout Int
  ) -> Int32? {
    var top = changed
    var index = changed
    while tree.nodes[Int(index)].parent >= 0 {
      steps -= 1
      guard steps > 0 else { return nil }
      let parent = tree.nodes[Int(index)].parent
      if actsAsWhole(parent, of: tree) || groups.contains(Int(parent))
        || (index == changed && changesDepth(index, of: tree))
      {
        top = parent
      }
      index = parent
    }
    return top
  }

  /// The topmost layer in which it may show that sublayers of a layer went away, apart from where they
  /// were; -1 for none.
  private func whole(
    without bereft: Int32, of tree: LayerTree, _ steps: inout Int
  ) -> Int32? {
    var top: Int32 = traits(of: bereft).contains(.hasStack) ? bereft : -1
    var index = bereft
    while index >= 0 {
      steps -= 1
      guard steps > 0 else { return nil }
      if actsAsWhole(index, of: tree) { top = index }
      index = tree.nodes[Int(index)].parent
    }
    return top
  }

  /// Whether what a layer's sublayers look like may change how the layer itself is drawn.
  func actsAsWhole(_ index: Int32, of tree: LayerTree) -> Bool {
    let node = tree.nodes[Int(index)]
    let slots = tree.slots(of: node)
    return node.opacity < 1 || slots.shadow >= 0 || slots.effects >= 0
      || !node.flags.isDisjoint(with: [.hasMask, .isTransformLayer])
      || !traits(of: index).isDisjoint(with: [.hasPass, .hasScene])
  }

  func traits(of index: Int32) -> ItemBounds.Traits { items?.traits[Int(index)] ?? [] }

  /// Whether a layer's new place may change how its siblings are sorted, or with what numbers they
  /// are placed.
  private func changesDepth(_ index: Int32, of tree: LayerTree) -> Bool {
    let parent = Int(tree.nodes[Int(index)].parent)
    let isFlat = tree.staysInPlane(Int(index))
    guard traits(of: Int32(parent)).contains(.hasStack) else { return !isFlat }
    if !isFlat { return !tree.placement(of: Int(index)).isParallelToProjection }
    var sibling = tree.firstSublayer(of: parent)
    while sibling < Int(tree.nodes[parent].subtreeEnd) {
      let node = tree.nodes[sibling]
      let isVisible = node.flags.isDisjoint(with: .absent) && node.opacity > 0
      // The stack stays one.
      if isVisible, !tree.staysInPlane(sibling) { return false }
      sibling = Int(node.subtreeEnd)
    }
    return true
  }

  // MARK: Bounds

  /// Takes nodes out, and adds where they were to a region.
  mutating func forget(_ nodes: NodeSet, _ damage: inout DamageRegion) {
    for range in nodes.ranges {
      if let items { damage.add(items.rect(of: range)) }
      if tileNodes != nil {
        for index in range { tileNodes?.remove(index, at: items?.rect(of: index) ?? .null) }
      }
      items?.clear(range)
    }
  }

  /// Takes nodes in that were drawn again, and adds where they are to a region.
  mutating func remember(_ nodes: NodeSet, _ damage: inout DamageRegion) {
    for range in nodes.ranges {
      if let items { damage.add(items.rect(of: range)) }
      if tileNodes != nil {
        for index in range { tileNodes?.insert(index, at: items?.rect(of: index) ?? .null) }
      }
    }
  }

  /// Makes a region hold all that the filters of backdrops in it read: outside of it they would read
  /// what was drawn over.
  func includeBackdrops(_ damage: inout DamageRegion) {
    guard let items else { return }
    var isComplete = false
    while !isComplete {
      isComplete = true
      for region in items.backdrops.values where damage.touches(region) && !damage.holds(region) {
        damage.add(region)
        isComplete = false
      }
    }
  }

  /// The nodes that have items in a region.
  mutating func nodes(touching damage: DamageRegion) -> NodeSet {
    guard let items else { return NodeSet([]) }
    let tiles = tileNodes ?? TileNodes(items, frame: damage.frame)
    tileNodes = tiles
    return NodeSet(ascending: tiles.nodes(touching: damage, items))
  }
}
