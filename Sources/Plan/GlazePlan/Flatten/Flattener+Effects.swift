import Foundation
import GlazeGeometry
import GlazeTree

// A layer is drawn from the outside in: first the effects on the whole of it (opacity, mask, blend
// mode), then rasterization, the shadow, the filters, and at last the layer itself. Each step that
// needs the layer as an image begins a pass, defers the remaining steps, and ends the pass when
// they are done.

extension Flattener {
  /// A layer, and the steps that remain to wrap it.
  struct LayerJob {
    enum Stage {
      case whole, rasterized, shadowed, filtered, core
    }

    var node: Int
    /// The context of the layer's plane.
    var context: PlaneContext
    /// The opacity of the transform layers around it.
    var opacity: Float
    var stage = Stage.whole
    /// Whether the layer is a mask, whose blend mode has no backdrop to act on.
    var isMask = false
    /// Whether its mask is part of its only item.
    var foldedMask = FoldedMask.none
    /// Whether its bounds already clip it as a whole.
    var isClipped = false
    /// Whether that clip ends what the layer draws, so that its own outline extends beyond the
    /// clip.
    var bleeds = false
    /// The first of its own items that is visible.
    var first = OwnItem.shadow
  }

  /// The use of a pass's image.
  enum PassEnd {
    case composite(CompositeEnd)
    /// Retained for the composite that it masks.
    case mask
    /// Apart from the jobs, which would have its size.
    indirect case bitmap(BitmapEnd)
  }

  /// An image in the frame's pixels, or in those of the bitmap into which it is drawn.
  struct CompositeEnd {
    var outer: PlaneContext
    var opacity: Float
    var isMasked = false
    var blendMode = BlendMode.sourceOver
    var filters: [LayerFilter] = []
  }

  /// An image in pixels of a layer's plane.
  struct BitmapEnd {
    var outer: PlaneContext
    var bitmap: Bitmap
    var filters: [LayerFilter] = []
    /// The shadow whose color replaces the image's and whose offset moves it; nil for the image
    /// itself.
    var shadow: LayerShadow?
    /// The key under which the finished image is cached; nil when it is not cached.
    var key: BitmapCache.Key?
  }

  /// The greatest depth of blurred shadows inside blurred shadows; the cost doubles with each
  /// level.
  static let maximumSilhouettes = 3

  mutating func run(_ layer: LayerJob) {
    var layer = layer
    passes.items?.node = Int32(layer.node)
    passes.node = Int32(layer.node)
    while true {
      switch layer.stage {
      case .whole:
        if !wrapWhole(&layer) { return }
        let slots = tree.slots(of: layer.node)
        layer.stage = slots.effects < 0 && slots.shadow < 0 ? .core : .rasterized
      case .rasterized:
        drawBackdrop(of: &layer)
        if wrapRasterized(layer) { return }
        layer.stage = .shadowed
      case .shadowed:
        if wrapShadowed(layer) { return }
        layer.stage = .filtered
      case .filtered:
        if wrapFiltered(layer) { return }
        layer.stage = .core
      case .core:
        return drawCore(layer)
      }
    }
  }

  private func effects(of index: Int) -> LayerEffects? {
    let slot = tree.slots(of: index).effects
    return slot < 0 ? nil : tree.effects[Int(slot)]
  }

  // MARK: Opacity, mask, blend mode

