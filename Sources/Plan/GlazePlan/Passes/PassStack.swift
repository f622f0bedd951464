import CGlazeShaders
import Foundation
import GlazeGeometry
import GlazeTree

/// The growing plan: the open passes, the innermost last, and the arrays that they fill.
///
/// Everything is in the frame's pixels until its pass ends. Then the pass's bounds are known, and
/// its content moves to the pixels of a target that is no larger.
struct PassStack: ~Copyable {
  private struct OpenPass {
    var node: Int32
    /// The visible part of the pass.
    var limit: PixelRect
    var bounds = PixelRect.null
    var draws: [FramePlan.Draw] = []
    var clips: [Range<Int>] = []
    /// Whether its content may have components outside 0...1.
    var isExtended = false
    /// Its target, when its content so far was already drawn.
    var image: PlacedTarget?
    /// The bytes of the transient images that its draws read, and that exist until it is drawn.
    var waitingBytes = 0
    /// Whether it has no backdrop that its content could read: it is the frame, a bitmap or a mask,
    /// or contains its backdrop itself.
    var isBackdropRoot = false
    /// Whether it began with a copy of its backdrop.
    var hasCopy = false
  }

  /// The result of a pass: a transient target, and its position.
  struct PlacedTarget {
    var target: Int
    /// The bounds in the pixels of its pass.
    var bounds: PixelRect

    /// The offset that is subtracted from a pixel to obtain the texel.
    var origin: SIMD2<Float> { SIMD2(Float(bounds.minX), Float(bounds.minY)) }
  }

  var plan = FramePlan()
  private var open: [OpenPass] = []
  private var textureIndices: [FramePlan.Texture: Int] = [:]
  /// The masks of the plan, by their identities.
  var maskIndices = SlotIndex()
  /// The targets that contain components outside 0...1.
  private var extendedTargets: Set<Int> = []
  private var clipRun: (top: Int32, count: Int32, pass: Int, first: Int)?
  private let batches: Bool
  private let occludes: Bool
  /// Whether the frame has more than 8 bits, so that all images in it need more.
  private let isDeep: Bool
  /// Records the bounds of nodes' items, if present.
  var items: ItemBounds?
  /// The bounds of the frame, in pixels.
  let frameBounds: PixelRect
  let limits: RenderLimits
  var stopRuns = StopRuns()
  private let mostInstances: Int
  private let mostPasses: Int
  let mostFill: Double
  let mostMemory: Int
  /// The bytes of all masks, which exist until the end of the frame.
  var maskBytes = 0
  private let mostWaitingBytes: Int
  private var instanceCount = 0
  /// The number of particles that were visited, which are drawn where they are seen.
  var visitedParticles = 0
  /// The layer that is being drawn, which is named when it exceeds a limit.
  var node: Int32 = 0
  /// The first limit that was met; what is planned after it is not drawn.
  private(set) var excess: LimitExcess?

  /// The bytes of images that may wait in any frame until they are drawn.
  private static let leastWaitingBytes = 64 << 20

  init(viewport: Viewport, limits: RenderLimits, batches: Bool, occludes: Bool) {
    self.batches = batches
    self.occludes = occludes
    self.limits = limits
    mostInstances = limits[.instances]
    mostPasses = limits[.passes]
    mostFill = Double(limits.value(of: .fill, pixels: viewport.width * viewport.height))
    mostMemory = limits.value(of: .memory, pixels: viewport.width * viewport.height)
    mostWaitingBytes = max(Self.leastWaitingBytes, 32 * viewport.width * viewport.height)
    frameBounds = PixelRect(
      minX: 0, minY: 0, maxX: Double(viewport.width), maxY: Double(viewport.height))
    isDeep = viewport.output.isDeep
    plan.targets = [
      .init(
        width: viewport.width, height: viewport.height,
        format: .init(viewport.output, isOpaque: viewport.background.w >= 1), firstPass: 0,
        lastPass: 0)
    ]
    open = [OpenPass(node: 0, limit: frameBounds, isBackdropRoot: true)]
  }

  /// The visible part of the innermost pass.
  var limit: PixelRect { open[open.count - 1].limit }

  /// Whether items are currently drawn into the frame itself.
  var isInFrame: Bool { open.count == 1 }

  // MARK: Instances

