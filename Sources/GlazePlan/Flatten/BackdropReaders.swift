import GlazeTree

/// The layers that look at what was drawn before them: those with a blend mode or with filters for what
/// lies behind, and emitters that add to it.
///
/// Where one of them stands inside a layer that is one picture (because it fades, or has a mask), drawing
/// that layer's items straight would show them what lies outside. So every short cut around a pass asks
/// here first.
struct BackdropReaders {
  /// In order.
  private var nodes: [Int32] = []

  /// - Complexity: O(n) for a tree with effects or emitters, else O(1).
  init(_ tree: LayerTree) {
    guard !tree.effects.isEmpty || !tree.emitters.isEmpty else { return }
    for index in tree.nodes.indices where tree.readsBackdrop(index) { nodes.append(Int32(index)) }
  }

  /// Whether one of some nodes is a reader.
  ///
  /// - Complexity: O(log n)
  func contains(anyOf range: Range<Int>) -> Bool {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low] < range.upperBound
  }
}

extension LayerTree {
  /// What lies behind a layer passes through these.
  func backgroundFilters(of index: Int) -> [LayerFilter] {
    let slot = slots(of: index).effects
    return slot < 0 ? [] : effects[Int(slot)].backgroundFilters
  }

  /// Whether a layer's particles mix with what lies behind them.
  fileprivate func blendsParticles(_ index: Int) -> Bool {
    let slot = slots(of: index).emitter
    return slot >= 0 && emitters[Int(slot)].blendMode != .sourceOver
  }

  fileprivate func readsBackdrop(_ index: Int) -> Bool {
    if blendsParticles(index) { return true }
    let slot = slots(of: index).effects
    guard slot >= 0 else { return false }
    return effects[Int(slot)].blendMode != .sourceOver
      || !effects[Int(slot)].backgroundFilters.isEmpty
  }
}

extension Flattener {
  /// Whether something in a layer's picture reads what was drawn before it; how the picture itself
  /// meets what lies behind it does not count.
  mutating func readsBackdrop(inside root: Int) -> Bool {
    backdropReaders.contains(anyOf: root + 1..<Int(tree.nodes[root].subtreeEnd))
      || tree.blendsParticles(root)
  }

  /// The same of a layer with its effects.
  mutating func readsBackdrop(from root: Int) -> Bool {
    backdropReaders.contains(anyOf: root..<Int(tree.nodes[root].subtreeEnd))
  }
}
