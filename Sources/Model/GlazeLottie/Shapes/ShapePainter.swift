import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers

/// Makes the layers that draw shapes.
struct ShapePainter {
  let animator: Animator
  let timeline: Timeline
  /// Counts the layers of the document.
  let budget: Budget

  /// Returns the layers of nodes, the first in front, in the order of sublayers.
  func layers(_ nodes: [ShapeNode]) -> [CALayer] {
    nodes.reversed().flatMap { layers($0) }
  }

  private func layers(_ node: ShapeNode) -> [CALayer] {
    guard budget.takeLayer() else { return [] }
    switch node {
    case .style(let style, let references):
      return references.isEmpty ? [] : styled(style, references)
    case .group(let nodes, let transform, let blend):
      return group(layers(nodes), transform, blend: blend)
    case .repeated(let nodes, let repeater):
      if let replicas = repeater.replicas { return replicated(nodes, replicas) }
      let copies = repeater.isFirstInFront ? repeater.copies.reversed() : repeater.copies
      return copies.compactMap { copy($0, nodes) }
    }
  }

  private func copy(_ copy: RepeaterCopy, _ nodes: [ShapeNode]) -> CALayer? {
    let content = layers(nodes)
    guard !content.isEmpty else { return nil }
    let layer = TransformChain.holder()
    for sublayer in content { layer.addSublayer(sublayer) }
    let repeater = copy.repeater
    if repeater.frames.isEmpty {
      layer.transform = CATransform3DMakeAffineTransform(copy.matrix(at: 0))
    } else {
      animator.sample(
        "transform", of: layer, on: timeline, frames: repeater.frames,
        tolerance: Animator.Tolerance.points
      ) {
        PlaneMatrix(t: copy.matrix(at: $0))
      } _: {
        CATransform3DMakeAffineTransform($0.t)
      }
    }
    if repeater.opacityFrames.isEmpty {
      layer.opacity = Float(copy.opacity(at: 0))
    } else {
      animator.sample(
        "opacity", of: layer, on: timeline, frames: repeater.opacityFrames,
        tolerance: Animator.Tolerance.colors, copy.opacity(at:)
      ) { $0 }
    }
    return layer
  }

  /// Returns the layer that draws all copies of nodes with one set of layers.
  private func replicated(
    _ nodes: [ShapeNode],
    _ replicas: (count: Int, first: CGAffineTransform, step: CGAffineTransform)
  ) -> [CALayer] {
    let content = layers(nodes)
    let layer = CAReplicatorLayer()
    layer.anchorPoint = .zero
    for sublayer in content { layer.addSublayer(sublayer) }
    layer.instanceCount = replicas.count
    layer.instanceTransform = CATransform3DMakeAffineTransform(replicas.step)
    guard !content.isEmpty, budget.takeLayers(Self.drawn(layer)) else { return [] }
    if replicas.first == .identity { return [layer] }
    let holder = TransformChain.holder()
    holder.transform = CATransform3DMakeAffineTransform(replicas.first)
    holder.addSublayer(layer)
    return [holder]
  }

  /// The number of layers that are drawn for one.
  private static func drawn(_ layer: CALayer) -> Int {
    let inner = (layer.sublayers ?? []).reduce(1) { min($0 + drawn($1), Limits.layers + 1) }
    let copies = (layer as? CAReplicatorLayer)?.instanceCount ?? 1
    return min(inner * copies, Limits.layers + 1)
  }

  private func group(
    _ content: [CALayer], _ transform: LottieTransform, blend: Int
  ) -> [CALayer] {
    let isOpaque = !transform.opacity.isAnimated && transform.opacity.first == 1
    if content.isEmpty || (!transform.opacity.isAnimated && transform.opacity.first == 0) {
      return []
    }
    if isOpaque, blend == 0, !transform.isAnimated, transform.matrix(at: 0) == .identity {
      return content
    }
    var chain = TransformChain(animator)
    chain.add(transform, on: timeline)
    let inner: CALayer
    if content.count == 1, isOpaque, blend == 0, Self.hasFreeTransform(content[0]) {
      inner = content[0]
    } else {
      inner = TransformChain.holder()
      for layer in content { inner.addSublayer(layer) }
      animator.set(
        "opacity", of: inner, to: transform.opacity, on: timeline,
        tolerance: Animator.Tolerance.colors
      ) { $0 }
    }
    let outer = chain.finish(with: inner)
    BlendModes.set(blend, on: outer)
    return [outer]
  }

  /// Whether a layer's transform may be replaced, without a change of its content.
  private static func hasFreeTransform(_ layer: CALayer) -> Bool {
    layer is CAShapeLayer && CATransform3DIsIdentity(layer.transform)
      && layer.animation(forKey: "transform") == nil && layer.compositingFilter == nil
  }

