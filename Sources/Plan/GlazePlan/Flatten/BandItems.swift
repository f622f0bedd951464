import Foundation
import GlazeGeometry
import GlazeTree

/// The items that a layer itself draws, from back to front.
enum OwnItem: UInt8, Comparable {
  case shadow, background, gradient, contents, shape, sublayers

  static func < (a: OwnItem, b: OwnItem) -> Bool { a.rawValue < b.rawValue }
}

/// The items of a layer that is clipped as a whole, as far as they reach into the clip's band.
struct BandItems {
  /// The most items that are distinguished.
  private static let most = 16

  let band: EdgeBand
  private var seen: [PixelRect] = []
  /// Whether some item is not one of the layer's own, which it draws before its sublayers.
  private var hasSublayers = false
  /// Whether two items share a pixel of the band.
  private(set) var meet = false
  /// The first of the layer's own items that is not hidden by an opaque one within the same clip.
  private(set) var first = OwnItem.shadow

  init(_ band: EdgeBand) {
    self.band = band
  }

  /// Whether nothing reaches into the band.
  var isEmpty: Bool { seen.isEmpty && !meet }

  /// Adds an item above those before it.
  ///
  /// - Parameters:
  ///   - quad: The pixels that it may touch; nil for any.
  ///   - own: The kind of the layer's own item; nil for an item of a sublayer.
  ///   - count: The number of items there.
  mutating func add(_ quad: Quad?, own: OwnItem? = nil, count: Int = 1) {
    guard let quad, quad.isFinite else {
      meet = true
      return
    }
    guard count > 0, band.isReached(by: quad) else { return }
    let rect = quad.bounds.outset(by: -1e-3)
    meet =
      meet || count > 1 || seen.count == Self.most
      || seen.contains { band.isReached(by: $0.intersection(rect)) }
    seen.append(rect)
    if own == nil { hasSublayers = true }
  }

  /// Adds an opaque item that covers everything inside the clip: it hides the layer's own items
  /// before it.
  mutating func cover(_ quad: Quad, own: OwnItem? = nil) {
    if !hasSublayers {
      seen.removeAll(keepingCapacity: true)
      meet = false
      first = own ?? .sublayers
    }
    add(quad, own: own)
  }
}

/// A layer during the walk through the subtree of a clip.
private struct BandLevel {
  /// The index of the node after the subtree.
  var end: Int
  /// The map from the layer's plane to that of the clip's layer.
  var placement: Homography
  /// Whether its items are drawn unchanged: opaque where they are opaque, and not clipped further.
  var isPlain: Bool
}

extension Flattener {
  /// The most layers to visit; if a clip contains more, its items are assumed to meet.
  private static let mostVisited = 2048

  /// Finds which items of a layer and its sublayers reach into the band of a clip.
  ///
  /// - Parameters:
  ///   - shape: The clip, in the plane that `placement` maps to the layer's own.
  ///   - isOwn: Whether the clip is the layer's own outline, which its background and gradient
  ///     share.
  mutating func items(
    of layer: LayerJob, inBandOf shape: Shape, _ placement: Homography = .identity, isOwn: Bool
  ) -> BandItems? {
    let plane = layer.context.homography
    guard let band = EdgeBand(shape, plane * placement, visible: layer.context.bounds) else {
      return nil
    }
    var items = BandItems(band)
    let margin = band.hasSoftEdges ? 1 : -1e-3
    let pixel = 1 / max(plane.leastStep(in: tree.nodes[layer.node].bounds), 1e-6)
    let clipped =
      placement.isAxisAligned
      ? placement.boundingBox(of: shape.rect)?.insetBy(dx: -margin * pixel, dy: -margin * pixel)
      : nil
    addOwnItems(of: layer, clipped, isOwn: isOwn, to: &items)
    addSublayerItems(of: layer, clipped, to: &items)
    let slots = tree.slots(of: layer.node)
    let bounds = Quad(tree.nodes[layer.node].bounds, plane)
    if slots.border >= 0, !fusesBorder(layer) { items.add(bounds, own: .sublayers) }
    if slots.emitter >= 0 { items.add(nil) }
    return items
  }

  // MARK: The layer's own items

