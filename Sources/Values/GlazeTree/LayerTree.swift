/// A tree of layers at one time, as values.
///
/// The nodes are in preorder: parents before children, children in the order of `sublayers` (back
/// to front), each subtree contiguous up to its `subtreeEnd`. A layer with a mask has the mask's
/// subtree as its first child. Rare properties are in side tables: a node with entries there has
/// `slots`, which contain their positions. A tree is reused between frames and patched in place.
package struct LayerTree: Sendable, Equatable {
  /// The nodes in preorder; empty, or with the root first.
  package var nodes: [LayerNode] = []
  /// One entry for each node that has entries in the tables below.
  package var slots: [LayerSlots] = []
  package var transforms: [LayerTransforms] = []
  package var contents: [LayerContents] = []
  package var borders: [LayerBorder] = []
  package var shadows: [LayerShadow] = []
  package var effects: [LayerEffects] = []
  package var gradients: [LayerGradient] = []
  package var shapes: [LayerShape] = []
  package var replicators: [LayerReplicator] = []
  package var emitters: [LayerEmitter] = []
  /// The names of layers, for people: they appear in printed plans and in errors.
  package var names: [String] = []
  /// Whether y points down in the space in which the root is placed.
  package var isGeometryFlipped = true
  /// For each node, a number that stays the same while the layer with its sublayers paints the same
  /// in its plane, wherever it moves, and that is never used for other content.
  ///
  /// Empty when versions are not tracked.
  package var versions: [UInt64] = []
  /// The differences from an earlier state of the tree.
  package var changes = TreeChanges()

  package init() {}

  /// Whether two trees have the same appearance; versions and changes do not count.
  package static func == (a: LayerTree, b: LayerTree) -> Bool {
    a.nodes == b.nodes && a.slots == b.slots && a.transforms == b.transforms
      && a.contents == b.contents && a.borders == b.borders && a.shadows == b.shadows
      && a.effects == b.effects && a.gradients == b.gradients && a.shapes == b.shapes
      && a.replicators == b.replicators && a.emitters == b.emitters && a.names == b.names
      && a.isGeometryFlipped == b.isGeometryFlipped
  }

  /// The positions of a node's entries in the side tables.
  @inlinable @inline(__always)
  package func slots(of node: LayerNode) -> LayerSlots {
    node.slots < 0 ? LayerSlots() : slots[Int(node.slots)]
  }

  /// The positions for the node with an index.
  @inlinable @inline(__always)
  package func slots(of index: Int) -> LayerSlots {
    let place = nodes[index].slots
    return place < 0 ? LayerSlots() : slots[Int(place)]
  }

  /// Adds slots for a node, in addition to those that it may have had.
  package mutating func setSlots(_ slots: LayerSlots, of node: inout LayerNode) {
    if slots == LayerSlots() {
      node.slots = -1
    } else {
      node.slots = Int32(self.slots.count)
      self.slots.append(slots)
    }
  }

  /// The layer's name, or nil when it has none.
  package func name(of index: Int) -> String? {
    let slot = slots(of: index).name
    return slot < 0 ? nil : names[Int(slot)]
  }

  /// Checks that parents precede children, that subtrees nest, and that slots are in bounds.
  ///
  /// - Returns: The first violation, in words; nil when the tree is valid.
  /// - Complexity: O(n).
  package func firstViolatedInvariant() -> String? {
    var open: [Int] = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, Int(nodes[last].subtreeEnd) <= index { open.removeLast() }
      if Int(node.parent) != (open.last ?? -1) {
        return "node \(index): parent is \(node.parent), not \(open.last ?? -1)"
      }
      let limit = open.last.map { Int(nodes[$0].subtreeEnd) } ?? nodes.count
      if Int(node.subtreeEnd) <= index || Int(node.subtreeEnd) > limit {
        return "node \(index): subtree ends at \(node.subtreeEnd), outside \(index + 1)...\(limit)"
      }
      if let violation = firstViolation(ofSlotsOf: node) { return "node \(index): \(violation)" }
      open.append(index)
    }
    return nil
  }

  private func firstViolation(ofSlotsOf node: LayerNode) -> String? {
    guard (-1..<slots.count).contains(Int(node.slots)) else {
      return "slots \(node.slots) of \(slots.count)"
    }
    let slots = slots(of: node)
    let tables: [(String, Int32, Int)] = [
      ("transforms", slots.transforms, transforms.count),
      ("contents", slots.contents, contents.count),
      ("border", slots.border, borders.count), ("name", slots.name, names.count),
      ("shadow", slots.shadow, shadows.count), ("effects", slots.effects, effects.count),
      ("gradient", slots.gradient, gradients.count), ("shape", slots.shape, shapes.count),
      ("replicator", slots.replicator, replicators.count),
      ("emitter", slots.emitter, emitters.count),
    ]
    for (table, slot, count) in tables where slot < -1 || Int(slot) >= count {
      return "\(table) slot \(slot) of \(count)"
    }
    return nil
  }
}

/// The nodes that differ from an earlier state of their tree.
package struct TreeChanges: Sendable, Equatable {
  /// The number of the earlier state; 0 for none, in which case everything is new.
  package var base: UInt64 = 0
  /// The number of this state, which no other tree ever has; 0 when changes are not tracked.
  package var state: UInt64 = 0
  /// The nodes, in any order; a node with changed sublayers is only included when it changed
  /// itself.
  package var nodes: [Int32] = []
  /// For each node, the number that it had in the earlier state, or -1 for a new node; empty while
  /// all numbers are unchanged.
  package var origins: [Int32] = []
  /// The number of nodes in the earlier state, where `origins` is not empty.
  package var originCount = 0
  /// The nodes from which sublayers were removed, in any order.
  package var bereft: [Int32] = []

  package init() {}

  /// Whether nothing changed.
  package var isEmpty: Bool { nodes.isEmpty && origins.isEmpty }
}
