import GlazeLayers
import GlazeTree

// A rebuilt tree records its differences from the one before, so that a renderer only draws the
// parts that are new, removed, changed or reordered.

extension NodeStore {
  /// Notes how the nodes differ from those of the tree before.
  ///
  /// - Parameters:
  ///   - nodes: The former nodes.
  ///   - before: Their changes.
  ///   - places: The new index of each former node; -1 for one that is gone.
  ///   - changed: The nodes that are new or look different.
  mutating func noteRebuild(
    of nodes: [LayerNode], _ before: TreeChanges, _ order: NodeOrder, _ places: [Int32],
    changed: [Int32]
  ) {
    let origins = order.origins
    var changes = TreeChanges()
    changes.state = Self.newVersion()
    defer { tree.changes = changes }
    // If nothing was drawn yet, everything is drawn.
    guard before.base != 0 else { return }
    changes.base = before.base
    func moved(_ nodes: [Int32]) -> [Int32] {
      nodes.map { places[Int($0)] }.filter { $0 >= 0 }
    }
    changes.nodes = moved(before.nodes) + changed + Self.outOfOrder(origins)
    changes.bereft = moved(before.bereft)
    for (index, origin) in origins.enumerated() where origin >= 0 {
      if differs(index, from: Int(origin), in: nodes, places) {
        changes.nodes.append(Int32(index))
      }
    }
    for index in nodes.indices where nodes[index].parent >= 0 {
      let parent = places[Int(nodes[index].parent)]
      let isGone = places[index] < 0 || tree.nodes[Int(places[index])].parent != parent
      if parent >= 0, isGone { changes.bereft.append(parent) }
    }
    changes.origins =
      before.origins.isEmpty
      ? origins : origins.map { $0 < 0 ? -1 : before.origins[Int($0)] }
    changes.originCount = before.origins.isEmpty ? nodes.count : before.originCount
  }

  /// Returns whether a node has another position in the tree, or draws its own items differently.
  private func differs(
    _ index: Int, from origin: Int, in nodes: [LayerNode], _ places: [Int32]
  ) -> Bool {
    let before = nodes[origin].parent
    let hasMask = nodes[origin].flags.contains(.hasMask)
    return tree.nodes[index].parent != (before < 0 ? -1 : places[Int(before)])
      || tree.nodes[index].flags.contains(.hasMask) != hasMask
      || tree.nodes.isLeaf(index) != nodes.isLeaf(origin)
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

extension [LayerNode] {
  /// Returns whether a node has no sublayers.
  fileprivate func isLeaf(_ index: Int) -> Bool {
    var first = index + 1
    if self[index].flags.contains(.hasMask) { first = Int(self[first].subtreeEnd) }
    return first == Int(self[index].subtreeEnd)
  }
}