  // MARK: Styles

  private func styled(_ style: ShapeStyle, _ references: [ShapeReference]) -> [CALayer] {
    var layers: [CALayer] = []
    if let stroke = style.stroke {
      for (references, trim) in Self.trimmed(references) {
        layers.append(strokeLayer(style, stroke, references, trim))
      }
    } else {
      let motion = Motion.union(references.map { $0.placed(isCut: true, budget) }, budget)
      let layer = CAShapeLayer()
      layer.anchorPoint = .zero
      layer.fillRule = style.isEvenOdd ? .evenOdd : .nonZero
      animator.shape(layer, motion, on: timeline)
      layers.append(painted(style, layer, motion, width: nil))
    }
    guard layers.count > 1, style.opacity.isAnimated || style.opacity.first < 1 else {
      for layer in layers { finish(layer, style) }
      return layers
    }
    let holder = TransformChain.holder()
    for layer in layers { holder.addSublayer(layer) }
    finish(holder, style)
    return [holder]
  }

  private func finish(_ layer: CALayer, _ style: ShapeStyle) {
    animator.set(
      "opacity", of: layer, to: style.opacity, on: timeline, tolerance: Animator.Tolerance.colors
    ) { $0 }
    BlendModes.set(style.blend, on: layer)
  }

  /// Returns the shapes that one layer strokes, with the trim that it can draw.
  private static func trimmed(_ references: [ShapeReference]) -> [([ShapeReference], Trim?)] {
    let trims = references.compactMap(\.entry.trim).filter { $0.turns != nil }
    guard trims.count == references.count, references.allSatisfy(\.copies.isEmpty) else {
      return [(references, nil)]
    }
    return zip(references, trims).map { ([$0], $1) }
  }

  private func strokeLayer(
    _ style: ShapeStyle, _ stroke: ShapeStyle.Stroke, _ references: [ShapeReference], _ trim: Trim?
  ) -> CALayer {
    let layer = CAShapeLayer()
    layer.anchorPoint = .zero
    layer.fillColor = nil
    layer.lineCap = stroke.cap
    layer.lineJoin = stroke.join
    let points = Animator.Tolerance.points
    animator.set("lineWidth", of: layer, to: stroke.width, on: timeline, tolerance: points) { $0 }
    animator.set("miterLimit", of: layer, to: stroke.miterLimit, on: timeline, tolerance: points) {
      $0
    }
    var motion = Motion.union(references.map { $0.placed(isCut: trim == nil, budget) }, budget)
    let width = stroke.width.keys.map(\.value).max() ?? 0
    if stroke.dashes.isMoving {
      // A trim comes before the dashes.
      let line = trim?.cut(motion) ?? motion
      animator.shape(layer, stroke.dashes.cut(line, budget), on: timeline)
      return painted(style, layer, motion, width: width)
    }
    if !stroke.dashes.lengths.isEmpty {
      layer.lineDashPattern = stroke.dashes.lengths.map { NSNumber(value: $0.first) }
      animator.set(
        "lineDashPhase", of: layer, to: stroke.dashes.phase, on: timeline, tolerance: points
      ) { $0 }
    }
    if let trim, let turns = trim.turns {
      if turns.count > 1 {
        motion = motion.changed(with: [], tolerance: 0, budget, weight: turns.count) {
          contours, _ in
          ContourList(turns.flatMap { _ in contours.contours })
        }
      }
      trimEnds(layer, trim, turns)
    }
    animator.shape(layer, motion, on: timeline, isTrimmed: trim != nil)
    return painted(style, layer, motion, width: width)
  }

  private func trimEnds(_ layer: CAShapeLayer, _ trim: Trim, _ turns: Range<Int>) {
    let (base, count) = (Double(turns.lowerBound), Double(turns.count))
    for (keyPath, motion) in [("strokeStart", trim.start), ("strokeEnd", trim.end)] {
      animator.set(
        keyPath, of: layer, to: motion, on: timeline, tolerance: Animator.Tolerance.fractions
      ) {
        ($0 - base) / count
      }
    }
  }

  /// Colors a layer of a shape; a gradient is a layer that the shape masks.
  private func painted(
    _ style: ShapeStyle, _ layer: CAShapeLayer, _ motion: Motion<ContourList>, width: Double?
  ) -> CALayer {
    let key = width == nil ? "fillColor" : "strokeColor"
    switch style.paint {
    case .color(let track):
      animator.set(
        key, of: layer, to: track, on: timeline, tolerance: Animator.Tolerance.colors
      ) { $0.cgColor }
      return layer
    case .gradient(let gradient):
      layer.setValue(CGColor.black, forKeyPath: key)
      let painter = GradientLayerMaker(animator: animator, timeline: timeline)
      return painter.layer(gradient, mask: layer, box: box(motion, width: width ?? 0))
    }
  }

