import Foundation
import GlazeGeometry
import GlazeTree

/// The clips of a layer as a whole, after its shadow and its filters: its mask, if that is only an
/// opaque rounded box, and its own bounds.
struct WholeClip {
  /// The mask's shape, and the plane in which it lies.
  var mask: (shape: Shape, plane: PlaneContext)?
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
    guard clips || clip.mask != nil else { return clip }
    if clips { clip.bounds = Shape(node) }
    if let mask = clip.mask {
      let items = items(
        of: layer, inBandOf: mask.shape, maskPlacement(layer.node + 1), isOwn: false)
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

  /// Returns a mask that is only an opaque rounded box.
  private mutating func maskClip(of layer: LayerJob) -> (shape: Shape, plane: PlaneContext)? {
    let index = layer.node + 1
    let mask = tree.nodes[index]
    let slots = tree.slots(of: mask)
    guard optimizations.contains(.foldMasks), slots.isPlainBox, slots.border < 0, slots.shadow < 0,
      slots.effects < 0, mask.opacity >= 1, mask.backgroundColor.w >= 1,
      Int(mask.subtreeEnd) == index + 1, !mask.flags.contains(.isTransformLayer),
      !mask.flags.contains(.hasMask),
      let plane = layer.context.placed(by: maskPlacement(index), limits: &clips)
    else { return nil }
    return (Shape(mask), plane)
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
