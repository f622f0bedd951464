import Foundation
import GlazeGeometry
import GlazeTree

/// The clips of a layer as a whole, after its shadow and its filters: its mask, if that is only an
/// opaque rounded box, and its own bounds.
struct WholeClip {
  /// A box that masks a layer.
  struct Box {
    var shape: Shape
    /// The map from the box's plane to that of the layer.
    var placement: Homography
    var plane: PlaneContext
  }

  var mask: Box?
  /// The rounded bounds.
  var bounds: Shape?
  /// Whether items share pixels of the clip's edge, so that they must be combined into one image
  /// first.
  var joins = false
}

extension Flattener {
  /// Finds the clips of a layer as a whole, and which of its items they hide.
  ///
  /// The bounds of a layer without a shadow and effects are left to `drawCore` where each item may
  /// be clipped on its own: backgrounds end where the clip does, and need no clip.
  mutating func wholeClip(of layer: inout LayerJob) -> WholeClip {
    let node = tree.nodes[layer.node]
    let slots = tree.slots(of: node)
    var clip = WholeClip()
    if node.flags.contains(.hasMask) {
      clip.mask = maskClip(of: layer)
      if clip.mask == nil, foldMask(&layer) { return clip }
    }
    let isLeaf = tree.firstSublayer(of: layer.node) == Int(node.subtreeEnd)
    let isWhole = slots.shadow >= 0 || slots.effects >= 0
    let clips =
      node.flags.contains(.masksToBounds) && (isWhole || !isLeaf || slots.hasContents)
    guard clips || clip.mask != nil, !clipRoot(&layer) else { return clip }
    if clips { clip.bounds = Shape(node) }
    if let mask = clip.mask {
      let items = items(of: layer, inBandOf: mask.shape, mask.placement, isOwn: false)
      clip.joins = items?.meet ?? false
      if let items { layer.first = items.first }
    }
    // Under an opaque border, the content is visible only at the edge.
    if clips, isWhole || shapeUnderBorder(node, layer.context).rect == node.bounds {
      let items = items(of: layer, inBandOf: Shape(node), isOwn: true)
      clip.joins = clip.joins || items?.meet ?? false
      if let items { layer.first = max(layer.first, items.first) }
    }
    return clip
  }

  /// Returns a mask that is only an opaque rounded box, alone or in layers that only place it.
  private mutating func maskClip(of layer: LayerJob) -> WholeClip.Box? {
    guard optimizations.contains(.foldMasks) else { return nil }
    var index = layer.node + 1
    var placement = maskPlacement(index)
    while isBareBox(index), !tree.nodes[index].flags.contains(.masksToBounds),
      let inner = onlySublayer(of: index)
    {
      placement = placement * tree.planarPlacement(of: inner)
      index = inner
    }
    let mask = tree.nodes[index]
    guard isBareBox(index), mask.backgroundColor.w >= 1, Int(mask.subtreeEnd) == index + 1,
      let plane = layer.context.placed(by: placement, limits: &clips)
    else { return nil }
    return WholeClip.Box(shape: Shape(mask), placement: placement, plane: plane)
  }

  /// Whether a layer paints nothing but its background and its sublayers, as they are.
  private func isBareBox(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return slots.isPlainBox && slots.border < 0 && slots.shadow < 0 && slots.effects < 0
      && slots.replicator < 0 && node.opacity >= 1
      && node.flags.isDisjoint(with: [.isTransformLayer, .hasMask])
  }

  /// The only visible sublayer of a layer that paints nothing but this sublayer and its own effects, which lies
  /// in its plane; nil for other layers.
  func onlySublayer(of index: Int) -> Int? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard slots.isPlainBox, slots.border < 0, slots.replicator < 0, node.backgroundColor.w <= 0
    else { return nil }
    var found: Int?
    var inner = tree.firstSublayer(of: index)
    while inner < Int(node.subtreeEnd) {
      if isVisible(inner) {
        guard found == nil, tree.staysInPlane(inner) else { return nil }
        found = inner
      }
      inner = Int(tree.nodes[inner].subtreeEnd)
    }
    return found
  }

  /// Clips a layer that is not isolated for another reason: as one image where its items would
  /// meet.
  mutating func apply(_ clip: WholeClip, to layer: inout LayerJob) {
    guard clip.joins else {
      var clip = clip
      let slots = tree.slots(of: layer.node)
      if slots.shadow < 0, slots.effects < 0 { clip.bounds = nil }
      return push(clip, onto: &layer)
    }
    push(clip, onto: &layer)
    let outer = layer.context
    let limit = outer.bounds.intersection(passes.limit)
    let node = Int32(layer.node)
    // Layers that read their backdrop must not be separated from it.
    let goesOn = readsBackdrop(from: layer.node) && passes.beginOnBackdrop(node: node, limit: limit)
    if !goesOn { passes.begin(node: node, limit: limit) }
    jobs.append(
      .endPass(
        .composite(.init(outer: outer, opacity: 1, blendMode: goesOn ? .copy : .sourceOver))))
    layer.context.enterPass(opacity: outer.opacity)
  }

  /// Clips subsequent items.
  mutating func push(_ clip: WholeClip, onto layer: inout LayerJob) {
    if let mask = clip.mask {
      makeRoomForClip(&layer.context, node: Int32(layer.node))
      self.clip(&layer.context, inPlaneOf: mask.plane, to: mask.shape)
    }
    guard let bounds = clip.bounds else { return }
    makeRoomForClip(&layer.context, node: Int32(layer.node))
    let plane = layer.context
    self.clip(&layer.context, inPlaneOf: plane, to: bounds)
    layer.isClipped = true
    layer.bleeds = true
  }

  /// A layer's rounded bounds, extended by more than a pixel where a clip ends the drawing.
  func outline(_ node: LayerNode, _ context: PlaneContext, bleeds: Bool) -> Shape {
    guard bleeds else { return shapeUnderBorder(node, context, leastWidth: 1) }
    return Shape(node).outset(by: bleed(of: node, context))
  }

  /// The distance by which an outline extends beyond the bounds, in points.
  func bleed(of node: LayerNode, _ context: PlaneContext) -> Double {
    let step = context.homography.leastStep(in: node.bounds)
    return step > 0 ? 1.5 / step : 0
  }
}

extension LayerSlots {
  /// Whether the layer itself draws something that may extend beyond its outline.
  fileprivate var hasContents: Bool { contents >= 0 || shape >= 0 || emitter >= 0 }
}
