import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeScene

/// Makes the layers of compositions.
final class CompositionBuilder {
  let animator: Animator
  let reader: PropertyReader
  let frameRate: Double
  let assets: LottieAssets
  let texts: TextSource

  var budget: Budget { animator.sampler.budget }

  init(
    animator: Animator, reader: PropertyReader, frameRate: Double, assets: LottieAssets,
    texts: TextSource
  ) {
    self.animator = animator
    self.reader = reader
    self.frameRate = frameRate
    self.assets = assets
    self.texts = texts
  }

  /// A composition as it is used once.
  struct Composition {
    var layers: [LottieLayer]
    var byNumber: [Int: Int]
    var timeline: Timeline
    var size: CGSize
    var camera: LottieCamera?
    /// The names of the assets that contain this one.
    var path: [String]

    var area: CGRect { CGRect(origin: .zero, size: size) }
  }

  func composition(
    _ nodes: [LottieNode], timeline: Timeline, size: CGSize, path: [String]
  ) throws(DocumentError) -> Composition {
    var layers = nodes.map { LottieLayer($0, reader) }
    // Some exporters do not mark the matte before a layer, which is never drawn by itself.
    for index in layers.indices.dropFirst()
    where layers[index].matteMode > 0 && layers[index].matteParent == nil {
      layers[index - 1].isMatte = true
    }
    var byNumber: [Int: Int] = [:]
    for (index, layer) in layers.enumerated() {
      if let number = layer.number, byNumber[number] == nil { byNumber[number] = index }
    }
    var result = Composition(
      layers: layers, byNumber: byNumber, timeline: timeline, size: size, path: path)
    result.camera = try camera(of: result)
    return result
  }

  private func camera(of composition: Composition) throws(DocumentError) -> LottieCamera? {
    let layers = composition.layers
    guard let index = layers.firstIndex(where: { $0.kind == .camera && !$0.isHidden }) else {
      return nil
    }
    reader.report.layer = layers[index].name
    let parents = try parents(of: index, in: composition).reversed().map { transform(layers[$0]) }
    return LottieCamera(layers[index].node, parents: parents, size: composition.size, reader)
  }

  private func transform(_ layer: LottieLayer) -> LottieTransform {
    LottieTransform(layer.node["ks"], reader, isDeep: layer.isDeep)
  }

  /// Adds the layers of a composition to one that holds them.
  func fill(_ holder: CALayer, with composition: Composition) throws(DocumentError) {
    reportDepthOrder(composition)
    for index in composition.layers.indices.reversed() {
      let layer = composition.layers[index]
      guard !layer.isMatte, !layer.isHidden else { continue }
      if let result = try shown(index, of: composition, depth: 0) { holder.addSublayer(result) }
    }
  }

  /// Reports the layers that their depths can bring before others; they are drawn in their order.
  private func reportDepthOrder(_ composition: Composition) {
    let deep = composition.layers.filter { layer in
      layer.isDeep && !layer.isHidden && layer.kind != .camera && layer.kind != .null
    }
    guard deep.count > 1 else { return }
    let depths = deep.map { Depth(LottieTransform($0.node["ks"], reader, isDeep: true), $0.parent) }
    // Layers in one plane have the order of the document.
    guard depths.contains(where: { !$0.isStill || $0 != depths[0] }) else { return }
    for layer in deep {
      reader.report.layer = layer.name
      reader.report.unsupported(.depthOrder, at: layer.node)
    }
  }

  /// The plane of a layer in space.
  private struct Depth: Equatable {
    var z: Double
    var parent: Int?
    /// Whether the layer remains in the plane z.
    var isStill: Bool

    init(_ transform: LottieTransform, _ parent: Int?) {
      let z = transform.separate?[2] ?? transform.position.lane(2)
      self.z = z.first
      self.parent = parent
      let isFlat =
        transform.tilt.map { tilt in
          let turns = [tilt.x, tilt.y, tilt.orientation.lane(0), tilt.orientation.lane(1)]
          return turns.allSatisfy { turn in turn.keys.allSatisfy { $0.value == 0 } }
        } ?? true
      isStill = isFlat && z.keys.allSatisfy { $0.value == z.first }
    }
  }

