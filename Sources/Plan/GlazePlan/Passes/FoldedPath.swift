import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// A gradient, or a box of one color, whose mask is one path: both form one instance, without a
// pass. This is how paths are filled with gradients.

extension Flattener {
  /// Whether a layer is only a gradient, or a box of one color around all that is seen of its mask,
  /// in an affine plane, and its mask only a path.
  mutating func hasPathMask(_ layer: LayerJob) -> Bool {
    let context = layer.context
    guard let (path, style, _) = onlyPath(of: layer.node + 1),
      context.clipDepth <= ClipList.maximumBesideMask, context.openEdges == 0,
      context.homography.isAffine, let inverse = context.homography.inverse
    else { return false }
    let shape = Shape(tree.nodes[layer.node])
    // Aliased edges are those of a polygon, while that of the instance is the mask's rectangle.
    if isGradient(layer.node) { return shape.softEdges == UInt8(EDGES_ALL) }
    guard isBox(layer.node),
      let plane = context.placed(by: maskPlacement(layer.node + 1), limits: &clips),
      let found = coverage(of: path, style, plane),
      let place = place(found.mask, x: found.x, y: found.y, context)
    else { return false }
    return shape.roundedBox(inverse: inverse, near: place.bounds.center)
      .surelyCovers(Quad(place.bounds))
  }

  /// Draws a layer through its mask, after `hasPathMask` has returned true.
  mutating func drawThroughPath(_ layer: LayerJob) {
    let index = layer.node + 1
    let node = tree.nodes[layer.node]
    let slot = Int(tree.slots(of: node).gradient)
    let context = layer.context
    guard let (path, style, color) = onlyPath(of: index),
      let inverse = context.homography.inverse,
      var plane = context.placed(by: maskPlacement(index), limits: &clips)
    else { return }
    plane.enterPass(opacity: tree.nodes[index].opacity)
    let alpha = min(color.premultiplied(in: plane).w, 1)
    guard alpha > 0, let found = coverage(of: path, style, plane) else { return }
    guard slot >= 0 else {
      let color = node.backgroundColor.premultiplied(in: context) * alpha
      return drawCoverage(found.mask, x: found.x, y: found.y, color, context)
    }
    guard let place = place(found.mask, x: found.x, y: found.y, context),
      let (gradient, stops) = gradient(slot, node, opacity: context.opacity * alpha)
    else { return }
    var instance = MaskedGradientInstance()
    instance.gradient = gradient
    let quad = Quad(place.bounds)
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.shape = Shape(node).roundedBox(inverse: inverse, near: place.bounds.center)
    instance.source = SIMD4(Float(found.x), Float(found.y), 0, 0)
    instance.params.y = Float(place.clips.first)
    instance.params.z = Float(place.clips.count)
    passes.add(
      instance, mask: passes.add(mask: found.mask), stops: stops, of: slot, tint: context.tint,
      bounds: place.bounds)
  }

  private func isGradient(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return slots.gradient >= 0 && slots.contents < 0 && slots.shape < 0
      && node.backgroundColor.w <= 0 && !node.bounds.isEmpty && isBareUnderPath(index)
  }

  private func isBox(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    return tree.slots(of: node).isPlainBox && node.backgroundColor.w > 0 && !node.bounds.isEmpty
      && isBareUnderPath(index)
  }

  /// The path of a layer that only fills or only strokes it; nil for other layers.
  private func onlyPath(
    of index: Int
  ) -> (path: PathElements, style: PathStyle, color: SIMD4<Float>)? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard slots.shape >= 0, slots.contents < 0, slots.gradient < 0, node.backgroundColor.w <= 0,
      node.flags.isDisjoint(with: [.hasMask, .masksToBounds]), isBareUnderPath(index)
    else { return nil }
    let shape = tree.shapes[Int(slots.shape)]
    switch (shape.fill, shape.stroke) {
    case (let fill?, nil): return (shape.path.elements, .fill(shape.fillRule), fill)
    case (nil, let stroke?): return (shape.path.elements, .stroke(shape.strokeStyle), stroke)
    default: return nil
    }
  }
}
