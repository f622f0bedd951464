import Foundation
import GlazeGeometry
import GlazeTree

/// Walks a layer tree in painting order and passes every visible item to the passes.
///
/// The walk is a loop over a stack of jobs, not a recursion: trees may have any depth, and so may
/// effects inside effects. `Flattener+Scene.swift` orders sublayers that leave their superlayer's
/// plane, `Flattener+Effects.swift` wraps layers in passes, and the extensions in `Passes/` draw
/// the items.
struct Flattener: ~Copyable {
  let tree: LayerTree
  let viewport: Viewport
  let optimizations: Optimizations
  /// The nodes to draw among those that are drawn directly into the frame; nil for all.
  let wanted: NodeSet?
  /// The first node to draw: those before it are already in the frame.
  var firstNode: Int32 = 0

  var passes: PassStack
  /// The edges of the root's clip that are drawn after everything else; nil where there are none.
  var rootEdges: RootEdges?
  let clouds: ParticleClouds
  var clips = ClipList()
  var raster = Rasterizable()
  /// The texture of each contents slot in the plan; -1 until it is drawn.
  var textures: [Int32]
  /// The images that backends cache between frames.
  var bitmaps = BitmapCache()
  /// The extents of subtrees that were examined.
  var extents = SubtreeExtents()
  /// The cached bitmaps for which the plan has targets, by the backend's keys.
  var knownBitmaps: [UInt64: PassStack.PlacedTarget] = [:]
  /// The bitmaps that the plan draws, to be cached.
  var newBitmaps: [BitmapCache.Key] = []
  /// The masks of paths, cached between frames.
  var masksOfPaths = PathMasks()
  /// Masks of the fragments of 3D scenes, cached between frames.
  var masksOfScenes = SceneMasks()
  /// The backdrop readers, found when the first pass may be avoided.
  lazy var backdropReaders = BackdropReaders(tree)
  /// The blend groups, found at the first layer.
  lazy var blendGroups = BlendGroups(tree)
  var leaves: [SceneLeaf] = []
  var fragments: [SceneFragment] = []
  /// The layers that planes of 3D scenes cause to be visited more than once.
  var repeatedVisits = 0
  private var clock: PlanningClock
  /// The remaining jobs; the next one is the last.
  var jobs: [Job] = []
  /// The copies that remain to be drawn, of the innermost replicator last.
  private var copies: [Copies] = []
  /// The images of masks that wait for the content that they mask; nil for empty ones.
  var masks: [PassStack.PlacedTarget?] = []

  enum Job {
    /// Resumes a layer at one of its stages.
    case layer(LayerJob)
    /// Draws the next of some siblings, faded by an opacity of their own.
    case siblings(Siblings, PlaneContext, opacity: Float)
    /// Draws the next copy of a replicator's sublayers, the last of `copies`.
    case copies
    /// Draws the items above a layer's sublayers.
    case border(node: Int32, PlaneContext, bleeds: Bool)
    /// Draws the particles of a layer, in its plane or in a 3D scene; apart from the jobs, which
    /// would have its size.
    indirect case particles(node: Int32, CATransform3D?, PlaneContext)
    /// Removes the leaves and fragments of a 3D scene.
    case endScene(firstFragment: Int, firstLeaf: Int)
    /// Begins a pass, of which only the pixels are drawn that its mask does not hide if `isCut`.
    case beginPass(
      node: Int32, limit: PixelRect, isBackdropRoot: Bool = false, isCut: Bool = false)
    case endPass(PassEnd)
  }

  /// The sublayers that remain to be drawn.
  enum Siblings {
    /// Siblings in the plane and in order: the next node, and the node after the last.
    case nodes(next: Int32, end: Int32)
    /// A 3D scene: the next fragment, and the one after the last.
    case scene(next: Int, end: Int)
  }

  /// The copies of a replicator's sublayers that remain to be drawn.
  struct Copies {
    var node: Int
    var next = 0
    /// The matrix of the next copy, about the anchor.
    var matrix = Homography.identity
    var step: Homography
    var context: PlaneContext
  }

