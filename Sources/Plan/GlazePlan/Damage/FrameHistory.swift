import GlazeGeometry
import GlazeTree

/// The state that a planner retains from the frame that it planned last.
struct FrameHistory: ~Copyable, Sendable {
  /// The number of the tree's state.
  var state: UInt64
  var viewport: Viewport
  var optimizations: Optimizations
  /// The key under which the backend caches the frame.
  var key: UInt64
  /// The bounds of the frame's items; nil only while they are drawn again.
  var items: ItemBounds?
  /// The nodes of each tile, created on first use.
  var tileNodes: TileNodes?
  /// The cached content below changing layers, created when layers change above others that do not.
  var underlay: Underlay?
  /// The attempts to draw only the changes.
  var attempts = ChangeAttempts()
  /// The end of the nodes that did not change in the last frame, and in the one before it.
  var steadyEnd: Int32 = 0
  var lastSteadyEnd: Int32 = 0

  /// The keys of everything that the backend caches.
  var keys: [UInt64] { [key] + (underlay.map { [$0.key] } ?? []) }

  /// The statistics of the underlay, if there is one.
  var underlayStatistics: CacheStatistics {
    underlay.map { CacheStatistics(count: 1, bytes: $0.bytes) } ?? CacheStatistics()
  }

  static func frame(of viewport: Viewport) -> PixelRect {
    PixelRect(minX: 0, minY: 0, maxX: Double(viewport.width), maxY: Double(viewport.height))
  }

  /// Whether a new frame can be drawn over this one.
  func leads(to tree: LayerTree, _ viewport: Viewport, _ optimizations: Optimizations) -> Bool {
    let isSame = tree.changes.state == state
    let count =
      isSame || tree.changes.origins.isEmpty ? tree.nodes.count : tree.changes.originCount
    return viewport == self.viewport && optimizations == self.optimizations
      && (isSame || tree.changes.base == state) && items?.boxes.count == count
  }

  /// Assigns nodes their new numbers, and adds the bounds of removed nodes to a region.
  ///
  /// - Returns: The first node whose number changed, or whose number belonged to another node.
  /// - Complexity: O(n) when there are other numbers.
  mutating func renumber(_ changes: TreeChanges, _ damage: inout DamageRegion) -> Int32 {
    guard !changes.origins.isEmpty, let items else { return .max }
    self.items = items.renumbered(changes.origins) { damage.add($0) }
    tileNodes = nil
    var first = 0
    while first < changes.origins.count, changes.origins[first] == first { first += 1 }
    return Int32(first)
  }

  // MARK: Changes

  /// The subtrees that may be drawn differently than before.
  ///
  /// A change extends up to the layer that is drawn, sorted or decided as a whole.
  ///
  /// - Returns: nil when the search would cost more than it saves.
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

  /// The topmost layer in which a change of another layer may be visible.
  ///
  /// - Parameter groups: Layers that are groups now, and may not have been groups in the last
  ///   frame.
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

  /// The topmost layer in which the removal of sublayers may be visible outside of their own
  /// bounds; -1 for none.
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

  // A literal of flags would allocate an array in each call.
  private static let wholeFlags: LayerNode.Flags = [.hasMask, .isTransformLayer]
  private static let wholeTraits: ItemBounds.Traits = [.hasPass, .hasScene]

  /// Whether the appearance of a layer's sublayers may change how the layer itself is drawn.
  func actsAsWhole(_ index: Int32, of tree: LayerTree) -> Bool {
    let node = tree.nodes[Int(index)]
    let slots = tree.slots(of: node)
    return node.opacity < 1 || slots.shadow >= 0 || slots.effects >= 0
      || !node.flags.isDisjoint(with: Self.wholeFlags)
      || !traits(of: index).isDisjoint(with: Self.wholeTraits)
  }

  func traits(of index: Int32) -> ItemBounds.Traits { items?.traits[Int(index)] ?? [] }

  /// Whether a layer's new position may change how its siblings are sorted, or the numbers that
  /// place them.
  private func changesDepth(_ index: Int32, of tree: LayerTree) -> Bool {
    let parent = Int(tree.nodes[Int(index)].parent)
    let isFlat = tree.staysInPlane(Int(index))
    guard traits(of: Int32(parent)).contains(.hasStack) else { return !isFlat }
    if !isFlat { return !tree.placement(of: Int(index)).isParallelToProjection }
    var sibling = tree.firstSublayer(of: parent)
    while sibling < Int(tree.nodes[parent].subtreeEnd) {
      let node = tree.nodes[sibling]
      let isVisible = node.flags.isDisjoint(with: .absent) && node.opacity > 0
      // The stack remains a stack.
      if isVisible, !tree.staysInPlane(sibling) { return false }
      sibling = Int(node.subtreeEnd)
    }
    return true
  }

  // MARK: Bounds

  /// Removes nodes, and adds their bounds to a region.
  mutating func forget(_ nodes: NodeSet, _ damage: inout DamageRegion) {
    for range in nodes.ranges {
      if let items { damage.add(items.rect(of: range)) }
      if tileNodes != nil {
        for index in range { tileNodes?.remove(index, at: items?.rect(of: index) ?? .null) }
      }
      items?.clear(range)
    }
  }

  /// Records nodes that were drawn again, and adds their bounds to a region.
  mutating func remember(_ nodes: NodeSet, _ damage: inout DamageRegion) {
    for range in nodes.ranges {
      if let items { damage.add(items.rect(of: range)) }
      if tileNodes != nil {
        for index in range { tileNodes?.insert(index, at: items?.rect(of: index) ?? .null) }
      }
    }
  }

  /// Extends a region to contain everything that backdrop filters in it read.
  ///
  /// Outside of the region they would read pixels that were already drawn over.
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