  /// - Parameter clipped: The largest part of the layer's plane that the clip can leave visible;
  ///   nil when that is not known.
  private mutating func addOwnItems(
    of layer: LayerJob, _ clipped: CGRect?, isOwn: Bool, to items: inout BandItems
  ) {
    let node = tree.nodes[layer.node]
    let slots = tree.slots(of: node)
    let plane = layer.context.homography
    let isWhole = layer.context.opacity * node.opacity * layer.opacity == 1
    func hides(_ rect: CGRect, isOutline: Bool) -> Bool {
      if isOutline, isOwn { return true }
      guard let clipped, !isOutline || node.cornerRadius <= 0 else { return false }
      return rect.contains(clipped)
    }
    func add(_ rect: CGRect, _ item: OwnItem, isOpaque: Bool, isOutline: Bool = false) {
      guard let quad = Quad(rect, plane) else { return items.add(nil) }
      if isOpaque, isWhole, hides(rect, isOutline: isOutline) {
        items.cover(quad, own: item)
      } else {
        items.add(quad, own: item)
      }
    }
    if slots.shadow >= 0 || !tree.backgroundFilters(of: layer.node).isEmpty {
      add(shadowExtent(of: layer.node), .shadow, isOpaque: false)
    }
    if node.backgroundColor.w > 0 {
      add(node.bounds, .background, isOpaque: node.backgroundColor.w >= 1, isOutline: true)
    }
    if slots.gradient >= 0 {
      let isOpaque = tree.gradients[Int(slots.gradient)].isOpaque
      add(node.bounds, .gradient, isOpaque: isOpaque, isOutline: true)
    }
    if slots.contents >= 0 {
      let contents = tree.contents[Int(slots.contents)]
      let box = contents.coveredBox(in: node.bounds)
      let fills = contents.transform == nil && box.contains(node.bounds)
      add(
        box, .contents, isOpaque: contents.isOpaque,
        isOutline: fills && node.flags.contains(.masksToBounds))
    }
    if slots.shape >= 0 { addShape(Int(slots.shape), plane, own: .shape, to: &items) }
  }

  /// The part of a layer's plane that its shadow or its backdrop may paint.
  private mutating func shadowExtent(of index: Int) -> CGRect {
    let slot = tree.slots(of: index).shadow
    let bounds = tree.nodes[index].bounds
    guard slot >= 0 else { return bounds }
    let shadow = tree.shadows[Int(slot)]
    let caster = shadow.path?.elements.tightBox ?? planeExtent(of: index, isClipped: false)
    let reach = CGFloat(shadow.reach)
    return bounds.union(caster.insetBy(dx: -reach, dy: -reach))
  }

  // MARK: Sublayers

  private mutating func addSublayerItems(
    of layer: LayerJob, _ clipped: CGRect?, to items: inout BandItems
  ) {
    let root = layer.node
    let end = Int(tree.nodes[root].subtreeEnd)
    let isPlain = layer.context.opacity * tree.nodes[root].opacity * layer.opacity == 1
    var open = [BandLevel(end: end, placement: .identity, isPlain: isPlain)]
    if repeats(root) {
      if tree.firstSublayer(of: root) < end { items.add(nil) }
      return
    }
    var visited = 0
    var index = tree.firstSublayer(of: root)
    while index < end, !items.meet {
      while let last = open.last, last.end <= index { open.removeLast() }
      visited += 1
      guard let outer = open.last, visited <= Self.mostVisited else { return items.add(nil) }
      guard isVisible(index) else {
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      }
      let level = enter(index, outer)
      if let level, isClippedInside(index, level, layer.context, items.band) {
        index = level.end
      } else if let level, !isWhole(index) {
        addItems(of: index, level, layer.context, clipped, to: &items)
        open.append(level)
        index = tree.firstSublayer(of: index)
      } else {
        if paints(index) {
          items.add(
            quad(around: index, outer, layer.context), count: level == nil ? 2 : wholeCount(index))
        }
        index = Int(tree.nodes[index].subtreeEnd)
      }
    }
  }

  /// A sublayer whose items are examined one by one; nil for a sublayer in space, and for copies.
  private func enter(_ index: Int, _ outer: BandLevel) -> BandLevel? {
    let node = tree.nodes[index]
    guard tree.staysInPlane(index), !repeats(index) else { return nil }
    return BandLevel(
      end: Int(node.subtreeEnd), placement: outer.placement * tree.planarPlacement(of: index),
      isPlain: outer.isPlain && node.opacity >= 1 && !node.flags.contains(.masksToBounds))
  }

  /// Whether a sublayer's own clip excludes all of it from the band.
  private func isClippedInside(
    _ index: Int, _ level: BandLevel, _ context: PlaneContext, _ band: EdgeBand
  ) -> Bool {
    let node = tree.nodes[index]
    guard node.flags.contains(.masksToBounds), tree.slots(of: node).shadow < 0,
      let quad = Quad(node.bounds, context.homography * level.placement)
    else { return false }
    return !band.isReached(by: quad)
  }

  private func repeats(_ index: Int) -> Bool {
    let slot = tree.slots(of: index).replicator
    return slot >= 0 && tree.replicators[Int(slot)].count > 1
  }

  /// Whether a sublayer is examined as a whole, since it may be one item regardless of its content.
  private mutating func isWhole(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return slots.effects >= 0 || node.flags.contains(.hasMask) || blendGroups.contains(index)
      || (node.opacity < 1 && node.flags.contains(.allowsGroupOpacity))
  }