  init(
    tree: consuming LayerTree, viewport: Viewport, optimizations: Optimizations,
    limits: RenderLimits = RenderLimits(), wanted: NodeSet? = nil
  ) {
    clock = PlanningClock(limit: limits[.milliseconds])
    self.wanted = wanted
    clouds = ParticleClouds(&tree, limit: limits[.particles])
    textures = Array(repeating: -1, count: tree.contents.count)
    rootEdges = RootEdges(tree, viewport, optimizations)
    self.tree = consume tree
    self.viewport = viewport
    self.optimizations = optimizations
    passes = PassStack(
      viewport: viewport, limits: limits, batches: optimizations.contains(.batch),
      occludes: optimizations.contains(.occlude))
    if let excess = clouds.excess { passes.exceed(excess.name, node: excess.node) }
  }

  /// Passes every wanted item to the passes.
  mutating func flatten() {
    // An underlay has a checkerboard of its own.
    if viewport.isCheckered, firstNode == 0 {
      passes.add(background: CheckerboardInstance(behind: viewport))
    }
    let frame = PlaneContext(
      homography: Homography(viewport.transform),
      bounds: optimizations.contains(.cull)
        ? passes.frameBounds : passes.frameBounds.outset(by: PixelRect.guardBand),
      isFlipped: tree.isGeometryFlipped)
    if !tree.nodes.isEmpty {
      if tree.staysInPlane(0) {
        jobs.append(
          .siblings(.nodes(next: 0, end: Int32(tree.nodes.count)), frame, opacity: 1))
      } else {
        beginScene(of: -1, tree.nodes.indices, in: frame)
      }
    }
    while goesOn(), let job = jobs.popLast() { run(job) }
    closeRoot()
  }

  /// Whether no limit is exceeded.
  private mutating func goesOn() -> Bool {
    if clock.isOver { passes.exceed(.milliseconds, node: passes.items?.node ?? 0) }
    return passes.excess == nil
  }

  /// Returns the plan of the flattened tree.
  mutating func finishFrame() -> FramePlan {
    var plan = passes.finish(background: viewport.background)
    complete(&plan)
    return consume plan
  }

  private mutating func complete(_ plan: inout FramePlan) {
    plan.isSpecialized = optimizations.contains(.specialize)
    plan.isSorted = optimizations.contains(.sort)
    plan.sharesPrograms = optimizations.contains(.sharePrograms)
    plan.released = bitmaps.endFrame(tree.versions)
    plan.cachedBytes = bitmaps.statistics.bytes
    plan.encodeColors(for: viewport.output)
  }

  /// The extents of large subtrees, found when the first one is needed.
  lazy var largeExtents = tree.extentsOfLargeSubtrees()

  /// The part of a node's plane that its subtree may paint; its own shadow and filters do not
  /// count.
  ///
  /// - Parameter isClipped: Whether the node's own bounds, if they clip, apply to its content.
  mutating func planeExtent(of root: Int, isClipped: Bool = true) -> CGRect {
    guard tree.isLargeSubtree(root) else {
      return tree.planeExtent(of: root, isClipped: isClipped)
    }
    if isClipped, let known = largeExtents[root] { return known }
    return tree.planeExtent(of: root, known: largeExtents, isClipped: isClipped)
  }

