package import GlazeGeometry
package import GlazeTree

/// Converts a layer tree to a frame plan: a pure function, with caches that survive between frames.
package struct FramePlanner: ~Copyable, Sendable {
  package var optimizations: Optimizations
  /// Whether the backend caches the frames, so that a plan may redraw only the changes since the
  /// previous frame; default false.
  package var keepsFrames = false
  /// The limits on what a frame may request.
  package var limits = RenderLimits()
  /// The last tree, if it was within limits.
  private var admitted: TreeAdmission?
  /// The memory that may be cached between frames.
  package var memory = MemoryBudget.standard
  private var masksOfPaths = PathMasks()
  private var masksOfScenes = SceneMasks()
  private var bitmaps = BitmapCache()
  private var extents = SubtreeExtents()
  /// The tables of shadows.
  ///
  /// They depend only on the shadows' appearance, so another planner may continue with them.
  package var shadowTables = ShadowTableCache()
  /// The part of the last plan's time that converted it to instances; the rest made them a plan.
  package private(set) var flattenTime = Duration.zero
  private var history: FrameHistory?
  /// The keys of frames and underlays that are no longer used.
  private var dropped: [UInt64] = []
  /// The encoding of the last frame, in which all cached images are.
  private var output = OutputColor.standard

  /// The most particles that a frame shows.
  package static let particleLimit = ParticleSampler.limit

  package init(optimizations: Optimizations = .all) {
    self.optimizations = optimizations
  }

  /// Plans one frame.
  ///
  /// - Returns: A plan with an `excess` when the frame would exceed a limit. The planner's caches
  ///   may then be incomplete, so it must be discarded.
  /// - Complexity: O(n) in the layers that are not hidden, and O(n log n) to O(n²) in the layers of
  ///   a 3D scene that overlap each other. For a frame that follows another: O(m log m) in the
  ///   layers that changed and those that overlap their old or new bounds.
  package mutating func plan(_ tree: LayerTree, viewport: Viewport) -> FramePlan {
    flattenTime = .zero
    if let excess = admit(tree) { return giveUp(excess) }
    // The plan is assigned once: a second assignment would retain each of its arrays.
    let plan =
      viewport.output.headroom > 1
      ? planWithin(tree.limited(for: viewport.output), viewport) : planWithin(tree, viewport)
    if let excess = plan.excess ?? plan.excess(over: limits, of: tree) { return giveUp(excess) }
    return consume plan
  }

  /// Returns the empty plan of a frame beyond a limit.
  private mutating func giveUp(_ excess: LimitExcess) -> FramePlan {
    // The next frame must not be drawn over what was planned before the limit was met.
    forgetFrame()
    var plan = FramePlan()
    plan.excess = excess
    return consume plan
  }

  /// Returns the limit that a tree exceeds, as far as that is known before it is planned.
  private mutating func admit(_ tree: LayerTree) -> LimitExcess? {
    if admitted?.isOf(tree, limits) == true || admitted?.extend(to: tree, limits) == true {
      return nil
    }
    let excess = tree.excess(over: limits)
    admitted = excess == nil ? TreeAdmission(tree, limits) : nil
    return excess
  }

  private mutating func planWithin(_ tree: LayerTree, _ viewport: Viewport) -> FramePlan {
    if viewport.output != output { adopt(viewport.output) }
    guard keepsFrames, optimizations.contains(.damage), tree.changes.state != 0,
      !viewport.output.isDeep
    else {
      forgetFrame()
      var items: ItemBounds?
      return planAll(tree, viewport, items: &items)
    }
    if history?.leads(to: tree, viewport, optimizations) == true, var now = history.take() {
      let isSame = tree.changes.state == now.state || tree.changes.isEmpty
      let changed = tree.changes.nodes.count
      if isSame || now.attempts.isDue(changed) {
        if let plan = planChanges(tree, viewport, &now) {
          now.attempts.note(success: true, changed)
          now.state = tree.changes.state
          history = consume now
          return plan
        }
        now.attempts.note(success: false, changed)
      }
      history = consume now
    }
    return planIncrementally(tree, viewport)
  }

  /// Discards what is cached in the encoding of earlier frames.
  private mutating func adopt(_ output: OutputColor) {
    self.output = output
    dropped += bitmaps.keys
    bitmaps = BitmapCache()
    forgetFrame()
  }

  /// Discards the last frame, so that the next is drawn completely.
  ///
  /// The next plan releases the key under which the backend cached it.
  package mutating func forgetFrame() {
    dropped += history.take()?.keys ?? []
  }

  /// The statistics of this planner's caches of path masks and shadow tables, and of the images
  /// that the backend caches for it.
  package var cacheUsage: CacheUsage {
    var cacheUsage = CacheUsage()
    cacheUsage[.masks] = masksOfPaths.statistics
    cacheUsage[.masks] += masksOfScenes.statistics
    cacheUsage[.bitmaps] = bitmaps.statistics
    cacheUsage[.shadowTables] = shadowTables.statistics
    switch history {
    case let history?: cacheUsage[.bitmaps] += history.underlayStatistics
    case nil: break
    }
    return cacheUsage
  }

  /// Discards the last frame, and returns the keys of what the backend may free of it.
  package mutating func giveUpFrame() -> [UInt64] {
    forgetFrame()
    defer { dropped = [] }
    return dropped
  }

  /// The keys of the images that the backend caches for this planner.
  ///
  /// A planner must be used with the same backend every time. When it is removed, or its frame
  /// failed, the backend discards the images of these keys.
  package var cachedKeys: [UInt64] {
    switch history {
    case let history?: bitmaps.keys + history.keys + dropped
    case nil: bitmaps.keys + dropped
    }
  }

  // MARK: Whole frames

  private mutating func planAll(
    _ tree: LayerTree, _ viewport: Viewport, items: inout ItemBounds?
  ) -> FramePlan {
    beginFrame()
    var flattener = flattener(tree, viewport)
    swap(&flattener.passes.items, &items)
    flatten(&flattener)
    swap(&flattener.passes.items, &items)
    var plan = finish(&flattener)
    plan.released += dropped
    dropped = []
    return consume plan
  }

  /// Plans a whole frame over which later frames may be drawn.
  private mutating func planIncrementally(_ tree: LayerTree, _ viewport: Viewport) -> FramePlan {
    let frame = FrameHistory.frame(of: viewport)
    let isSameSize = (history?.viewport).map { FrameHistory.frame(of: $0) == frame } ?? false
    if !isSameSize { forgetFrame() }
    var now =
      history.take()
      ?? FrameHistory(
        state: 0, viewport: viewport, optimizations: [], key: PathMasks.newIdentity(), items: nil)
    (now.viewport, now.optimizations, now.state) = (viewport, optimizations, tree.changes.state)
    now.tileNodes = nil
    if let underlay = now.underlay { dropped.append(underlay.key) }
    now.underlay = nil
    now.steadyEnd = 0
    if now.items?.boxes.count != tree.nodes.count {
      now.items = ItemBounds(count: tree.nodes.count, frame: frame)
    } else {
      now.items?.reset()
    }
    var plan = planAll(tree, viewport, items: &now.items)
    plan.keepFrame(now.key)
    history = consume now
    return consume plan
  }

  // MARK: Changes

  /// The part of the frame above which drawing the whole frame is faster than drawing the damage.
  private static let largestDamage = 0.7

  /// Plans what changed since the last frame; nil when that is too much.
  ///
  /// The changed nodes are drawn with those around their old positions, which shows where they lie now. Unless
  /// they touch other nodes there, this is the plan.
  private mutating func planChanges(
    _ tree: LayerTree, _ viewport: Viewport, _ history: inout FrameHistory
  ) -> FramePlan? {
    if tree.changes.state == history.state || tree.changes.isEmpty {
      return planNothing(viewport, history)
    }
    var damage = DamageRegion(frame: FrameHistory.frame(of: viewport))
    let first = history.renumber(tree.changes, &damage)
    guard let changed = history.changedSubtrees(of: tree) else { return nil }
    history.noteSteadyNodes(before: min(first, history.firstDrawnAfresh(changed, of: tree)))
    beginFrame(isPart: true, underlay: history.underlay)
    history.forget(changed, &damage)
    guard isSmall(damage, viewport) else { return nil }
    // Nodes before an underlay's end need not be drawn.
    let near = history.underlay == nil ? history.nodes(touching: damage) : NodeSet([])
    var flattener = flattener(tree, viewport, wanted: changed.union(near))
    // Beyond a limit the positions of the items are not completely known: planning the whole
    // frame reports it.
    guard draw(changed, with: &flattener, &history) else {
      discard(&flattener)
      return nil
    }
    history.remember(changed, &damage)
    history.includeBackdrops(&damage)
    guard !damage.rects.isEmpty, isSmall(damage, viewport) else {
      discard(&flattener)
      return damage.rects.isEmpty ? planNothing(viewport, history) : nil
    }
    let nodes = history.nodes(touching: damage)
    var plan: FramePlan
    let wantsUnderlay = history.wantsUnderlay(nodes, budget: memory[.bitmaps])
    if wantsUnderlay, var underlay = history.underlay.take() {
      discard(&flattener)
      plan = planOver(&underlay, tree, viewport, damage, nodes, &history)
      history.underlay = underlay
    } else if flattener.wanted?.isSuperset(of: nodes) == true {
      plan = finish(&flattener)
    } else {
      discard(&flattener)
      plan = planPart(tree, viewport, nodes, &history)
    }
    change(&plan, damage.windows, history)
    return consume plan
  }

  private func isSmall(_ damage: DamageRegion, _ viewport: Viewport) -> Bool {
    damage.area <= Self.largestDamage * Double(viewport.width * viewport.height)
  }

  /// Draws changed nodes, which finds the bounds of their items.
  ///
  /// - Returns: false when a limit was met, or when a layer around a change is drawn differently
  ///   because of it.
  private mutating func draw(
    _ changed: NodeSet, with flattener: inout Flattener, _ history: inout FrameHistory
  ) -> Bool {
    // Items of other nodes that are recorded again are the same as those recorded before.
    swap(&flattener.passes.items, &history.items)
    flattener.passes.items?.changed = changed
    flatten(&flattener)
    flattener.passes.items?.changed = nil
    swap(&flattener.passes.items, &history.items)
    return flattener.passes.excess == nil && history.items?.hasTurned == false
  }

  /// Returns the plan of what was flattened.
  private mutating func finish(_ flattener: inout Flattener) -> FramePlan {
    var plan = flattener.finishFrame()
    swapCaches(with: &flattener)
    masksOfPaths.finish(&plan)
    shadowTables.finish(&plan)
    return consume plan
  }

  /// Discards what was flattened; its masks remain for the plan that is made now.
  private mutating func discard(_ flattener: inout Flattener) {
    flattener.bitmaps.revoke(flattener.newBitmaps)
    swapCaches(with: &flattener)
    var plan = FramePlan()
    masksOfPaths.finish(&plan)
  }

  /// Plans some nodes.
  ///
  /// - Parameter prepare: Draws the content under them.
  private mutating func planPart(
    _ tree: LayerTree, _ viewport: Viewport, _ nodes: NodeSet, _ history: inout FrameHistory,
    prepare: (inout Flattener) -> Void = { _ in }
  ) -> FramePlan {
    var flattener = flattener(tree, viewport, wanted: nodes)
    prepare(&flattener)
    swap(&flattener.passes.items, &history.items)
    flatten(&flattener)
    swap(&flattener.passes.items, &history.items)
    return finish(&flattener)
  }

  /// Plans the changes over an underlay that shows everything else, and which grows as needed.
  private mutating func planOver(
    _ underlay: inout Underlay, _ tree: LayerTree, _ viewport: Viewport, _ damage: DamageRegion,
    _ nodes: NodeSet, _ history: inout FrameHistory
  ) -> FramePlan {
    let missing = underlay.missing(in: damage)
    var below: [FramePlan] = []
    if !missing.rects.isEmpty {
      let nodes = history.nodes(touching: missing).clamped(to: 0..<underlay.end)
      // The edges of the root's clip lie above everything.
      var plan = planPart(tree, viewport, nodes, &history) { $0.rootEdges?.leaveOpen() }
      if plan.excess != nil { return plan }
      plan.keepFrame(underlay.key, isCached: underlay.isCached)
      plan.damage = missing.windows
      underlay.fill(missing)
      below = [plan]
    }
    let later = nodes.clamped(to: underlay.end..<Int32.max)
    let (end, key) = (underlay.end, underlay.key)
    var plan = planPart(tree, viewport, later, &history) { flattener in
      flattener.firstNode = end
      flattener.passes.addUnderlay(key, damage.windows)
    }
    plan.draw(over: below)
    return consume plan
  }

  /// A plan that leaves the frame unchanged.
  private func planNothing(_ viewport: Viewport, _ history: borrowing FrameHistory) -> FramePlan {
    var plan = FramePlan()
    plan.beginFrame(viewport)
    change(&plan, [], history)
    return consume plan
  }

  /// Makes a plan draw over the last frame.
  private func change(
    _ plan: inout FramePlan, _ damage: [PixelWindow], _ history: borrowing FrameHistory
  ) {
    plan.keepFrame(history.key, isCached: true)
    plan.damage = damage
    plan.cachedBytes = bitmaps.statistics.bytes + (history.underlay?.bytes ?? 0)
  }

  private mutating func flattener(
    _ tree: LayerTree, _ viewport: Viewport, wanted: NodeSet? = nil
  ) -> Flattener {
    var flattener = Flattener(
      tree: tree, viewport: viewport, optimizations: optimizations, limits: limits, wanted: wanted)
    swapCaches(with: &flattener)
    return flattener
  }

  private mutating func beginFrame(isPart: Bool = false, underlay: Underlay? = nil) {
    masksOfScenes.budget = memory[.masks] / 2
    masksOfPaths.budget = max(0, memory[.masks] - masksOfScenes.statistics.bytes)
    bitmaps.budget = max(0, memory[.bitmaps] - (underlay?.bytes ?? 0))
    shadowTables.budget = memory[.shadowTables]
    let keeps = optimizations.contains(.cache)
    masksOfPaths.beginFrame(isPart: isPart, keeps: keeps)
    masksOfScenes.beginFrame(isPart: isPart, keeps: keeps)
    bitmaps.beginFrame(isPart: isPart)
    shadowTables.beginFrame(isPart: isPart)
  }

  private mutating func flatten(_ flattener: inout Flattener) {
    let start = ContinuousClock.now
    flattener.flatten()
    flattenTime += ContinuousClock.now - start
  }

  /// Lends the caches to a flattener, or takes them back.
  private mutating func swapCaches(with flattener: inout Flattener) {
    swap(&masksOfPaths, &flattener.masksOfPaths)
    swap(&masksOfScenes, &flattener.masksOfScenes)
    swap(&bitmaps, &flattener.bitmaps)
    swap(&extents, &flattener.extents)
  }
}

extension FramePlan {
  /// Makes an empty plan that of a frame without passes.
  fileprivate mutating func beginFrame(_ viewport: Viewport) {
    targets = [
      Target(width: viewport.width, height: viewport.height, firstPass: 0, lastPass: 0)
    ]
    output = viewport.output
  }

  /// Draws other plans first.
  fileprivate mutating func draw(over below: [FramePlan]) {
    // The destination of the copy is still empty, so replacing preserves the copied pixels.
    for index in passes.indices where passes[index].target == 0 {
      if passes[index].clearColor != nil { passes[index].clearColor = .zero }
    }
    underlays = below
  }

  /// Caches the frame under a key; a plan beyond a limit has no frame.
  fileprivate mutating func keepFrame(_ key: UInt64, isCached: Bool = false) {
    guard excess == nil else { return }
    targets[0].key = key
    targets[0].isCached = isCached
  }
}