  /// - Returns: Whether the layer continues immediately.
  private mutating func wrapWhole(_ layer: inout LayerJob) -> Bool {
    let node = tree.nodes[layer.node]
    if node.flags.contains(.isGeometryFlipped) { layer.context.isFlipped.toggle() }
    let isMasked = node.flags.contains(.hasMask)
    if isMasked, !isVisible(layer.node + 1) { return false }
    let clip =
      isMasked || node.flags.contains(.masksToBounds) ? wholeClip(of: &layer) : WholeClip()
    let needsMask = isMasked && clip.mask == nil && layer.foldedMask == .none
    let opacity = node.opacity * layer.opacity
    let effects = effects(of: layer.node)
    let blendMode = layer.isMask ? .sourceOver : effects?.blendMode ?? .sourceOver
    // A masked or rasterized layer fades as the single image that it is.
    let isGroup =
      node.flags.contains(.allowsGroupOpacity) || effects?.rasterizationScale != nil || isMasked
    let own = layer.context
    layer.opacity = 1
    let isIsolated =
      effects?.isIsolated ?? false || isolatesBlending(layer.node, own)
      || isGroup && (isMasked || opacity < 1)
        && !foldsGroup(layer.node, own, opacity: isMasked ? opacity * own.opacity : opacity)
    guard needsMask || blendMode != .sourceOver || isIsolated else {
      layer.context.opacity *= opacity
      if !isGroup { layer.context.separateOpacity *= opacity }
      apply(clip, to: &layer)
      return true
    }
    push(clip, onto: &layer)
    let outer = layer.context
    jobs.append(
      .endPass(
        .composite(
          .init(
            outer: outer, opacity: outer.opacity * opacity, isMasked: needsMask,
            blendMode: blendMode))))
    layer.context.enterPass(opacity: 1)
    layer.stage = .rasterized
    jobs.append(.layer(layer))
    // A filter of the backdrop also reads what the mask hides.
    let isCut =
      needsMask && optimizations.contains(.cull) && !readsBackdrop(inside: layer.node)
    var limit = outer.bounds.intersection(passes.limit)
    if blendMode == .destinationOut, !passes.isInFrame, optimizations.contains(.cull),
      !readsBackdrop(inside: layer.node)
    {
      limit = limit.intersection(passes.bounds.outset(by: 1))
    }
    jobs.append(.beginPass(node: Int32(layer.node), limit: limit, isCut: isCut))
    if needsMask { drawMask(layer) }
    return false
  }

  /// Whether a layer that is one image looks the same when its items are drawn directly.
  ///
  /// - Parameter opacity: The factor of the items as a whole.
  private mutating func foldsGroup(
    _ index: Int, _ context: PlaneContext, opacity: Float
  ) -> Bool {
    !readsBackdrop(inside: index)
      && (opacity >= 1 || isSingleItem(index, opacity: context.separateOpacity)
        || itemsKeepApart(index, context))
  }

  /// Schedules the mask to be drawn into an image before the layer.
  private mutating func drawMask(_ layer: LayerJob) {
    let index = layer.node + 1
    guard var context = layer.context.placed(by: maskPlacement(index), limits: &clips) else {
      masks.append(nil)
      return
    }
    context.enterPass(opacity: 1)
    jobs.append(.endPass(.mask))
    jobs.append(.layer(LayerJob(node: index, context: context, opacity: 1, isMask: true)))
    jobs.append(
      .beginPass(
        node: Int32(index), limit: maskLimit(layer).intersection(passes.limit),
        isBackdropRoot: true))
  }

  /// The pixels of a mask that can matter: those that the layer may paint.
  private mutating func maskLimit(_ layer: LayerJob) -> PixelRect {
    let limit = layer.context.bounds
    // Finding the extent of many layers can take longer than drawing the whole mask.
    guard optimizations.contains(.cull), !tree.isLargeSubtree(layer.node),
      !readsBackdrop(inside: layer.node)
    else { return limit }
    let extent = tree.rasterizedExtent(of: layer.node, planeExtent(of: layer.node))
    guard let box = layer.context.homography.boundingBox(of: extent) else { return limit }
    return limit.intersection(
      PixelRect(
        minX: box.minX.native, minY: box.minY.native, maxX: box.maxX.native,
        maxY: box.maxY.native
      ).outset(by: 2))
  }

  func maskPlacement(_ index: Int) -> Homography {
    tree.staysInPlane(index)
      ? tree.planarPlacement(of: index) : Homography(tree.placement(of: index))
  }

  // MARK: Rasterization

  private mutating func wrapRasterized(_ layer: LayerJob) -> Bool {
    guard let scale = effects(of: layer.node)?.rasterizationScale, scale > 0,
      let bitmap = Bitmap(
        extent: tree.rasterizedExtent(of: layer.node, planeExtent(of: layer.node)), scale: scale,
        margin: 1,
        context: layer.context)
    else { return false }
    draw(layer, into: bitmap, next: .shadowed, end: .init(outer: layer.context, bitmap: bitmap))
    return true
  }

  /// Schedules a layer to be drawn into a bitmap of its plane.
  private mutating func draw(
    _ layer: LayerJob, into bitmap: Bitmap, next: LayerJob.Stage, end: BitmapEnd
  ) {
    var end = end
    end.key = bitmapKey(layer, end)
    if let key = end.key, let entry = bitmaps.find(key) {
      let image = knownBitmaps[entry.key] ?? passes.addCached(entry)
      knownBitmaps[entry.key] = image
      drawBitmap(image, end)
      return
    }
    jobs.append(.endPass(.bitmap(end)))
    var inner = layer
    inner.context = bitmap.context(of: layer.context)
    inner.stage = next
    // A blur reads the layer with its own edges, and the whole layer casts its shadow.
    inner.bleeds = layer.bleeds && end.filters.isEmpty
    inner.first = .shadow
    inner.context.silhouettes = layer.context.silhouettes + (end.shadow == nil ? 0 : 1)
    jobs.append(.layer(inner))
    jobs.append(.beginPass(node: Int32(layer.node), limit: bitmap.bounds, isBackdropRoot: true))
  }