  /// Whether a sublayer or one in it draws anything.
  private func paints(_ root: Int) -> Bool {
    var index = root
    while index < Int(tree.nodes[root].subtreeEnd) {
      guard isVisible(index) else {
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      }
      if itemCount(index, 1) > 0 { return true }
      index = tree.firstSublayer(of: index)
    }
    return false
  }

  /// The number of items that such a sublayer is drawn as; two stands for more than one.
  private mutating func wholeCount(_ index: Int) -> Int {
    let node = tree.nodes[index]
    if tree.slots(of: node).shadow >= 0 || !tree.backgroundFilters(of: index).isEmpty { return 2 }
    let isGroup = node.opacity < 1 && node.flags.contains(.allowsGroupOpacity)
    return isGroup || isSingleItem(index, opacity: 1) ? 1 : 2
  }

  private mutating func quad(
    around index: Int, _ outer: BandLevel, _ context: PlaneContext
  ) -> Quad? {
    guard !tree.nodes[index].flags.contains(.isTransformLayer) else { return nil }
    let extent = tree.rasterizedExtent(
      of: index, tree.maskedExtent(of: index) ?? planeExtent(of: index, isClipped: true))
    let placement = Homography(tree.placement(of: index))
    return Quad(extent, context.homography * outer.placement * placement)
  }

  private mutating func addItems(
    of index: Int, _ level: BandLevel, _ context: PlaneContext, _ clipped: CGRect?,
    to items: inout BandItems
  ) {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    let plane = context.homography * level.placement
    let isLeaf = tree.firstSublayer(of: index) == Int(node.subtreeEnd)
    if slots.shadow >= 0 { items.add(Quad(shadowExtent(of: index), plane)) }
    func add(_ rect: CGRect, isOpaque: Bool) {
      guard let quad = Quad(rect, plane) else { return items.add(nil) }
      let hides =
        isOpaque && level.isPlain && level.placement.isAxisAligned
        && clipped.map { level.placement.boundingBox(of: rect)?.contains($0) ?? false } ?? false
      if hides { items.cover(quad) } else { items.add(quad) }
    }
    let isSquare = node.cornerRadius <= 0
    if node.backgroundColor.w > 0 {
      add(node.bounds, isOpaque: isSquare && node.backgroundColor.w >= 1)
    }
    if slots.gradient >= 0 {
      add(node.bounds, isOpaque: isSquare && tree.gradients[Int(slots.gradient)].isOpaque)
    }
    if slots.contents >= 0 {
      let contents = tree.contents[Int(slots.contents)]
      add(contents.coveredBox(in: node.bounds), isOpaque: contents.isOpaque)
    }
    if slots.shape >= 0 {
      let isTwice =
        tree.shapes[Int(slots.shape)].fill != nil && tree.shapes[Int(slots.shape)].stroke != nil
      addShape(Int(slots.shape), plane, count: isTwice ? 2 : 1, to: &items)
    }
    if slots.emitter >= 0 { items.add(nil) }
    if slots.border >= 0, !(isLeaf && slots.isPlainBox && node.backgroundColor.w > 0) {
      items.add(Quad(node.bounds, plane))
    }
  }

  private func addShape(
    _ slot: Int, _ plane: Homography, own: OwnItem? = nil, count: Int = 1,
    to items: inout BandItems
  ) {
    // Most shapes lie inside of the clip with all of their control points, which are faster to
    // bound than curves.
    if let quad = Quad(tree.shapes[slot].box(ofCurves: false), plane), quad.isFinite,
      !items.band.isReached(by: quad)
    {
      return
    }
    items.add(Quad(tree.shapes[slot].box(ofCurves: true), plane), own: own, count: count)
  }

  /// Whether a layer's border is drawn with its background, as one instance.
  ///
  /// Nothing may lie between them: the layer has no sublayers, or none that reaches under the
  /// border's line.
  mutating func fusesBorder(_ layer: LayerJob) -> Bool {
    let node = tree.nodes[layer.node]
    let slots = tree.slots(of: node)
    let context = layer.context
    guard slots.border >= 0, slots.isPlainBox, fusesBorder(opacity: context.separateOpacity) else {
      return false
    }
    if tree.firstSublayer(of: layer.node) == Int(node.subtreeEnd) { return true }
    let outline = Shape(node)
    let width = tree.borders[Int(slots.border)].width
    guard node.backgroundColor.w > 0, !node.bounds.isEmpty,
      width < min(node.bounds.width, node.bounds.height).native / 2,
      shapeUnderBorder(node, context).rect == node.bounds,
      let band = EdgeBand(from: outline.inset(by: width), to: outline, context.homography)
    else { return false }
    var items = BandItems(band)
    addSublayerItems(of: layer, nil, to: &items)
    return items.isEmpty
  }
}

extension LayerShape {
  /// A box around the painted area: around its curves, or around their control points.
  fileprivate func box(ofCurves: Bool) -> CGRect {
    let box = ofCurves ? path.elements.tightBox : path.elements.controlBox
    return stroke == nil ? box : box.outset(.stroke(strokeStyle))
  }
}
