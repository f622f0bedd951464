import GlazeTree

/// The layers that read what was drawn before them: those with a blend mode or with background
/// filters, and emitters that add to the backdrop.
///
/// Such a layer may lie inside a layer that is drawn as one offscreen image because it fades or has
/// a mask. Drawing that layer's items directly would expose the content outside of it to the
/// reader. Every shortcut around a pass therefore checks here first.
struct BackdropReaders {
  /// The readers, in order.
  private var nodes: [Int32] = []
  /// For each reader the innermost layer around it whose image is all that it reads; -1 for none.
  private var images: [Int32] = []

  /// - Complexity: O(n) for a tree with effects or emitters, else O(1).
  init(_ tree: borrowing LayerTree) {
    guard !tree.effects.isEmpty || !tree.emitters.isEmpty else { return }
    var open: [Int32] = []
    let blends = tree.effects.contains { $0.blendMode != .sourceOver }
    let groups = blends ? tree.nearestBlendGroups() : []
    for index in 0..<tree.nodes.count {
      while let last = open.last, tree.nodes[Int(last)].subtreeEnd <= index { open.removeLast() }
      if index > 0, tree.nodes[index - 1].flags.contains(.hasMask) { open.append(Int32(index)) }
      guard tree.readsBackdrop(index) else { continue }
      nodes.append(Int32(index))
      // Additive particles and filters of backdrops read through groups.
      let image = blends && tree.onlyBlends(index) ? groups[index] : -1
      images.append(max(open.last ?? -1, image))
    }
  }

  /// The most readers that are asked what they read.
  private static let most = 64

  /// Whether any of some nodes may be a reader of what lies behind all of them.
  ///
  /// - Complexity: O(log n)
  func contains(anyOf range: Range<Int>) -> Bool {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    let first = low
    while low < nodes.count, nodes[low] < range.upperBound {
      if low - first == Self.most || images[low] < range.lowerBound { return true }
      low += 1
    }
    return false
  }
}

extension LayerTree {
  /// The filters through which a layer's backdrop passes.
  func backgroundFilters(of index: Int) -> [LayerFilter] {
    let slot = slots(of: index).effects
    return slot < 0 ? [] : effects[Int(slot)].backgroundFilters
  }

  /// Whether a layer's particles blend with their backdrop.
  fileprivate func blendsParticles(_ index: Int) -> Bool {
    let slot = slots(of: index).emitter
    return slot >= 0 && emitters[Int(slot)].blendMode != .sourceOver
  }

  /// Whether a layer reads its backdrop for its blend mode alone.
  fileprivate func onlyBlends(_ index: Int) -> Bool {
    !blendsParticles(index) && backgroundFilters(of: index).isEmpty
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
  /// Whether something in a layer's image reads what was drawn before it.
  ///
  /// How the image itself is composited over its backdrop does not count.
  mutating func readsBackdrop(inside root: Int) -> Bool {
    backdropReaders.contains(anyOf: root + 1..<Int(tree.nodes[root].subtreeEnd))
      || tree.blendsParticles(root)
  }

  /// The same question for a layer including its own effects.
  mutating func readsBackdrop(from root: Int) -> Bool {
    backdropReaders.contains(anyOf: root..<Int(tree.nodes[root].subtreeEnd))
  }
}
