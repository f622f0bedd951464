import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

// An image, or a box of one color, whose mask is an image or a gradient in the same plane: both
// form one instance, without a pass.

/// The edge of a mask that is part of an instance.
enum FoldedMask {
  /// The instance has no such mask.
  case none
  /// The mask ends at a clip of the instance.
  case clipped
  /// The mask ends where the instance ends, whose coverage then applies twice.
  case coincident
  /// The layer is a cutout.
  case cutout
}

extension Flattener {
  /// Prepares to draw a layer and its mask as one instance.
  ///
  /// - Returns: Whether they can be drawn so.
  mutating func foldMask(_ layer: inout LayerJob) -> Bool {
    let index = layer.node + 1
    let context = layer.context
    if optimizations.contains(.foldMasks), isCutout(layer) {
      layer.foldedMask = .cutout
      return true
    }
    // Instances with a mask sample 8 bits.
    guard optimizations.contains(.foldMasks), !viewport.output.isDeep,
      context.clipDepth < ClipList.maximumBesideMask,
      context.openEdges == 0, let shape = singleShape(of: layer.node),
      let end = alphaShape(of: index)
    else { return false }
    let placement = maskPlacement(index)
    guard placement.isAffine, placement.inverse != nil,
      let inner = context.placed(by: placement, limits: &clips),
      !hasLargeTexels(layer.node, context), !hasLargeTexels(index, inner)
    else { return false }
    if end.coincides(with: shape, placement) {
      layer.foldedMask = .coincident
    } else if isConic(index) {
      // A gradient is sampled inside of the edge only where the instance ends, and the colors of a
      // conic gradient may jump where it ends.
      return false
    } else {
      clip(&layer.context, inPlaneOf: inner, to: end)
      layer.foldedMask = .clipped
    }
    return true
  }

  /// Draws a layer with its mask, after `foldMask` has returned true.
  mutating func drawMasked(_ layer: LayerJob) {
    if layer.foldedMask == .cutout { return drawCutout(layer) }
    let node = tree.nodes[layer.node]
    let placement = maskPlacement(layer.node + 1)
    guard let shape = singleShape(of: layer.node), let inverse = placement.inverse,
      let inner = layer.context.placed(by: placement, limits: &clips)
    else { return }
    let image = sampling(of: node, shape, layer.context)
    var instance = MaskedImageInstance()
    instance.mapping = image.mapping
    instance.texture = image.texels
    instance.endsWithMask = layer.foldedMask == .coincident
    let isBox = tree.slots(of: node).contents < 0
    instance.color =
      (isBox ? node.backgroundColor : .one).premultiplied(in: layer.context)
      * tree.nodes[layer.node + 1].opacity
    let center = CGAffineTransform(translationX: shape.rect.midX, y: shape.rect.midY)
    let mask = setMask(
      &instance, to: layer.node + 1, in: inner, from: inverse * Homography(center))
    draw(shape, layer.context) { passes, quad, box, clips in
      instance.quad01 = quad.first
      instance.quad23 = quad.second
      instance.shape = box
      instance.params.y = Float(clips.first)
      instance.params.z = Float(clips.count)
      passes.add(instance, texture: image.texture, mask: mask, bounds: quad.bounds)
    }
  }

  // MARK: Masked content

  /// The area of a layer that is a single image, or a box of one color; nil for any other layer.
  private func singleShape(of index: Int) -> Shape? {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    guard isBare(index), slots.gradient < 0 else { return nil }
    if slots.contents >= 0 { return node.backgroundColor.w > 0 ? nil : imageShape(node) }
    return node.backgroundColor.w > 0 && !node.bounds.isEmpty ? Shape(node) : nil
  }

  /// Whether a layer has no sublayers, and nothing around or above its background, contents or
  /// gradient.
  private func isBare(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    let slots = tree.slots(of: node)
    return tree.firstSublayer(of: index) == Int(node.subtreeEnd) && slots.emitter < 0
      && slots.border < 0 && slots.shadow < 0 && slots.effects < 0
      && slots.replicator < 0 && slots.shape < 0 && !node.flags.contains(.isTransformLayer)
  }

  /// The area of a layer's contents; nil when they need more than one image, or a clip.
  private func imageShape(_ node: LayerNode) -> Shape? {
    let contents = tree.contents[Int(tree.slots(of: node).contents)]
    let destination = contents.destination(in: node.bounds)
    guard destination.width > 0, destination.height > 0, contents.rect.width > 0,
      contents.rect.height > 0, !contents.isSliced, contents.transform == nil,
      !contents.brightness.isDeep(contents.image), contents.color == .one
    else { return nil }
    guard node.flags.contains(.masksToBounds) else {
      return Shape(rect: destination, softEdges: node.softEdges)
    }
    return destination.contains(node.bounds) ? Shape(node) : nil
  }

  /// Whether a layer's contents are drawn texel by texel.
  private func hasLargeTexels(_ index: Int, _ context: PlaneContext) -> Bool {
    let node = tree.nodes[index]
    let slot = tree.slots(of: node).contents
    return slot >= 0 && imagePart(node, slot).hasLargeTexels(context.homography)
  }

  private func imagePart(_ node: LayerNode, _ slot: Int32) -> ImagePart {
    let contents = tree.contents[Int(slot)]
    return ImagePart(contents: contents, destination: contents.destination(in: node.bounds))
  }