  mutating func add(_ instance: RectangleInstance, bounds: PixelRect) {
    noteColor(instance.color)
    plan.rectangles.append(instance)
    record(.rectangle, end: plan.rectangles.count, clips: 0, bounds)
  }

  /// Adds the background of all layers, which does not belong to any of them.
  mutating func add(background: CheckerboardInstance) {
    plan.checkerboards.append(background)
    record(
      .checkerboard, end: plan.checkerboards.count, clips: 0, frameBounds, isNoted: true)
  }

  /// A run of successive rectangles.
  struct RectangleRun {
    fileprivate let first: Int
    fileprivate var bounds = PixelRect.null
  }

  /// Begins a run of rectangles, which must be ended before anything else is added.
  func beginRectangles() -> RectangleRun { RectangleRun(first: plan.rectangles.count) }

  /// Makes room for another rectangle.
  ///
  /// - Parameter most: The most rectangles that may follow: a list that doubles takes no more than
  ///   those. Short runs make it grow by at least a quarter, so that many of them do not copy it as
  ///   often.
  @inline(__always)
  mutating func makeRoomForRectangle(ofAtMost most: Int) {
    let count = plan.rectangles.count
    guard count == plan.rectangles.capacity else { return }
    plan.rectangles.reserveCapacity(count + max(min(max(count, 16), most), count / 4))
  }

  /// Adds a rectangle of a node to a run.
  @inline(__always)
  mutating func add(
    _ instance: RectangleInstance, _ bounds: PixelRect, of node: Int32, to run: inout RectangleRun
  ) {
    noteColor(instance.color)
    plan.rectangles.append(instance)
    run.bounds.formUnion(bounds)
    noteFill(bounds.area, of: node)
    guard items != nil, open.count == 1 else { return }
    items?.node = node
    items?.add(bounds)
  }

  mutating func end(_ run: RectangleRun) {
    guard run.first < plan.rectangles.count else { return }
    record(
      .rectangle, from: run.first, end: plan.rectangles.count, clips: 0, run.bounds,
      area: 0, isNoted: true)
  }

  mutating func add(_ instance: BoxInstance, bounds: PixelRect) {
    noteColor(instance.fill)
    noteColor(instance.border)
    plan.boxes.append(instance)
    record(.box, end: plan.boxes.count, clips: Int(clamping: instance.params.z), bounds)
  }

  mutating func add(_ instance: ImageInstance, texture: Int, bounds: PixelRect) {
    let source = plan.textures[texture]
    if source.brightness.isDeep(source.image) { open[open.count - 1].isExtended = true }
    plan.images.append(instance)
    record(
      .image(texture: texture), end: plan.images.count, clips: Int(clamping: instance.params.z),
      bounds)
  }

  mutating func add(
    _ instance: MaskedImageInstance, texture: Int, mask: Int?, bounds: PixelRect
  ) {
    noteColor(instance.color)
    plan.maskedImages.append(instance)
    record(
      .maskedImage(texture: texture, mask: mask), end: plan.maskedImages.count,
      clips: Int(clamping: instance.params.z), bounds)
  }

  /// Adds particles that share their textures and have the same number of clips.
  ///
  /// - Parameter area: The pixels that they fill.
  mutating func add(
    _ particles: ArraySlice<ParticleInstance>, textures: SIMD4<Int32>, isAdditive: Bool,
    clips: Int, bounds: PixelRect, area: Double
  ) {
    guard !particles.isEmpty else { return }
    let first = plan.particles.count
    plan.particles.append(contentsOf: particles)
    record(
      .particle(textures: textures), from: first, end: plan.particles.count, clips: clips, bounds,
      isAdditive ? .plusLighter : .sourceOver, area: area)
  }

  /// Records particles that are not drawn, because there are too many.
  mutating func leaveOut(particles count: Int) {
    plan.leftOutParticles += count
  }

  /// Records that an emitter shows nothing for a number of seconds.
  mutating func wait(forParticlesIn seconds: Double) {
    guard seconds > 0, seconds.isFinite else { return }
    plan.untilParticles = min(plan.untilParticles ?? .infinity, seconds)
  }

  mutating func add(_ instance: ImageInstance, bitmap target: Int, bounds: PixelRect) {
    noteSource(target)
    plan.images.append(instance)
    record(
      .bitmap(target: target), end: plan.images.count, clips: Int(clamping: instance.params.z),
      bounds)
  }