  /// The key for caching the image of a layer, when the tree records what changes.
  private func bitmapKey(_ layer: LayerJob, _ end: BitmapEnd) -> BitmapCache.Key? {
    guard optimizations.contains(.cache), !tree.versions.isEmpty, !emits(layer.node) else {
      return nil
    }
    return BitmapCache.Key(
      version: tree.versions[layer.node], isShadow: end.shadow != nil,
      isSilhouette: layer.context.silhouettes > 0, grid: end.bitmap.key, tint: end.outer.tint,
      isFlipped: layer.context.isFlipped, dithers: viewport.dithers)
  }

  /// Whether a layer or one in it emits particles, which differ from frame to frame.
  private func emits(_ index: Int) -> Bool {
    guard !tree.emitters.isEmpty else { return false }
    return tree.nodes[index..<Int(tree.nodes[index].subtreeEnd)].contains {
      tree.slots(of: $0).emitter >= 0
    }
  }

  // MARK: Shadows

  /// - Returns: Whether the layer was deferred until its shadow is drawn.
  private mutating func wrapShadowed(_ layer: LayerJob) -> Bool {
    let node = tree.nodes[layer.node]
    let slot = tree.slots(of: node).shadow
    guard slot >= 0, layer.first == .shadow else { return false }
    let shadow = tree.shadows[Int(slot)]
    let context = layer.context
    if shadow.path != nil || !readsBackdrop(inside: layer.node),
      let silhouette = silhouette(of: layer.node, shadow)
    {
      drawShadow(shadow, silhouette, context)
      return false
    }
    guard shadow.path != nil || context.silhouettes < Self.maximumSilhouettes else { return false }
    guard
      let bitmap = Bitmap(
        blurring: shadow.path?.elements.tightBox
          ?? planeExtent(of: layer.node, isClipped: false),
        sigma: shadow.sigma, around: node.bounds.center,
        isOutline: shadow.path != nil || hasOutlines(layer.node, context),
        context: context, reach: shadow.reach)
    else { return false }
    if let path = shadow.path {
      drawShadow(
        of: path, node: Int32(layer.node),
        .init(
          outer: context, bitmap: bitmap, filters: [.gaussianBlur(radius: shadow.sigma)],
          shadow: shadow))
      return false
    }
    var next = layer
    next.stage = .filtered
    jobs.append(.layer(next))
    draw(
      layer, into: bitmap, next: .filtered,
      end: .init(
        outer: context, bitmap: bitmap, filters: [.gaussianBlur(radius: shadow.sigma)],
        shadow: shadow))
    return true
  }

  private mutating func drawShadow(of path: CGPath, node: Int32, _ end: BitmapEnd) {
    passes.begin(node: node, limit: end.bitmap.bounds, isBackdropRoot: true)
    var context = end.bitmap.context(of: end.outer)
    context.tint = .one
    drawPath(path.elements, .fill(.winding), .one, context)
    finish(.bitmap(end))
  }

  // MARK: Filters

  private mutating func wrapFiltered(_ layer: LayerJob) -> Bool {
    guard let filters = effects(of: layer.node)?.filters, !filters.isEmpty else { return false }
    let radius = filters.blurRadius
    let own = layer.context
    guard radius > 0 else {
      jobs.append(
        .endPass(.composite(.init(outer: own, opacity: own.opacity, filters: filters))))
      var inner = layer
      inner.context.enterPass(opacity: 1)
      inner.stage = .core
      jobs.append(.layer(inner))
      jobs.append(.beginPass(node: Int32(layer.node), limit: own.bounds.intersection(passes.limit)))
      return true
    }
    guard
      let bitmap = Bitmap(
        blurring: planeExtent(of: layer.node, isClipped: false), sigma: radius,
        around: tree.nodes[layer.node].bounds.center, isOutline: hasOutlines(layer.node, own),
        context: own, reach: radius * 3)
    else { return false }
    draw(
      layer, into: bitmap, next: .core, end: .init(outer: own, bitmap: bitmap, filters: filters))
    return true
  }

  // MARK: Ends