  // MARK: Layers

  /// Returns a layer in the coordinates of its composition, with its matte; nil when it never shows.
  ///
  /// - Parameter isAlphaOnly: Whether it is a matte of which only the alpha matters.
  private func shown(
    _ index: Int, of composition: Composition, depth: Int, isAlphaOnly: Bool = false
  ) throws(DocumentError) -> CALayer? {
    let layer = composition.layers[index]
    guard budget.takeLayer(),
      let result = try placed(index, of: composition, isAlphaOnly: isAlphaOnly)
    else { return nil }
    guard layer.matteMode > 0, let source = matte(of: index, in: composition),
      depth < Limits.depth
    else {
      BlendModes.set(layer.blend, on: result)
      return result
    }
    let holder = TransformChain.holder()
    holder.addSublayer(result)
    let builder = MatteBuilder(area: composition.area)
    let matte = try shown(
      source, of: composition, depth: depth + 1,
      isAlphaOnly: !builder.readsColors(mode: layer.matteMode))
    if layer.matteMode == 2, !layer.isDeep {
      // A layer in space would be sorted with the matte by depth.
      if let matte { holder.addSublayer(builder.hole(matte)) }
    } else {
      holder.mask = builder.mask(matte, mode: layer.matteMode)
    }
    BlendModes.set(layer.blend, on: holder)
    reader.report.layer = layer.name
    return holder
  }

  /// The matte of a layer: the one that it names, or the one before it.
  private func matte(of index: Int, in composition: Composition) -> Int? {
    if let number = composition.layers[index].matteParent { return composition.byNumber[number] }
    return index > 0 ? index - 1 : nil
  }

  /// Returns a layer with its transforms.
  private func placed(
    _ index: Int, of composition: Composition, isAlphaOnly: Bool
  ) throws(DocumentError) -> CALayer? {
    let layer = composition.layers[index]
    reader.report.layer = layer.name
    guard let visibility = Visibility(layer.frames, composition.timeline, animator) else {
      return nil
    }
    let timeline = composition.timeline
    let effects = EffectBuilder(
      animator: animator, timeline: timeline, reader: reader, area: composition.area,
      isAlphaOnly: isAlphaOnly)
    func masked() throws(DocumentError) -> CALayer? {
      try self.masked(content(of: layer, in: composition), layer, composition)
    }
    var own = try masked()
    if own == nil { own = try effects.canvas(for: layer) }
    guard let content = own else { return nil }
    var chain = TransformChain(animator, isDeep: layer.isDeep)
    if layer.isDeep, let camera = composition.camera { chain.add(camera, on: timeline) }
    for parent in try parents(of: index, in: composition) {
      let layer = composition.layers[parent]
      chain.add(transform(layer), on: timeline, turns: layer.turns)
    }
    let transform = transform(layer)
    chain.add(transform, on: timeline, turns: layer.turns)
    let affected = try effects.apply(layer.node, to: content, again: masked)
    let finished = effects.styled(affected, layer.node)
    animator.set(
      "opacity", of: finished, to: transform.opacity, on: timeline,
      tolerance: Animator.Tolerance.colors
    ) { $0 }
    let result = chain.finish(with: finished)
    visibility.set(on: result)
    result.name = layer.name
    return result
  }

  /// Gives the content of a layer its masks.
  private func masked(
    _ content: CALayer?, _ layer: LottieLayer, _ composition: Composition
  ) -> CALayer? {
    guard let content else { return nil }
    let builder = MaskBuilder(
      animator: animator, timeline: composition.timeline, reader: reader,
      area: maskArea(layer, composition))
    if let mask = builder.mask(layer.node.elements("masksProperties")) { content.mask = mask }
    return content
  }

  /// An area that is larger than all that a mask can show.
  private func maskArea(_ layer: LottieLayer, _ composition: Composition) -> CGRect {
    let size = composition.size
    let (w, h) = (
      max(layer.node.number("w", 0), size.width.native),
      max(layer.node.number("h", 0), size.height.native)
    )
    // Layers can be scaled down to a twentieth.
    return CGRect(x: -w * 20, y: -h * 20, width: w * 41, height: h * 41)
  }