  mutating func add(_ instance: ShadowInstance, bounds: PixelRect) {
    noteColor(instance.color)
    plan.shadows.append(instance)
    record(.shadow, end: plan.shadows.count, clips: Int(clamping: instance.params.z), bounds)
  }

  /// Gives the innermost pass a target for colors that 8 bits would clip.
  ///
  /// The frame's own target does not change, so checking it would be useless.
  @inline(__always)
  mutating func noteColor(_ color: SIMD4<Float>) {
    guard open.count > 1, color.min() < 0 || color.max() > 1 else { return }
    open[open.count - 1].isExtended = true
  }

  /// Does the same for content that is drawn from an earlier target.
  private mutating func noteSource(_ target: Int) {
    noteWaiting(target)
    if extendedTargets.contains(target) { open[open.count - 1].isExtended = true }
  }

  /// Counts an image that the innermost pass reads; cached ones exist anyway.
  private mutating func noteWaiting(_ target: Int) {
    guard plan.targets[target].key == nil else { return }
    open[open.count - 1].waitingBytes += plan.targets[target].bytes
  }

  mutating func add(texture: FramePlan.Texture) -> Int {
    if let index = textureIndices[texture] { return index }
    plan.textures.append(texture)
    textureIndices[texture] = plan.textures.count - 1
    return plan.textures.count - 1
  }

  mutating func record(
    _ kind: FramePlan.Kind, from first: Int? = nil, end: Int, clips: Int, _ bounds: PixelRect,
    _ blendMode: BlendMode = .sourceOver, area: Double? = nil, isNoted: Bool = false
  ) {
    let first = first ?? end - 1
    let area = area ?? bounds.intersection(limit).area
    noteFill(area * kind.fillCost(blendMode), of: node)
    instanceCount += end - first
    if instanceCount > mostInstances { exceed(.instances, node: node) }
    let pass = open.count - 1
    if pass == 0, !isNoted { items?.add(bounds) }
    // Nothing is removed from nothing.
    if pass == 0 || blendMode != .destinationOut { open[pass].bounds.formUnion(bounds) }
    let last = open[pass].draws.count - 1
    if batches, last >= 0, open[pass].draws[last].kind == kind,
      open[pass].draws[last].blendMode == blendMode, kind.isBatched(blendMode),
      open[pass].draws[last].instances.upperBound == first
    {
      let start = open[pass].draws[last].instances.lowerBound
      open[pass].draws[last].instances = start..<end
      open[pass].draws[last].clipCount = max(open[pass].draws[last].clipCount, clips)
    } else {
      open[pass].draws.append(
        .init(kind: kind, blendMode: blendMode, instances: first..<end, clipCount: clips))
    }
  }

  /// Adds the pixels of an item, as pixels of one color, to the bound, and notes the node that exceeds the limit.
  ///
  /// Only a frame beyond the limit is measured exactly.
  @inline(__always)
  private mutating func noteFill(_ area: Double, of node: Int32) {
    plan.fillBound.area += area
    if plan.fillBound.area > mostFill, plan.fillBound.node < 0 { plan.fillBound.node = node }
  }

  // MARK: Clips

  /// Makes the clips of a context available to instances of the innermost pass.
  ///
  /// - Parameter isNeeded: Whether a clip may touch the instance.
  /// - Returns: The index of the first clip, and the number of clips.
  mutating func clips(
    of context: PlaneContext, in list: ClipList, isNeeded: (RoundedBox) -> Bool
  ) -> (first: Int, count: Int) {
    guard context.clipDepth > 0 else { return (0, 0) }
    var needed = 0
    list.boxes(from: context.clips, count: context.clipDepth) { if isNeeded($0) { needed += 1 } }
    guard needed > 0 else { return (0, 0) }
    let isWhole = needed == Int(context.clipDepth)
    if isWhole, let run = clipRun, run.top == context.clips, run.count == context.clipDepth,
      run.pass == open.count
    {
      return (run.first, needed)
    }
    let first = plan.clips.count
    list.boxes(from: context.clips, count: context.clipDepth) { box in
      if isNeeded(box) { plan.clips.append(box) }
    }
    open[open.count - 1].clips.append(first..<plan.clips.count)
    if isWhole { clipRun = (context.clips, context.clipDepth, open.count, first) }
    return (first, needed)
  }

