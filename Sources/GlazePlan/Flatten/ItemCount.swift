import GlazeTree

// How many items a layer with its sublayers puts on the screen: a group of one needs no pass.

extension LayerNode {
  /// Whether nothing lies between the background and the border but the sublayers.
  var isPlainBox: Bool { contents < 0 && gradient < 0 }
}

extension LayerTree {
  /// The node after a layer's mask, which comes before its sublayers.
  func firstSublayer(of index: Int) -> Int {
    guard nodes[index].flags.contains(.hasMask) else { return index + 1 }
    return Int(nodes[index + 1].subtreeEnd)
  }
}

extension Flattener {
  /// Whether at most one instance would be drawn for a layer and its sublayers, its own effects apart.
  ///
  /// - Parameter opacity: What each item of the layer is multiplied with on its own.
  func isSingleItem(_ root: Int, opacity: Float) -> Bool {
    guard optimizations.contains(.foldGroups) else { return false }
    var count = 0
    var index = root
    while index < Int(tree.nodes[root].subtreeEnd) {
      let node = tree.nodes[index]
      guard index == root || isVisible(index) else {
        index = Int(node.subtreeEnd)
        continue
      }
      if index != root, drawsThroughPass(index) {
        count += 1
        index = Int(node.subtreeEnd)
      } else {
        count += itemCount(index, opacity)
        index = tree.firstSublayer(of: index)
      }
      if count > 1 { return false }
    }
    return true
  }

  /// Whether a border with nothing between it and the background joins the background's instance,
  /// which fades as a whole: so not when each is to fade on its own.
  func fusesBorder(opacity: Float) -> Bool {
    optimizations.contains(.fuseBorders) && opacity == 1
  }

  private func itemCount(_ index: Int, _ opacity: Float) -> Int {
    let node = tree.nodes[index]
    guard !node.flags.contains(.isTransformLayer) else { return 0 }
    let shadow = node.shadow >= 0 ? 1 : 0
    let background = node.backgroundColor.w > 0 ? 1 : 0
    let border = node.border >= 0 ? 1 : 0
    let isLeaf = tree.firstSublayer(of: index) == Int(node.subtreeEnd)
    if node.isPlainBox, isLeaf, fusesBorder(opacity: opacity) {
      return shadow + max(background, border)
    }
    var count = shadow + background + border + (node.gradient >= 0 ? 1 : 0)
    if node.contents >= 0 { count += tree.contents[Int(node.contents)].isSliced ? 2 : 1 }
    return count
  }

  /// Whether a layer ends up as one picture whatever it holds.
  private func drawsThroughPass(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.shadow < 0 else { return false }
    if node.flags.contains(.hasMask) { return true }
    guard node.effects >= 0 else { return false }
    let effects = tree.effects[Int(node.effects)]
    return !effects.filters.isEmpty || effects.rasterizationScale != nil
  }
}