  /// Whether any of some siblings may be visible.
  // Called, it would be given a copy of the flattener.
  @inline(__always)
  func hasVisible(_ siblings: Range<Int>) -> Bool {
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      if isVisible(index) { return true }
      index = Int(tree.nodes[index].subtreeEnd)
    }
    return false
  }

  @inline(__always)
  func isVisible(_ index: Int) -> Bool {
    tree.nodes[index].flags.isDisjoint(with: .absent) && tree.nodes[index].opacity > 0
  }

  // MARK: Wanted nodes

  /// The next of some siblings whose subtree contains a wanted node.
  private func wantedSibling(from next: Int32, _ end: Int32) -> Int32? {
    guard next < end else { return nil }
    guard let wanted, passes.isInFrame else { return next }
    guard let node = wanted.first(from: next), node < end else { return nil }
    // The search for the sibling starts from both sides: few nodes have both many siblings and many
    // ancestors.
    let parent = tree.nodes[Int(next)].parent
    var (above, before) = (node, next)
    while true {
      let up = tree.nodes[Int(above)].parent
      if up == parent { return above }
      above = up
      let after = tree.nodes[Int(before)].subtreeEnd
      if node < after { return before }
      before = after
    }
  }

  /// Whether a subtree contains a wanted node.
  func isWanted(_ node: Int32) -> Bool {
    guard let wanted, passes.isInFrame else { return true }
    guard let first = wanted.first(from: node) else { return false }
    return first < tree.nodes[Int(node)].subtreeEnd
  }

  // MARK: The walk

  private mutating func run(_ job: Job) {
    switch job {
    case .layer(let layer): run(layer)
    case .siblings(.nodes(let next, let end), let context, let opacity):
      run(next..<end, in: context, opacity: opacity)
    case .siblings(.scene(let next, let end), let context, let opacity):
      guard next < end else { return }
      jobs.append(.siblings(.scene(next: next + 1, end: end), context, opacity: opacity))
      enter(fragments[next], in: context)
    case .copies: drawCopy()
    case .border(let node, let context, let bleeds):
      passes.items?.node = node
      drawBorder(tree.nodes[Int(node)], context, bleeds: bleeds)
    case .particles(let node, let matrix, let context):
      passes.items?.node = node
      if let matrix {
        drawParticles(tree.nodes[Int(node)], matrix, context)
      } else {
        drawParticles(tree.nodes[Int(node)], context)
      }
    case .endScene(let firstFragment, let firstLeaf):
      fragments.removeSubrange(firstFragment...)
      leaves.removeSubrange(firstLeaf...)
    case .beginPass(let node, var limit, let isBackdropRoot, let isCut):
      if isCut { limit = limit.intersection(masks.last??.bounds ?? .nothing) }
      passes.begin(node: node, limit: limit, isBackdropRoot: isBackdropRoot)
    case .endPass(let end): finish(end)
    }
  }

  /// Draws siblings up to the first one that has jobs of its own, and defers the others.
  private mutating func run(
    _ siblings: Range<Int32>, in context: PlaneContext, opacity: Float
  ) {
    var context = context
    var (next, end, count) = (siblings.lowerBound, siblings.upperBound, jobs.count)
    repeat {
      let rest = drawRectangles(next..<end, in: context, opacity: opacity)
      guard let sibling = wantedSibling(from: rest, end) else { return }
      next = tree.nodes[Int(sibling)].subtreeEnd
      guard isVisible(Int(sibling)), !isOutside(sibling, of: sibling..<end, in: context) else {
        continue
      }
      guard opacity == 1, onlyHolds(Int(sibling)) else {
        enter(Int(sibling), in: context, opacity: opacity)
        continue
      }
      if next < end { jobs.append(.siblings(.nodes(next: next, end: end), context, opacity: 1)) }
      context = context.placed(by: tree.planarPlacement(of: Int(sibling)), in: &clips)
      (next, end, count) = (sibling + 1, next, jobs.count)
    } while jobs.count == count && goesOn()
    jobs.insert(.siblings(.nodes(next: next, end: end), context, opacity: opacity), at: count)
  }

  /// Whether a layer only places its sublayers, all of which stay in its plane.
  private mutating func onlyHolds(_ index: Int) -> Bool {
    let slots = tree.slots(of: index)
    return tree.nodes[index].isBare && slots.isPlainBox && slots.border < 0 && slots.shadow < 0
      && slots.effects < 0 && slots.replicator < 0
      && (tree.effects.isEmpty || !blendGroups.contains(index))
      && holdsPlane(index, index + 1..<Int(tree.nodes[index].subtreeEnd))
  }

  /// Whether the sublayers of a layer stay in its plane.
  private mutating func holdsPlane(_ index: Int, _ sublayers: Range<Int>) -> Bool {
    // The result of the last frame remains valid until a change removes the trait.
    if passes.items?.traits[index].contains(.isFlat) ?? false { return true }
    guard tree.stayInPlane(sublayers, of: index) else { return false }
    if passes.isInFrame { passes.items?.insert(.isFlat, of: Int32(index)) }
    return true
  }

  /// Draws a visible sublayer that stays in its superlayer's plane.
  private mutating func enter(_ index: Int, in context: PlaneContext, opacity: Float) {
    let own = context.placed(by: tree.planarPlacement(of: index), in: &clips)
    run(LayerJob(node: index, context: own, opacity: opacity))
  }

  /// Draws a layer of a 3D scene, or a fragment of one.
  private mutating func enter(_ fragment: SceneFragment, in context: PlaneContext) {
    let leaf = leaves[fragment.leaf]
    guard isWanted(leaf.node) else { return }
    guard var own = context.placed(by: Homography(leaf.matrix), limits: &clips),
      let inverse = own.homography.inverse
    else { return }
    own.isFlipped = leaf.isFlipped
    own.tint *= leaf.tint
    if leaf.particles != nil { own.opacity *= leaf.opacity }
    switch fragment.coverage {
    case .plain: break
    case .hidden: return
    case .masked(let mask, let x, let y): return drawCovered(leaf, by: mask, x: x, y: y, own)
    }
    for cut in fragment.cuts {
      makeRoomForClip(&own, node: leaf.node)
      clips.push(
        .halfPlane(
          cut.line.carried(by: inverse), keepsPositive: cut.keepsPositive,
          near: passes.frameBounds.center), onto: &own)
    }
    if let matrix = leaf.particles {
      jobs.append(.particles(node: leaf.node, matrix, own))
      return
    }
    // The layer does not run immediately: a pass that makes room for clips begins first.
    jobs.append(.layer(LayerJob(node: Int(leaf.node), context: own, opacity: leaf.opacity)))
  }

  /// Draws a layer itself with its sublayers, without effects.
  mutating func drawCore(_ layer: LayerJob) {
    if layer.foldedMask != .none { return drawMasked(layer) }
    let node = tree.nodes[layer.node]
    let slots = tree.slots(of: node)
    var own = layer.context
    let isLeaf = tree.firstSublayer(of: layer.node) == Int(node.subtreeEnd)
    let clips =
      node.flags.contains(.masksToBounds) && !layer.isClipped
      && (!isLeaf || slots.contents >= 0 || slots.shape >= 0 || slots.emitter >= 0)
    if clips { makeRoomForClip(&own, node: Int32(layer.node)) }
    let fuses = fusesBorder(layer)
    if passes.isInFrame, slots.border >= 0 {
      passes.items?.set(.hasFusedBorder, fuses, of: Int32(layer.node))
    }
    let isDrawn = layer.node < firstNode && passes.isInFrame
    let first = isDrawn ? .sublayers : drawOutline(of: layer, own, withBorder: fuses)
    var inner = own
    if clips { clip(&inner, to: node) }
    // Particles lie above everything, so they are deferred first.
    if slots.emitter >= 0 { jobs.append(.particles(node: Int32(layer.node), nil, inner)) }
    if !fuses, slots.border >= 0 {
      jobs.append(.border(node: Int32(layer.node), own, bleeds: layer.bleeds))
    }
    if slots.contents >= 0, first <= .contents {
      drawContents(
        tree.contents[Int(slots.contents)], node, own: own, clipped: inner, bleeds: layer.bleeds)
    }
    if slots.shape >= 0, first <= .shape { drawPath(tree.shapes[Int(slots.shape)], inner) }
    if !isLeaf { beginSublayers(of: layer.node, in: inner) }
  }

  private mutating func beginSublayers(of index: Int, in context: PlaneContext) {
    let children = tree.firstSublayer(of: index)..<Int(tree.nodes[index].subtreeEnd)
    let step = tree.copyStep(of: index)
    if !CATransform3DIsAffine(step) || !holdsPlane(index, children) {
      beginScene(of: index, children, in: context)
    } else if tree.slots(of: index).replicator >= 0 {
      // Any number of copies of nothing is nothing.
      guard hasVisible(children) else { return }
      copies.append(Copies(node: index, step: Homography(step), context: context))
      jobs.append(.copies)
    } else {
      appendSiblings(children, context, opacity: 1)
    }
  }

  private mutating func appendSiblings(
    _ nodes: Range<Int>, _ context: PlaneContext, opacity: Float
  ) {
    let siblings = Siblings.nodes(next: Int32(nodes.lowerBound), end: Int32(nodes.upperBound))
    jobs.append(.siblings(siblings, context, opacity: opacity))
  }

  /// Draws one copy of the innermost replicator's sublayers, and defers the others.
  private mutating func drawCopy() {
    let last = copies.count - 1
    let (index, matrix) = (copies[last].next, copies[last].matrix)
    let node = tree.nodes[copies[last].node]
    let replicator = tree.replicators[Int(tree.slots(of: node).replicator)]
    guard index < replicator.count else {
      copies.removeLast()
      return
    }
    copies[last].next += 1
    copies[last].matrix = copies[last].step * matrix
    jobs.append(.copies)
    var context = copies[last].context
    context.homography = context.homography * matrix
    if context.limits != 0 { context.limits = clips.pullBack(context.limits, through: matrix) }
    let tint = replicator.tint(of: index)
    context.tint *= SIMD4(tint.x, tint.y, tint.z, 1)
    guard tint.w > 0 else { return }
    let all = tree.firstSublayer(of: copies[last].node)..<Int(node.subtreeEnd)
    appendSiblings(replicator.nodes(of: index, in: all), context, opacity: tint.w)
  }

  private mutating func beginScene(
    of parent: Int, _ nodes: Range<Int>, in context: PlaneContext
  ) {
    let firstLeaf = leaves.count
    let firstFragment = fragments.count
    // A layer alone is drawn as it is in a plane.
    if gatherScene(parent: parent, nodes, isFlipped: context.isFlipped) {
      measureCoverage(
        of: firstFragment..<fragments.count, firstLeaf: firstLeaf, in: context)
    }
    jobs.append(.endScene(firstFragment: firstFragment, firstLeaf: firstLeaf))
    jobs.append(
      .siblings(.scene(next: firstFragment, end: fragments.count), context, opacity: 1))
  }

  /// Begins a pass when a context has as many clips as instances can carry, and leaves the clips to
  /// the pass.
  ///
  /// This is not a reason to isolate the content: where something reads its backdrop, the pass
  /// continues from the backdrop and then replaces it.
  mutating func makeRoomForClip(_ context: inout PlaneContext, node: Int32) {
    guard context.clipDepth >= ClipList.maximum else { return }
    let limit = context.bounds.intersection(passes.limit)
    let goesOn = readsBackdrop(from: Int(node)) && passes.beginOnBackdrop(node: node, limit: limit)
    if !goesOn { passes.begin(node: node, limit: limit) }
    jobs.append(
      .endPass(
        .composite(.init(outer: context, opacity: 1, blendMode: goesOn ? .copy : .sourceOver))))
    context.enterPass(opacity: context.opacity)
  }
}

extension LayerNode {
  /// Whether the layer has no background, and changes nothing of its sublayers but their place.
  fileprivate var isBare: Bool {
    backgroundColor.w <= 0 && opacity == 1 && flags.isDisjoint(with: Self.effects)
  }

  private static let effects: Flags = [
    .masksToBounds, .isGeometryFlipped, .isTransformLayer, .hasMask,
  ]
}