  // MARK: Passes

  /// Begins a transient image.
  mutating func begin(node: Int32, limit: PixelRect, isBackdropRoot: Bool = false) {
    if isInFrame { items?.insert(.hasPass, of: node) }
    if open.count + plan.passes.count >= mostPasses { exceed(.passes, node: node) }
    drawWaiting()
    open.append(
      OpenPass(
        node: node, limit: limit, isExtended: isDeep, isBackdropRoot: isBackdropRoot))
    clipRun = nil
  }

  /// Draws the innermost pass so far when the images that it reads take much memory, so that a frame
  /// of many groups does not need all of them at the same time.
  private mutating func drawWaiting() {
    let pass = open.count - 1
    guard open[pass].waitingBytes > mostWaitingBytes else { return }
    // Later content may need more than 8 bits. The frame's own target does not change.
    if pass > 0 { open[pass].isExtended = true }
    _ = soFar(of: pass)
  }

  /// Ends the innermost pass; nil when it drew nothing.
  mutating func end() -> PlacedTarget? {
    var pass = open.removeLast()
    items?.node = pass.node
    clipRun = nil
    let bounds = pass.bounds.intersection(pass.limit).outset(by: 0)
    guard pass.image != nil || (!pass.draws.isEmpty && !bounds.isEmpty) else { return nil }
    let image = pass.image ?? addTarget(bounds, isExtended: pass.isExtended)
    keepSeen(of: &pass, in: image.bounds)
    move(pass, by: image.origin)
    close(pass, image)
    return image
  }

  /// The pixels that the innermost pass may touch.
  var bounds: PixelRect { open[open.count - 1].bounds }

  /// Ends the innermost pass by drawing its items in the pass around it, if that gives the same image.
  ///
  /// - Parameter bounds: The pixels in which the image of the pass would be drawn as it is.
  /// - Returns: Whether it did; otherwise the pass is still open.
  mutating func endInPlace(within bounds: PixelRect) -> Bool {
    let last = open.count - 1
    let seen = open[last].limit.intersection(bounds)
    guard open[last].image == nil, !open[last].isExtended, !open[last].isBackdropRoot,
      !open[last].bounds.isEmpty,
      // Nothing is cut but what the pass around it cuts, too.
      seen.contains(open[last].bounds) || seen.contains(open[last - 1].limit),
      // Over nothing, blend modes have the same backdrop as in the pass.
      (last > 1 && open[last - 1].draws.isEmpty && open[last - 1].image == nil)
        || open[last].draws.allSatisfy({ $0.blendMode == .sourceOver })
    else { return false }
    let pass = open.removeLast()
    clipRun = nil
    items?.node = pass.node
    if isInFrame { items?.add(pass.bounds) }
    open[last - 1].bounds.formUnion(pass.bounds)
    open[last - 1].draws += pass.draws
    open[last - 1].clips += pass.clips
    open[last - 1].waitingBytes += pass.waitingBytes
    return true
  }

  // MARK: Backdrops

  /// The innermost open pass without a backdrop.
  private var backdropRoot: Int { open.lastIndex { $0.isBackdropRoot } ?? 0 }

  /// Whether the backdrop of the next item is a part of the frame, or of a copy of it.
  var seesFrame: Bool { open.lastIndex { $0.isBackdropRoot && !$0.hasCopy } == 0 }

  /// The greatest area that a backdrop can have.
  var backdropLimit: PixelRect { open[backdropRoot].limit }

  /// Creates an image of the current content: that of all open passes, one over the other and as if
  /// none of them faded.
  ///
  /// - Returns: nil where there is no content.
  mutating func backdrop(_ bounds: PixelRect) -> PlacedTarget? {
    let layers = soFar(in: bounds)
    guard !layers.isEmpty else { return nil }
    let result = addTarget(
      bounds,
      isExtended: isDeep || layers.contains { extendedTargets.contains($0.target) })
    for image in layers {
      var instance = CompositeInstance()
      let seen = image.bounds.intersection(bounds)
      let quad = Quad(seen.moved(by: SIMD2(-bounds.minX, -bounds.minY)))
      (instance.quad01, instance.quad23) = (quad.first, quad.second)
      let shift = image.origin - result.origin
      instance.source = SIMD4(shift.x, shift.y, 1, 0)
      plan.composites.append(instance)
      addPass(.composite(target: image.target, mask: nil), plan.composites.count, result)
    }
    return result
  }

