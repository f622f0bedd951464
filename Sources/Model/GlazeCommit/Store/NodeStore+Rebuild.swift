import GlazeLayers
import GlazeTree

// A rebuilt tree records its differences from the one before, so that a renderer only draws the
// parts that are new, removed, changed or reordered.

extension NodeStore {
  /// Notes how the nodes differ from those of the tree before.
  ///
  /// - Parameters:
  ///   - origins: The former index of each node; -1 for none.
  ///   - changed: The nodes that are new or look different.
  mutating func noteRebuild(of old: LayerTree, origins: [Int32], changed: [Int32]) {
    var changes = TreeChanges()
    changes.state = Self.newVersion()
    defer { tree.changes = changes }
    // If nothing was drawn yet, everything is drawn.
    guard old.changes.base != 0 else { return }
    changes.base = old.changes.base
    var places = Array(repeating: Int32(-1), count: old.nodes.count)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      places[Int(origin)] = Int32(index)
    }
    func moved(_ nodes: [Int32]) -> [Int32] {
      nodes.map { places[Int($0)] }.filter { $0 >= 0 }
    }
    changes.nodes = moved(old.changes.nodes) + changed + Self.outOfOrder(origins)
    changes.bereft = moved(old.changes.bereft)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      if differs(index, from: Int(origin), in: old, places) { changes.nodes.append(Int32(index)) }
    }
    for (index, node) in old.nodes.enumerated() where node.parent >= 0 {
      let parent = places[Int(node.parent)]
      let isGone = places[index] < 0 || tree.nodes[Int(places[index])].parent != parent
      if parent >= 0, isGone { changes.bereft.append(parent) }
    }
    let before = old.changes.origins
    changes.origins =
      before.isEmpty ? origins : origins.map { $0 < 0 ? -1 : before[Int($0)] }
    changes.originCount = before.isEmpty ? old.nodes.count : old.changes.originCount
  }

  /// Returns whether a node has another position in the tree, or draws its own items differently.
  private func differs(
    _ index: Int, from origin: Int, in old: LayerTree, _ places: [Int32]
  ) -> Bool {
    let (node, before) = (tree.nodes[index], old.nodes[origin])
    let parent = before.parent < 0 ? -1 : places[Int(before.parent)]
    return node.parent != parent
      || node.flags.contains(.hasMask) != before.flags.contains(.hasMask)
      || tree.isLeaf(index) != old.isLeaf(origin)
  }

  /// Returns the smallest set of nodes without which the others retain their order.
  ///
  /// - Complexity: O(n); O(n log n) if there are such nodes.
  static func outOfOrder(_ origins: [Int32]) -> [Int32] {
    var last: Int32 = -1
    var isInOrder = true
    for origin in origins where origin >= 0 {
      if origin < last { isInOrder = false }
      last = origin
    }
    if isInOrder { return [] }
    // For each length, the node with the least origin at which an ascending run of that length
    // ends.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: origins.count)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if origins[ends[middle]] < origin { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var stays = Array(repeating: false, count: origins.count)
    var next = ends.last ?? -1
    while next >= 0 {
      stays[next] = true
      next = before[next]
    }
    return origins.indices.filter { origins[$0] >= 0 && !stays[$0] }.map { Int32($0) }
  }
}

extension LayerTree {
  /// Returns whether a node has no sublayers.
  fileprivate func isLeaf(_ index: Int) -> Bool {
    var first = index + 1
    if nodes[index].flags.contains(.hasMask) { first = Int(nodes[first].subtreeEnd) }
    return first == Int(nodes[index].subtreeEnd)
  }
}