  mutating func finish(_ end: PassEnd) {
    if case .composite(let end) = end, isUnchanged(by: end),
      passes.endInPlace(within: end.outer.bounds)
    {
      return
    }
    guard let image = passes.end() else {
      if case .mask = end { masks.append(nil) }
      if case .composite(let end) = end, end.isMasked { masks.removeLast() }
      return
    }
    switch end {
    case .mask: masks.append(image)
    case .composite(let end): finish(image, end)
    case .bitmap(let end): finish(image, end)
    }
  }

  /// Whether the innermost pass will be drawn as it is.
  private func isUnchanged(by end: CompositeEnd) -> Bool {
    guard optimizations.contains(.foldGroups), !end.isMasked, end.opacity == 1,
      end.blendMode == .sourceOver, end.filters.isEmpty
    else { return false }
    let quad = Quad(passes.bounds)
    var isWhole = true
    clips.boxes(from: end.outer.clips, count: end.outer.clipDepth) {
      isWhole = isWhole && $0.surelyCovers(quad)
    }
    return isWhole
  }

  private mutating func finish(_ image: PassStack.PlacedTarget, _ end: CompositeEnd) {
    var image = image
    var mask: PassStack.PlacedTarget?
    if end.isMasked {
      mask = masks.removeLast()
      if mask == nil { return }
    }
    for case .colorMatrix(let matrix) in end.filters {
      image = passes.map(image, by: matrix)
    }
    var bounds = image.bounds.intersection(end.outer.bounds)
    if let mask { bounds = bounds.intersection(mask.bounds) }
    guard !bounds.isEmpty else { return }
    let quad = Quad(bounds)
    let folds = optimizations.contains(.foldClips)
    let run = passes.clips(of: end.outer, in: clips) { !(folds && $0.surelyCovers(quad)) }
    passes.addComposite(
      image, mask: mask, quad: quad, opacity: end.opacity, blendMode: end.blendMode, clips: run)
  }

  private mutating func finish(_ image: PassStack.PlacedTarget, _ end: BitmapEnd) {
    var image = image
    var isFirst = true
    for filter in end.filters.withJoinedBlurs {
      switch filter {
      case .gaussianBlur(let radius) where radius > 0:
        let sigma = radius * end.bitmap.scale
        // A blur that the drawing applies itself counts once.
        image = passes.blur(
          image, sigma: isFirst ? end.bitmap.grid.kernel(for: sigma) : sigma,
          isAlphaOnly: end.shadow != nil)
        isFirst = false
      case .gaussianBlur: break
      case .colorMatrix(let matrix):
        image = passes.map(image, by: matrix)
      }
    }
    if let key = end.key { keep(image, key) }
    drawBitmap(image, end)
  }

  private mutating func keep(_ image: PassStack.PlacedTarget, _ key: BitmapCache.Key) {
    let target = passes.plan.targets[image.target]
    let entry = BitmapCache.Entry(
      key: PathMasks.newIdentity(), width: target.width, height: target.height,
      format: target.format, isExtended: passes.isExtended(image), bounds: image.bounds)
    guard bitmaps.keep(entry, under: key) else { return }
    passes.keep(image, as: entry.key)
    knownBitmaps[entry.key] = image
    newBitmaps.append(key)
  }
}

extension [LayerFilter] {
  /// The same filters with each run of successive blurs joined into one: Gaussians add up.
  fileprivate var withJoinedBlurs: [LayerFilter] {
    var result: [LayerFilter] = []
    for filter in self {
      if case .gaussianBlur(let next) = filter, case .gaussianBlur(let last)? = result.last {
        let radius = (last * last + next * next).squareRoot()
        result[result.count - 1] = .gaussianBlur(radius: radius)
      } else {
        result.append(filter)
      }
    }
    return result
  }

  /// The standard deviation of all blurs together.
  fileprivate var blurRadius: Double {
    var variance = 0.0
    for case .gaussianBlur(let radius) in self { variance += radius * radius }
    return variance.squareRoot()
  }
}

extension LayerShadow {
  /// The standard deviation of the blur for a radius of 1.
  ///
  /// Source: measured in images of Apple's renderer, whose shadows are a little narrower than their
  /// radius.
  static let sigmaPerRadius = 0.945

  /// The standard deviation of the blur, in points of the layer's space.
  var sigma: Double { radius * Self.sigmaPerRadius }

  /// The greatest distance of the shadow from the layer that casts it, in points.
  var reach: Double { sigma * 3 + max(abs(offset.width), abs(offset.height)).native }
}