  /// Begins a pass that continues the current content, and is to replace it.
  ///
  /// - Returns: false, without a new pass, where there is no content yet.
  mutating func beginOnBackdrop(node: Int32, limit: PixelRect) -> Bool {
    let bounds = limit.intersection(backdropLimit).outset(by: 0)
    let layers = soFar(in: bounds)
    guard !layers.isEmpty else { return false }
    begin(node: node, limit: bounds, isBackdropRoot: true)
    open[open.count - 1].hasCopy = true
    for image in layers {
      let quad = Quad(image.bounds.intersection(bounds))
      addComposite(
        image, mask: nil, quad: quad, opacity: 1, blendMode: .sourceOver, clips: (0, 0))
    }
    return true
  }

  /// Returns the content of the open passes so far, from the root of backdrops inward.
  private mutating func soFar(in bounds: PixelRect) -> [PlacedTarget] {
    guard !bounds.isEmpty else { return [] }
    return (backdropRoot..<open.count).compactMap { index in
      let pass = open[index]
      let drawn = index == 0 ? frameBounds : pass.bounds.intersection(pass.limit)
      guard !drawn.intersection(bounds).isEmpty else { return nil }
      return soFar(of: index)
    }
  }

  /// Makes the content of an open pass so far a readable image, and continues the pass with it.
  private mutating func soFar(of index: Int) -> PlacedTarget {
    let limit = open[index].limit.intersection(.screens).outset(by: 0)
    let image =
      open[index].image
      ?? (index == 0
        ? PlacedTarget(target: 0, bounds: frameBounds)
        : addTarget(limit, isExtended: open[index].isExtended))
    var pass = open[index]
    keepSeen(of: &pass, in: image.bounds)
    move(pass, by: image.origin)
    close(pass, image)
    open[index].image = image
    open[index].draws = []
    open[index].clips = []
    open[index].waitingBytes = 0
    clipRun = nil
    return image
  }

  /// Returns an image of half the size: a texel is the mean of four.
  mutating func halve(_ image: PlacedTarget) -> PlacedTarget {
    let size = SIMD2(
      image.bounds.maxX - image.bounds.minX, image.bounds.maxY - image.bounds.minY)
    let half = SIMD2((size.x / 2).rounded(.up), (size.y / 2).rounded(.up))
    let bounds = PixelRect(minX: 0, minY: 0, maxX: half.x, maxY: half.y)
    let result = addTarget(bounds, .float16, like: image)
    var instance = ImageInstance()
    (instance.quad01, instance.quad23) = wholeQuad(result)
    instance.shape.rowX = SIMD4(1, 0, 0, 0)
    instance.shape.rowY = SIMD4(0, 1, 0, 0)
    instance.shape.rowW = SIMD4(0, 0, 1, 2)
    instance.shape.extent = SIMD4(Float(half.x), Float(half.y), 0, 0)
    instance.mapping = SIMD4(Float(2 / size.x), Float(2 / size.y), 0, 0)
    // Samples beyond the edge repeat the edge.
    let inset = SIMD2(0.5 / size.x, 0.5 / size.y)
    instance.clamping = SIMD4(
      Float(inset.x), Float(inset.y), Float(1 - inset.x), Float(1 - inset.y))
    instance.color = .one
    instance.texture = SIMD4(Float(size.x), Float(size.y), 0, 0)
    plan.images.append(instance)
    addPass(.bitmap(target: image.target), plan.images.count, result)
    return result
  }

  /// Adds an image that an earlier frame drew.
  mutating func addCached(_ entry: BitmapCache.Entry) -> PlacedTarget {
    let image = addTarget(entry.bounds, entry.format)
    if entry.isExtended { extendedTargets.insert(image.target) }
    plan.targets[image.target].key = entry.key
    plan.targets[image.target].isCached = true
    return image
  }