  /// Returns how a layer with a single shape samples its contents; a box is an image of one white
  /// texel.
  private mutating func sampling(
    of node: LayerNode, _ shape: Shape, _ context: PlaneContext
  ) -> ImageSampling {
    let slot = tree.slots(of: node).contents
    if slot >= 0 {
      return sampling(ofSlot: Int(slot), imagePart(node, slot), shape, context)
    }
    let texture = FramePlan.Texture(
      image: Self.white, minification: .linear, magnification: .linear)
    return ImageSampling(
      mapping: SIMD4(
        Float(1 / shape.rect.width.native), Float(1 / shape.rect.height.native), 0.5, 0.5),
      texels: SIMD4(1, 1, 0, 0), texture: passes.add(texture: texture))
  }

  private static let white = CGImage(
    width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255], isOpaque: true)

  // MARK: Masks

  /// The area of a mask that is an image, or a gradient of up to four stops; nil for any other
  /// mask.
  private func alphaShape(of index: Int) -> Shape? {
    let node = tree.nodes[index]
    guard isBare(index), !node.flags.contains(.hasMask), node.backgroundColor.w <= 0 else {
      return nil
    }
    let slots = tree.slots(of: node)
    if slots.gradient < 0 { return slots.contents < 0 ? nil : imageShape(node) }
    guard slots.contents < 0, !node.bounds.isEmpty else { return nil }
    let stops = tree.gradients[Int(slots.gradient)].stops
    guard (1...4).contains(stops.count), stops.allSatisfy({ (0...1).contains($0.color.w) }),
      // Steeper steps do not have a ramp.
      zip(stops, stops.dropFirst()).allSatisfy({ $1.location - $0.location >= 1e-3 })
    else { return nil }
    return Shape(node)
  }

  private func isConic(_ index: Int) -> Bool {
    let slot = tree.slots(of: tree.nodes[index]).gradient
    return slot >= 0 && tree.gradients[Int(slot)].kind == .conic
  }

  /// Adds a mask to an instance.
  ///
  /// - Parameter map: The map from points of the instance to the mask's plane.
  /// - Returns: The mask's texture in the plan; nil for a gradient.
  private mutating func setMask(
    _ instance: inout MaskedImageInstance, to index: Int, in context: PlaneContext,
    from map: Homography
  ) -> Int? {
    let node = tree.nodes[index]
    let slot = tree.slots(of: node).gradient
    guard slot >= 0 else {
      guard let shape = alphaShape(of: index) else { return nil }
      var context = context
      if node.flags.contains(.isGeometryFlipped) { context.isFlipped.toggle() }
      let image = sampling(of: node, shape, context)
      let scale = SIMD2<Double>(image.mapping.lowHalf)
      let offset =
        SIMD2<Double>(image.mapping.highHalf)
        - scale * SIMD2(shape.rect.midX.native, shape.rect.midY.native)
      instance.maskX = map.row(SIMD3(scale.x, 0, offset.x))
      instance.maskY = map.row(SIMD3(0, scale.y, offset.y))
      instance.mask = image.texels
      return image.texture
    }
    setMask(&instance, to: tree.gradients[Int(slot)], in: node.bounds, from: map)
    return nil
  }

  private func setMask(
    _ instance: inout MaskedImageInstance, to gradient: LayerGradient, in bounds: CGRect,
    from map: Homography
  ) {
    var stops = gradient.stops
    let center = SIMD2(bounds.midX.native, bounds.midY.native)
    instance.maskKind = Int32(gradient.kind.rawValue) + MASK_AXIAL
    if let line = gradient.line(in: bounds) {
      switch gradient.kind {
      case .axial:
        let along = line.lowHalf
        instance.maskX = map.row(SIMD3(along, line.z - (along * center).sum()))
      case .radial:
        let offset = line.highHalf - line.lowHalf * center
        instance.maskX = map.row(SIMD3(line.x, 0, offset.x))
        instance.maskY = map.row(SIMD3(0, line.y, offset.y))
      case .conic:
        instance.maskX = map.row(SIMD3(1, 0, -line.z - center.x))
        instance.maskY = map.row(SIMD3(0, 1, -line.w - center.y))
        instance.maskY.w = Float(line.x)
      }
    } else {
      stops = stops.suffix(1)
      instance.maskKind = MASK_AXIAL
    }
    instance.stopCount = max(stops.count, 2)
    // Unused entries of the four repeat the last stop.
    for number in 0..<4 {
      let stop = stops[min(number, stops.count - 1)]
      instance.mask[number] = stop.color.w
      instance.places[number] = stop.location + Float(max(0, number - stops.count + 1))
    }
  }
}

extension Shape {
  /// Whether a shape of a plane is the same as another shape of the surrounding plane.
  fileprivate func coincides(with other: Shape, _ placement: Homography) -> Bool {
    guard placement.xx == 1, placement.yy == 1, placement.xy == 0, placement.yx == 0 else {
      return false
    }
    return rect.offsetBy(dx: CGFloat(placement.xw), dy: CGFloat(placement.yw)) == other.rect
      && corners == other.corners && exponent == other.exponent && softEdges == other.softEdges
  }
}

extension Homography {
  /// A row of an affine function of the plane to which this map leads, as a function of its own
  /// points; the last word is 0.
  fileprivate func row(_ row: SIMD3<Double>) -> SIMD4<Float> {
    SIMD4(
      Float(row.x * xx + row.y * yx), Float(row.x * xy + row.y * yy),
      Float(row.x * xw + row.y * yw + row.z), 0)
  }
}
