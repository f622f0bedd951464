import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

/// One color, or a gradient, seen through paths: the only item of a layer, cut by its masks.
///
/// It is one instance without a pass: the coverage of the paths is multiplied before it is drawn.
struct Cutout {
  /// A path in its plane.
  struct Outline {
    var path: PathElements
    var style: PathStyle
    var plane: PlaneContext
  }

  enum Paint {
    /// A color, which is not premultiplied.
    case color(SIMD4<Float>)
    /// The gradient of a node.
    case gradient(Int)
  }

  /// The paths, that of the item first.
  var outlines: [Outline] = []
  /// The plane of the item, with the clips and the opacity of all layers.
  var plane: PlaneContext
  var paint = Paint.color(.zero)
  /// The number of masks, and the alpha of all of them together.
  var masks = 0
  var alpha: Float = 1
}

extension Flattener {
  /// The most masks of a cutout; with more of them, layers are drawn through passes.
  private static let mostMasks = 8

  /// Whether a layer with its mask is a cutout.
  mutating func isCutout(_ layer: LayerJob) -> Bool { cutout(of: layer) != nil }

  private mutating func cutout(of layer: LayerJob) -> Cutout? {
    let context = layer.context
    guard context.openEdges == 0, context.homography.isAffine, context.homography.inverse != nil
    else { return nil }
    var cutout = Cutout(plane: context)
    guard addItem(of: layer.node, to: &cutout), !cutout.outlines.isEmpty,
      cutout.plane.clipDepth <= ClipList.maximumBesideMask
    else { return nil }
    return cutout
  }

  // MARK: The parts of a cutout

  /// Adds the only item of a layer and the masks around it; false when there is not one item.
  private mutating func addItem(of root: Int, to cutout: inout Cutout) -> Bool {
    var index = root
    while true {
      let node = tree.nodes[index]
      guard isUndecorated(index) else { return false }
      if node.flags.contains(.hasMask), !addMask(of: index, in: cutout.plane, to: &cutout) {
        return false
      }
      guard let inner = onlySublayer(of: index) else { break }
      if node.flags.contains(.masksToBounds) { clip(&cutout.plane, to: node) }
      cutout.plane = cutout.plane.placed(by: tree.planarPlacement(of: inner), in: &clips)
      cutout.plane.opacity *= tree.nodes[inner].opacity
      index = inner
    }
    switch leaf(index) {
    case .path(let path, let style, let color):
      if tree.nodes[index].flags.contains(.masksToBounds) {
        clip(&cutout.plane, to: tree.nodes[index])
      }
      cutout.outlines.insert(.init(path: path, style: style, plane: cutout.plane), at: 0)
      cutout.paint = .color(color)
    case .box(let shape, let color):
      let plane = cutout.plane
      clip(&cutout.plane, inPlaneOf: plane, to: shape)
      cutout.paint = .color(color)
    case .gradient:
      cutout.paint = .gradient(index)
    case nil: return false
    }
    return true
  }

  /// Adds the paths and boxes of a layer's mask.
  private mutating func addMask(
    of masked: Int, in context: PlaneContext, to cutout: inout Cutout
  ) -> Bool {
    var index = masked + 1
    cutout.masks += 1
    guard cutout.masks <= Self.mostMasks, isVisible(index),
      var plane = context.placed(by: maskPlacement(index), limits: &clips),
      plane.homography.isAffine
    else { return false }
    while true {
      let node = tree.nodes[index]
      guard isUndecorated(index) else { return false }
      if node.flags.contains(.hasMask), !addMask(of: index, in: plane, to: &cutout) {
        return false
      }
      cutout.alpha *= node.opacity
      guard let inner = onlySublayer(of: index) else { break }
      if node.flags.contains(.masksToBounds) {
        clip(&cutout.plane, inPlaneOf: plane, to: Shape(node))
      }
      plane = plane.placed(by: tree.planarPlacement(of: inner), in: &clips)
      index = inner
    }
    switch leaf(index) {
    case .path(let path, let style, let color):
      if tree.nodes[index].flags.contains(.masksToBounds) {
        clip(&cutout.plane, inPlaneOf: plane, to: Shape(tree.nodes[index]))
      }
      plane.bounds = cutout.plane.bounds
      cutout.outlines.append(.init(path: path, style: style, plane: plane))
      cutout.alpha *= min(max((color * plane.tint).w, 0), 1)
    case .box(let shape, let color):
      clip(&cutout.plane, inPlaneOf: plane, to: shape)
      cutout.alpha *= min(max((color * plane.tint).w, 0), 1)
    case .gradient, nil: return false
    }
    return true
  }