  /// Returns the parents of a layer, the outermost first.
  private func parents(
    of index: Int, in composition: Composition
  ) throws(DocumentError) -> [Int] {
    var result: [Int] = []
    var seen: Set<Int> = [index]
    var layer = composition.layers[index]
    while let number = layer.parent, let parent = composition.byNumber[number] {
      guard seen.insert(parent).inserted else {
        throw DocumentError(.cyclicReference(layer.name), at: layer.node.location)
      }
      guard result.count < Limits.depth else {
        throw DocumentError(.tooDeep(limit: Limits.depth, of: "parents"), at: layer.node.location)
      }
      result.append(parent)
      layer = composition.layers[parent]
    }
    return result.reversed()
  }

  // MARK: Content

  private func content(
    of layer: LottieLayer, in composition: Composition
  ) throws(DocumentError) -> CALayer? {
    switch layer.kind {
    case .composition: return try nested(layer, in: composition)
    case .solid: return solid(layer)
    case .image: return try image(layer)
    case .shape: return shapes(layer, composition.timeline)
    case .text:
      return TextBuilder(
        animator: animator, timeline: composition.timeline, reader: reader, source: texts,
        budget: budget
      ).layer(layer.node)
    case .null, .camera: return nil
    case .audio:
      reader.report.unsupported(.audio, at: layer.node)
      return nil
    case .other:
      reader.report.unsupported(.layer(layer.node.integer("ty", -1)), at: layer.node)
      return nil
    }
  }

  private func shapes(_ layer: LottieLayer, _ timeline: Timeline) -> CALayer? {
    let tree = ShapeTreeReader(reader).read(layer.node.elements("shapes"))
    let painter = ShapePainter(animator: animator, timeline: timeline, budget: budget)
    let layers = painter.layers(tree.nodes)
    guard !layers.isEmpty else { return nil }
    let holder = TransformChain.holder()
    for layer in layers { holder.addSublayer(layer) }
    return holder
  }

  private func solid(_ layer: LottieLayer) -> CALayer {
    let result = TransformChain.holder()
    result.bounds.size = CGSize(
      width: max(layer.node.number("sw", 0), 0), height: max(layer.node.number("sh", 0), 0))
    let color = layer.node["sc"].map(reader.resolved).flatMap { RGBA.read($0["k"] ?? $0) }
    result.backgroundColor = (color ?? RGBA(0, 0, 0, 1)).cgColor
    return result
  }

  private func image(_ layer: LottieLayer) throws(DocumentError) -> CALayer? {
    guard let name = layer.node["refId"]?.text, let asset = assets[name] else {
      reader.report.unsupported(.missingAsset(layer.node["refId"]?.text ?? ""), at: layer.node)
      return nil
    }
    guard let image = try assets.image(name) else { return nil }
    let result = TransformChain.holder()
    let size = CGSize(width: asset.number("w", 0), height: asset.number("h", 0))
    result.bounds.size =
      size.width > 0 && size.height > 0
      ? size : CGSize(width: image.width, height: image.height)
    result.contents = image
    return result
  }

  private func nested(
    _ layer: LottieLayer, in composition: Composition
  ) throws(DocumentError) -> CALayer? {
    guard let name = layer.node["refId"]?.text, let asset = assets[name] else {
      reader.report.unsupported(.missingAsset(layer.node["refId"]?.text ?? ""), at: layer.node)
      return nil
    }
    guard !composition.path.contains(name) else {
      throw DocumentError(.cyclicReference(layer.name), at: layer.node.location)
    }
    guard composition.path.count < Limits.depth else {
      throw DocumentError(
        .tooDeep(limit: Limits.depth, of: "compositions"), at: layer.node.location)
    }
    let result = TransformChain.holder()
    let size = CGSize(
      width: max(layer.node.number("w", composition.size.width.native), 0),
      height: max(layer.node.number("h", composition.size.height.native), 0))
    result.bounds.size = size
    result.masksToBounds = true
    let inner = try self.composition(
      asset.elements("layers"), timeline: timeline(of: layer, in: composition), size: size,
      path: composition.path + [name])
    try fill(result, with: inner)
    reader.report.layer = layer.name
    return result.sublayers == nil ? nil : result
  }