  /// The square around all that a shape ever covers.
  private func box(_ motion: Motion<ContourList>, width: Double) -> CGRect {
    var box = CGRect.null
    let times = motion.frames.isEmpty ? [0] : motion.frames
    let first = times.min() ?? 0
    let last = times.max() ?? 0
    let steps = motion.exact == nil ? min(max(Int(clamping: last - first), 1), 240) : 1
    let between = (0...steps).map { first + (last - first) * Double($0) / Double(steps) }
    for frame in times + between where !budget.isSpent {
      box = box.union(motion.value(frame).boundingBox)
    }
    guard !box.isNull else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
    let margin = abs(width) * 2 + 2 + (motion.isAnimated ? max(box.width, box.height) * 0.2 : 0)
    let side = max(box.width, box.height) + margin * 2
    return CGRect(x: box.midX - side / 2, y: box.midY - side / 2, width: side, height: side)
  }
}

/// Makes gradient layers.
///
/// Their bounds are square, so that neither lines nor circles depend on the shape of the bounds.
struct GradientLayerMaker {
  let animator: Animator
  let timeline: Timeline

  func layer(_ gradient: LottieGradient, mask: CAShapeLayer, box: CGRect) -> CALayer {
    if let image = image(gradient, box) {
      let layer = TransformChain.holder()
      layer.bounds = box
      layer.position = box.origin
      layer.contents = image
      layer.mask = mask
      return layer
    }
    let layer = CAGradientLayer()
    layer.anchorPoint = .zero
    // The layer's coordinates are those of the shape.
    layer.bounds = box
    layer.position = box.origin
    layer.type = gradient.isRadial ? .radial : .axial
    layer.mask = mask
    setStops(gradient, of: layer)
    func unit(_ p: Vector) -> CGPoint {
      CGPoint(x: (p.x - box.minX) / box.width, y: (p.y - box.minY) / box.height)
    }
    let tolerance = Animator.Tolerance.points
    animator.set(
      "startPoint", of: layer, to: Motion(gradient.start), on: timeline, tolerance: tolerance, unit)
    let end: Motion<Vector>
    if gradient.isRadial {
      let timings = [gradient.start.timing, gradient.end.timing].compactMap(\.self)
      end = Motion(of: timings, tolerance: tolerance / 2) { frame in
        let start = gradient.start.value(at: frame)
        let radius = max((gradient.end.value(at: frame) - start).length, 1e-3)
        return start + Vector(radius, radius, 0)
      }
    } else {
      end = Motion(gradient.end)
    }
    animator.set("endPoint", of: layer, to: end, on: timeline, tolerance: tolerance, unit)
    return layer
  }

  /// Returns the image of a gradient whose circles have different centers; nil for others.
  private func image(_ gradient: LottieGradient, _ box: CGRect) -> CGImage? {
    guard let highlight = gradient.highlight else { return nil }
    let stops = LottieGradient.stops(gradient.stops.value(0))
    // Colors change slowly between the pixels, of which 16 take as much memory as a point with its handles.
    let side = min(max(2 * box.width.native, 256), 512).rounded(.up)
    guard animator.sampler.budget.takeValues(Int(clamping: side * side / 16)),
      let colors = CGGradient(
        colorsSpace: CGColorSpace(name: CGColorSpace.sRGB), colors: stops.map(\.color.cgColor),
        locations: stops.map { CGFloat($0.location) }),
      let context = try? CGContext(
        layerBacking: box, scale: CGFloat(side) / box.width, isFlipped: true)
    else { return nil }
    let center = gradient.start.first
    context.drawRadialGradient(
      colors, startCenter: highlight.point, startRadius: 0, endCenter: center.point,
      endRadius: CGFloat((gradient.end.first - center).length),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    return context.makeImage()
  }

  private func setStops(_ gradient: LottieGradient, of layer: CAGradientLayer) {
    let stops = gradient.stops
    let tolerance = Animator.Tolerance.colors
    animator.set("colors", of: layer, to: stops, on: timeline, tolerance: tolerance) {
      padded(LottieGradient.stops($0)).map(\.color.cgColor)
    }
    animator.set("locations", of: layer, to: stops, on: timeline, tolerance: tolerance) {
      padded(LottieGradient.stops($0)).map { NSNumber(value: $0.location) }
    }
  }

  /// A gradient needs two stops.
  private func padded(_ stops: [LottieGradient.Stop]) -> [LottieGradient.Stop] {
    guard let only = stops.first, stops.count == 1 else { return stops }
    return [only, LottieGradient.Stop(location: 1, color: only.color)]
  }
}