  private enum Leaf {
    case path(PathElements, PathStyle, SIMD4<Float>)
    case box(Shape, SIMD4<Float>)
    case gradient
  }

  /// The only item of a layer without sublayers; nil when there are more, or other ones.
  private func leaf(_ index: Int) -> Leaf? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard tree.firstSublayer(of: index) == Int(node.subtreeEnd) || !hasVisible(sublayers(of: index))
    else { return nil }
    if slots.shape >= 0 {
      guard slots.gradient < 0, node.backgroundColor.w <= 0 else { return nil }
      let shape = tree.shapes[Int(slots.shape)]
      switch (shape.fill, shape.stroke) {
      case (let fill?, nil): return .path(shape.path.elements, .fill(shape.fillRule), fill)
      case (nil, let stroke?):
        return .path(shape.path.elements, .stroke(shape.strokeStyle), stroke)
      default: return nil
      }
    }
    // Aliased edges are those of a polygon, while that of an instance is the mask's rectangle.
    let shape = Shape(node)
    guard !node.bounds.isEmpty, shape.softEdges == UInt8(EDGES_ALL) else { return nil }
    if slots.gradient >= 0 { return node.backgroundColor.w > 0 ? nil : .gradient }
    return node.backgroundColor.w > 0 ? .box(shape, node.backgroundColor) : nil
  }

  /// Whether a layer draws nothing but its background, gradient, path and sublayers, as they are.
  private func isUndecorated(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return slots.contents < 0 && slots.emitter < 0 && slots.border < 0 && slots.shadow < 0
      && slots.effects < 0 && slots.replicator < 0 && !node.flags.contains(.isTransformLayer)
  }

  private func sublayers(of index: Int) -> Range<Int> {
    tree.firstSublayer(of: index)..<Int(tree.nodes[index].subtreeEnd)
  }

  // MARK: Drawing

  /// Draws a layer with its mask, after `isCutout` has returned true.
  mutating func drawCutout(_ layer: LayerJob) {
    guard let cutout = cutout(of: layer), cutout.alpha > 0, let found = coverage(of: cutout)
    else { return }
    let (mask, x, y) = found
    switch cutout.paint {
    case .color(let color):
      guard color.w > 0 else { return }
      drawCoverage(
        mask, x: x, y: y, color.premultiplied(in: cutout.plane) * cutout.alpha, cutout.plane)
    case .gradient(let index):
      drawGradient(of: index, through: mask, x: x, y: y, cutout)
    }
  }

  /// The coverage of all paths of a cutout; nil where nothing is seen.
  private mutating func coverage(of cutout: Cutout) -> (mask: FramePlan.Mask, x: Int, y: Int)? {
    var bounds = cutout.plane.bounds
    var factors: [MaskProducts.Factor] = []
    for outline in cutout.outlines {
      var plane = outline.plane
      plane.bounds = bounds
      guard let found = coverage(of: outline.path, outline.style, plane) else { return nil }
      if cutout.outlines.count == 1 { return found }
      passes.add(factor: found.mask)
      factors.append(.init(mask: found.mask, x: found.x, y: found.y))
      bounds = bounds.intersection(
        PixelRect(of: found.mask, x: found.x, y: found.y).outward(to: PathMasks.step))
    }
    return masksOfPaths.product(of: factors).map { ($0.mask, $0.x, $0.y) }
  }

  private mutating func drawGradient(
    of index: Int, through mask: FramePlan.Mask, x: Int, y: Int, _ cutout: Cutout
  ) {
    let node = tree.nodes[index]
    let slot = Int(tree.slots(of: node).gradient)
    let plane = cutout.plane
    guard let inverse = plane.homography.inverse, let place = place(mask, x: x, y: y, plane),
      let (gradient, stops) = gradient(slot, node, opacity: plane.opacity * cutout.alpha)
    else { return }
    var instance = MaskedGradientInstance()
    instance.gradient = gradient
    let quad = Quad(place.bounds)
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.shape = Shape(node).roundedBox(inverse: inverse, near: place.bounds.center)
    instance.source = SIMD4(Float(x), Float(y), 0, 0)
    instance.params.y = Float(place.clips.first)
    instance.params.z = Float(place.clips.count)
    passes.add(
      instance, mask: passes.add(mask: mask), stops: stops, of: slot, tint: plane.tint,
      bounds: place.bounds)
  }
}