  /// Draws windows of an image of the whole frame, which the backend has cached, under everything
  /// that follows.
  mutating func addUnderlay(_ key: UInt64, _ windows: [PixelWindow]) {
    let image = addTarget(frameBounds, .unorm8)
    plan.targets[image.target].key = key
    plan.targets[image.target].isCached = true
    for window in windows {
      let quad = Quad(
        PixelRect(
          minX: Double(window.x), minY: Double(window.y), maxX: Double(window.x + window.width),
          maxY: Double(window.y + window.height)))
      addComposite(
        image, mask: nil, quad: quad, opacity: 1, blendMode: .sourceOver, clips: (0, 0))
    }
  }

  /// Makes the backend cache an image.
  mutating func keep(_ image: PlacedTarget, as key: UInt64) {
    plan.targets[image.target].key = key
  }

  /// Blurs an image in both directions.
  mutating func blur(
    _ image: PlacedTarget, sigma: Double, isAlphaOnly: Bool = false
  ) -> PlacedTarget {
    guard sigma > 0.05 else { return image }
    let taps = (3 * sigma).rounded(.up)
    let across = blur(image, sigma, taps, direction: SIMD2(1, 0), isAlphaOnly: isAlphaOnly)
    return blur(across, sigma, taps, direction: SIMD2(0, 1), isAlphaOnly: isAlphaOnly)
  }

  private mutating func blur(
    _ image: PlacedTarget, _ sigma: Double, _ taps: Double, direction: SIMD2<Double>,
    isAlphaOnly: Bool
  ) -> PlacedTarget {
    var bounds = image.bounds
    bounds.minX -= taps * direction.x
    bounds.maxX += taps * direction.x
    bounds.minY -= taps * direction.y
    bounds.maxY += taps * direction.y
    let result = addTarget(bounds, isAlphaOnly ? .alpha16 : .float16, like: image)
    var instance = BlurInstance()
    let shift = image.origin - result.origin
    (instance.quad01, instance.quad23) = wholeQuad(result)
    instance.source = SIMD4(shift.x, shift.y, Float(direction.x), Float(direction.y))
    instance.params = SIMD4(Float(sigma), isAlphaOnly ? 1 : 0, 0, Float(taps))
    plan.blurs.append(instance)
    addPass(.blur(target: image.target), plan.blurs.count, result)
    return result
  }

  /// Maps the colors of an image.
  mutating func map(_ image: PlacedTarget, by matrix: ColorMatrix) -> PlacedTarget {
    let result = addTarget(image.bounds, plan.targets[image.target].format)
    var instance = ColorMatrixInstance()
    (instance.quad01, instance.quad23) = wholeQuad(result)
    instance.source = SIMD4(0, 0, 1, 0)
    (instance.red, instance.green, instance.blue, instance.alpha) = matrix.rows
    instance.bias = matrix.bias
    plan.colorMatrices.append(instance)
    addPass(.colorMatrix(target: image.target), plan.colorMatrices.count, result)
    return result
  }

  /// Draws an image over the innermost pass, pixel by pixel.
  mutating func addComposite(
    _ image: PlacedTarget, mask: PlacedTarget?, quad: Quad, opacity: Float, blendMode: BlendMode,
    clips: (first: Int, count: Int)
  ) {
    var instance = CompositeInstance()
    instance.quad01 = quad.first
    instance.quad23 = quad.second
    instance.source = SIMD4(image.origin.x, image.origin.y, opacity, 0)
    noteSource(image.target)
    if let mask {
      instance.mask = SIMD4(mask.origin.x, mask.origin.y, 1, 0)
      noteWaiting(mask.target)
    }
    instance.params = SIMD4(0, Float(clips.first), Float(clips.count), 0)
    plan.composites.append(instance)
    record(
      .composite(target: image.target, mask: mask?.target), end: plan.composites.count,
      clips: clips.count, quad.bounds, blendMode)
  }

  /// Whether an image contains components outside 0...1.
  func isExtended(_ image: PlacedTarget) -> Bool { extendedTargets.contains(image.target) }

  /// Adds a target for drawn content, in 8 bits if they suffice.
  mutating func addTarget(_ bounds: PixelRect, isExtended: Bool) -> PlacedTarget {
    let image = addTarget(bounds, isExtended ? .float16 : .unorm8)
    if isExtended { extendedTargets.insert(image.target) }
    return image
  }

