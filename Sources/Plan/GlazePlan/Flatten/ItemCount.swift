import Foundation
import GlazeGeometry
import GlazeTree

// These functions count what a layer with its sublayers puts on the screen. A group of one item
// needs no pass. Neither does one whose items do not touch, since each may fade on its own.
// (`BackdropReaders` determines which groups need a pass nevertheless.)

extension LayerSlots {
  /// Whether only the sublayers lie between the background and the border.
  var isPlainBox: Bool { contents < 0 && gradient < 0 && shape < 0 && emitter < 0 }
}

extension LayerTree {
  /// The node after a layer's mask, which precedes its sublayers.
  package func firstSublayer(of index: Int) -> Int {
    guard nodes[index].flags.contains(.hasMask) else { return index + 1 }
    return Int(nodes[index + 1].subtreeEnd)
  }
}

extension Flattener {
  /// Whether at most one instance would be drawn for a layer and its sublayers, disregarding its
  /// own effects.
  ///
  /// - Parameter opacity: The factor of each of the layer's own items.
  mutating func isSingleItem(_ root: Int, opacity: Float) -> Bool {
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
        // Nodes below the root fade separately; the root's own opacity is the one in question.
        if index != root, fadesSeparately(node) { return false }
        count += itemCount(index, opacity)
        index = tree.firstSublayer(of: index)
      }
      if count > 1 { return false }
    }
    return true
  }

  /// Whether no two items of a layer with its sublayers touch.
  ///
  /// Groups of more than a few items are not examined, because that would cost more than a pass.
  func itemsKeepApart(_ root: Int, _ context: PlaneContext) -> Bool {
    guard optimizations.contains(.foldGroups), context.homography.isAffine else { return false }
    let margin = 1 / max(context.homography.smallestScale, 1e-6)
    var boxes: [CGRect] = []
    var open: [(end: Int, placement: Homography)] = []
    var index = root
    while index < Int(tree.nodes[root].subtreeEnd) {
      while let last = open.last, last.end <= index { open.removeLast() }
      let node = tree.nodes[index]
      var placement = Homography.identity
      if index != root {
        guard isVisible(index) else {
          index = Int(node.subtreeEnd)
          continue
        }
        let slots = tree.slots(of: node)
        guard tree.staysInPlane(index), slots.shadow < 0, slots.effects < 0,
          !node.flags.contains(.hasMask), !fadesSeparately(node)
        else { return false }
        placement = (open.last?.placement ?? .identity) * tree.planarPlacement(of: index)
      }
      let count = itemCount(index, context.separateOpacity)
      if count > 1 { return false }
      if count == 1, let box = placement.boundingBox(of: tree.paintedRect(of: index)) {
        let wide = box.insetBy(dx: CGFloat(-margin), dy: CGFloat(-margin))
        if boxes.count == 16 || boxes.contains(where: { $0.meets(wide) }) { return false }
        boxes.append(wide)
      }
      open.append((Int(node.subtreeEnd), placement))
      index = tree.firstSublayer(of: index)
    }
    return true
  }

  /// Whether a border with nothing between it and the background joins the background's instance.
  ///
  /// No pixel depends on that: drawn apart, the background leaves out what the border will cover
  /// (`BoxInstance.isUnderBorder`). An instance fades as a whole, so the two remain separate when
  /// each fades on its own.
  func fusesBorder(opacity: Float) -> Bool { opacity == 1 }

  /// Whether each of a layer's items fades on its own.
  private func fadesSeparately(_ node: LayerNode) -> Bool {
    node.opacity < 1 && !node.flags.contains(.allowsGroupOpacity)
  }

  func itemCount(_ index: Int, _ opacity: Float) -> Int {
    let node = tree.nodes[index]
    guard !node.flags.contains(.isTransformLayer) else { return 0 }
    let slots = tree.slots(of: node)
    if slots.replicator >= 0, tree.replicators[Int(slots.replicator)].count > 1 { return 2 }
    let shadow = slots.shadow >= 0 ? 1 : 0
    let backdrop = tree.backgroundFilters(of: index).isEmpty ? 0 : 1
    let background = node.backgroundColor.w > 0 ? 1 : 0
    let border = slots.border >= 0 ? 1 : 0
    let isLeaf = tree.firstSublayer(of: index) == Int(node.subtreeEnd)
    if slots.isPlainBox, isLeaf, fusesBorder(opacity: opacity) {
      return shadow + backdrop + max(background, border)
    }
    var count = shadow + backdrop + background + border + (slots.gradient >= 0 ? 1 : 0)
    if slots.shape >= 0 {
      let shape = tree.shapes[Int(slots.shape)]
      count += (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
    }
    // The count stands for any number of particles; an exact count is not worth its cost.
    if slots.emitter >= 0 { count += 2 }
    if slots.contents >= 0 { count += tree.contents[Int(slots.contents)].isSliced ? 2 : 1 }
    return count
  }

  /// Whether a layer becomes one image regardless of its content.
  private mutating func drawsThroughPass(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard slots.shadow < 0 else { return false }
    if node.flags.contains(.hasMask) || blendGroups.contains(index) { return true }
    guard slots.effects >= 0 else { return false }
    let effects = tree.effects[Int(slots.effects)]
    return !effects.filters.isEmpty || effects.rasterizationScale != nil || effects.isIsolated
  }
}