  private func timeline(of layer: LottieLayer, in composition: Composition) -> Timeline {
    guard let track: Track<Double> = reader.track(layer.node["tm"]) else {
      return composition.timeline.inside(start: layer.start, stretch: layer.stretch)
    }
    return composition.timeline.remapped(by: track, frameRate: frameRate, in: layer.frames)
  }
}

/// The time in which a layer is shown.
struct Visibility {
  private let keys: [Animator.Key]
  private let animator: Animator

  /// Returns nil for a layer that the document never shows.
  init?(_ frames: Range<Double>, _ timeline: Timeline, _ animator: Animator) {
    self.animator = animator
    func isHidden(_ seconds: Double) -> Bool {
      let frame = timeline.frame(at: seconds) + 1e-6
      return !(frame >= frames.lowerBound && frame < frames.upperBound)
    }
    var times = [0.0]
    if timeline.linear != nil {
      times += [frames.lowerBound, frames.upperBound].compactMap { timeline.seconds(at: $0) }
    } else {
      let count = min(Int(clamping: animator.duration / animator.sampler.step), Limits.samples)
      times += timeline.breaks
      times += (0...max(count, 1)).map { Double($0) * animator.sampler.step }
    }
    var keys: [Animator.Key] = []
    var last: Bool?
    for time in times.sorted() where time >= 0 && time < animator.duration {
      // A reversed timeline changes just after the time.
      let hides = isHidden(time + (timeline.linear.map { $0.rate < 0 } ?? false ? 1e-6 : 0))
      if hides != last { keys.append(Animator.Key(time: time, value: hides, easing: .hold)) }
      last = hides
    }
    guard keys.contains(where: { $0.value as? Bool == false }) else { return nil }
    self.keys = keys
  }

  func set(on layer: CALayer) {
    guard let only = keys.first, keys.count > 1 else { return }
    layer.isHidden = only.value as? Bool ?? false
    // The last value begins before the end of the animation.
    var keys = keys
    if let last = keys.last {
      keys.append(Animator.Key(time: animator.duration, value: last.value, easing: .hold))
    }
    animator.add(keys, "hidden", to: layer)
  }
}

/// Makes the masks of mattes, and what they remove.
struct MatteBuilder {
  /// The area of the composition.
  let area: CGRect

  /// Whether a mode uses the luminance of the matte.
  func readsColors(mode: Int) -> Bool { mode == 3 || mode == 4 }

  /// - Parameter matte: the layer of the matte; nil when it never shows.
  func mask(_ matte: CALayer?, mode: Int) -> CALayer {
    let holder = TransformChain.holder()
    switch mode {
    case 2:
      holder.addSublayer(plane(.black))
      if let matte { holder.addSublayer(hole(matte)) }
    case 3, 4:
      let group = TransformChain.holder()
      group.addSublayer(plane(.black))
      if let matte { group.addSublayer(matte) }
      group.filters = [Self.luminance(isInverted: mode == 4)]
      holder.addSublayer(group)
    default:
      if let matte { holder.addSublayer(matte) }
    }
    return holder
  }

  /// A layer that removes a matte from what its superlayer draws below.
  func hole(_ matte: CALayer) -> CALayer {
    let group = TransformChain.holder()
    group.addSublayer(matte)
    group.compositingFilter = "destinationOut"
    return group
  }

  private func plane(_ color: CGColor) -> CALayer {
    let layer = TransformChain.holder()
    layer.bounds = area
    layer.backgroundColor = color
    return layer
  }

  private static func luminance(isInverted: Bool) -> CAFilter {
    let filter = CAFilter(type: "colorMatrix")
    let sign: Float = isInverted ? -1 : 1
    var matrix = CAColorMatrix.identity
    (matrix.m41, matrix.m42, matrix.m43) = (0.2126 * sign, 0.7152 * sign, 0.0722 * sign)
    (matrix.m44, matrix.m45) = (0, isInverted ? 1 : 0)
    filter.setValue(matrix, forKey: "inputColorMatrix")
    return filter
  }
}