  /// Adds a target for content that is derived from another target.
  mutating func addTarget(
    _ bounds: PixelRect, _ format: FramePlan.PixelFormat, like source: PlacedTarget
  ) -> PlacedTarget {
    let image = addTarget(bounds, format)
    if isExtended(source) { extendedTargets.insert(image.target) }
    return image
  }

  mutating func addTarget(
    _ bounds: PixelRect, _ format: FramePlan.PixelFormat
  ) -> PlacedTarget {
    plan.targets.append(
      .init(
        width: Int(clamping: bounds.maxX - bounds.minX),
        height: Int(clamping: bounds.maxY - bounds.minY),
        format: format, firstPass: plan.passes.count, lastPass: plan.passes.count))
    noteFill(bounds.area * FramePlan.Target.fillCost, of: node)
    return PlacedTarget(target: plan.targets.count - 1, bounds: bounds)
  }

  private func wholeQuad(_ image: PlacedTarget) -> (SIMD4<Float>, SIMD4<Float>) {
    let width = image.bounds.maxX - image.bounds.minX
    let height = image.bounds.maxY - image.bounds.minY
    let quad = Quad(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
    return (quad.first, quad.second)
  }

  /// Adds a pass with a single draw of the last instance of its kind.
  mutating func addPass(_ kind: FramePlan.Kind, _ end: Int, _ result: PlacedTarget) {
    var pass = OpenPass(node: open.last?.node ?? 0, limit: result.bounds)
    pass.draws = [.init(kind: kind, instances: (end - 1)..<end, clipCount: 0)]
    noteFill(result.bounds.area * kind.fillCost(.sourceOver), of: pass.node)
    close(pass, result)
  }

  /// Ends the frame's own pass, and returns the plan; beyond a limit it is empty.
  mutating func finish(background: SIMD4<Float>) -> FramePlan {
    if excess == nil { endFrame(background: background) }
    var finished = FramePlan()
    if excess == nil { swap(&finished, &plan) }
    finished.excess = excess
    return consume finished
  }

  private mutating func endFrame(background: SIMD4<Float>) {
    var last = open.removeLast()
    keepSeen(of: &last, in: frameBounds)
    close(last, PlacedTarget(target: 0, bounds: frameBounds))
    plan.dropUnreadPasses()
    var isNew = Array(repeating: true, count: plan.targets.count)
    for (index, pass) in plan.passes.enumerated() {
      if isNew[pass.target] { plan.targets[pass.target].firstPass = index }
      plan.passes[index].clearColor =
        isNew[pass.target] ? (pass.target == 0 ? background : .zero) : nil
      isNew[pass.target] = false
      plan.targets[pass.target].lastPass = index
      for draw in plan.draws[pass.draws] {
        for target in draw.kind.sources { plan.targets[target].lastPass = index }
      }
    }
  }

  /// Records that a limit is met, unless one was met before.
  mutating func exceed(_ name: RenderLimits.Name, node: Int32) {
    if excess == nil {
      let limit =
        switch name {
        case .fill: Int(clamping: mostFill)
        case .memory: mostMemory
        default: limits[name]
        }
      excess = LimitExcess(name, limit: limit, node: node)
    }
  }

  private mutating func close(_ pass: OpenPass, _ image: PlacedTarget) {
    if plan.passes.count >= mostPasses { exceed(.passes, node: pass.node) }
    let first = plan.draws.count
    plan.draws.append(contentsOf: pass.draws)
    plan.passes.append(
      .init(
        target: image.target, clearColor: .zero, draws: first..<plan.draws.count,
        origin: SIMD2(Int32(clamping: image.bounds.minX), Int32(clamping: image.bounds.minY)),
        node: pass.node))
  }

  /// Removes items of a pass that opaque items hide, before its coordinates become those of its
  /// target.
  private mutating func keepSeen(of pass: inout OpenPass, in region: PixelRect) {
    // Extended components may be infinite, so that even zero coverage of them may not be zero.
    guard occludes, !pass.isExtended else { return }
    plan.keepSeen(of: &pass.draws, in: region)
  }

  private mutating func move(_ pass: OpenPass, by origin: SIMD2<Float>) {
    for draw in pass.draws {
      // Only 8-bit targets need dithering.
      draw.kind.instance.move(draw.instances, by: origin, dithers: !pass.isExtended, in: &plan)
    }
    for range in pass.clips {
      for index in range { plan.clips[index].move(by: origin) }
    }
  }
}
