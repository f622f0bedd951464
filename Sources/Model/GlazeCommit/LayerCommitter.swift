package import Foundation
import GlazeAnimation
package import GlazeGeometry
package import GlazeLayers
package import GlazeTree

/// Converts a tree of layers to values, and updates the values when the layers change.
///
/// ```
/// layer.opacity = 0.5 ──▶ CommitQueue: dirty: [layer]        once per layer and commit
/// commit(at: t)       ──▶ layout, display ──▶ nodes[layer.nodeIndex] rewritten in place
///                         (sublayers changed: the nodes are rearranged)
///                     ──▶ animations of changed layers ──▶ AnimationSampler
/// sample(at: t)       ──▶ nodes of animated layers rewritten in place; no layer is touched
/// ```
///
/// A layer belongs to one committer at a time. If two committers commit the same layers, each
/// detects at its next commit that the other took them, and builds its tree again: slower, but
/// correct.
package final class LayerCommitter: CommittedLayers {
  /// The changes of the layers since the last commit.
  package let queue: CommitQueue
  /// The features that layers requested and that were omitted from the commits so far.
  var noticed = CommitNotices()

  @exclusivity(unchecked) var store = NodeStore()
  /// The layer of each node; it retains the layers, so that their pointers to the committer never
  /// dangle.
  var layers: [CALayer] = []
  /// The layers with animations that begin or end at some time.
  private var unsettled: [CALayer] = []
  /// No animation of those layers begins or ends before this media time.
  private var nextSettling = -Double.infinity
  /// The time of the last commit if the caller gave one; nil if it was "now".
  private var lastTime: CFTimeInterval?
  /// The time of the current values.
  private var frameTime: CFTimeInterval = 0
  /// The layers of the commit that is being made; its memory is that of `dirty`, in turn.
  private var committing: [CALayer] = []
  /// The nodes that emit particles, with the indices of their clocks.
  var emitters: [(node: Int32, clock: Int32)] = []
  /// The nodes of the layers that draw tiles.
  var tiled: [CATiledLayer] = []
  /// The layers that requested layout or display in the last permitted round of layout or display.
  private var stillAsking: [CALayer] = []
  /// The animations of the committed values.
  @exclusivity(unchecked) var sampler = AnimationSampler()
  /// A Boolean value that indicates whether a replicator delays its copies.
  var hasLateCopies = false
  /// The layers in transition.
  var transitions: [ObjectIdentifier: CommittedTransition] = [:]
  /// The limits on the work that layers may request.
  package var limits = RenderLimits()
  private var displayBudget = DisplayBudget(RenderLimits())

  /// Creates a committer that has not committed anything yet.
  ///
  /// - Parameter isGeometryFlipped: Whether y points down around the root.
  package init(root: CALayer, isGeometryFlipped: Bool) {
    queue = CommitQueue(root: root, isGeometryFlipped: isGeometryFlipped)
    queue.committed = self
  }

  var root: CALayer { queue.root }

  deinit {
    // The next renderer finds the animations unchanged.
    for layer in layers where layer.queue === queue { layer.leaveCommitter(nodeIndex: -1) }
  }

  /// Lays out and displays the layers that need it, and returns the values of all layers as they
  /// are shown at the time.
  ///
  /// The implicit transaction of the thread ends first.
  ///
  /// - Parameter time: The media time in seconds, at which animations begin that wait for a commit;
  ///   nil is `CACurrentMediaTime()`.
  /// - Complexity: O(changed layers, and layers with animations); O(n) when sublayers were added,
  ///   removed or reordered, or when the time of a layer was changed.
  package func commit(at time: CFTimeInterval? = nil) -> LayerTree {
    lastTime = time
    TransactionStack.existing?.endImplicit()
    let time = time ?? CACurrentMediaTime()
    MediaClock.whileAt(time) { commit(atMediaTime: time) }
    frameTime = time
    return treeWithTransitions(at: time)
  }

  private func commit(atMediaTime time: CFTimeInterval) {
    root.hostIsFlipped = queue.isGeometryFlipped
    let count = layOutAndDisplay()
    root.hostIsFlipped = nil
    keepContents(at: time)
    if needsRebuild {
      rebuild(at: time, count: count)
      queue.removeAll()
    } else {
      patchChangedLayers(at: time)
    }
    for layer in stillAsking { layer.noteChange(.layout) }
    stillAsking = []
    showAnimations(at: time)
    showEmitters(at: time)
    settleTransitions()
    settle(at: time)
  }

  /// Rewrites the nodes of the layers that changed.
  private func patchChangedLayers(at time: CFTimeInterval) {
    let since = NodeStore.newVersion()
    queue.take(&committing)
    for layer in committing {
      guard let (changes, place) = layer.takeChanges(from: queue) else { continue }
      // Most changes of most programs.
      if let place, store.place(place.node, at: place.position, z: place.z, since: since) {
        continue
      }
      if changes.contains(.animations) { begin(layer, at: time) }
      patch(layer, changes, since: since)
      if !changes.isDisjoint(with: .noticed) { notice(layer) }
      if !changes.isDisjoint(with: .anywhere) { noticePlace(of: layer) }
    }
    committing.removeAll(keepingCapacity: true)
    queue.kept.removeAll()
  }

  /// Reports the animations that began or ended, if there may be any.
  private func settle(at time: CFTimeInterval) {
    guard time >= nextSettling else { return }
    unsettled.removeAll { layer in
      let goesOn = layer.queue === queue && layer.settleAnimations(at: time, under: root)
      if !goesOn { layer.timeline?.isUnsettled = false }
      return !goesOn
    }
    nextSettling = unsettled.isEmpty ? .infinity : sampler.nextEvent(after: time)
  }

  func begin(_ layer: CALayer, at time: CFTimeInterval) {
    layer.beginAnimations(at: time, under: root)
    if let timeline = layer.timeline, !timeline.isUnsettled {
      timeline.isUnsettled = true
      unsettled.append(layer)
    }
    nextSettling = -.infinity
  }

  /// The media time that is used if none is given.
  var shownTime: CFTimeInterval { lastTime ?? CACurrentMediaTime() }

  /// Returns the values of all layers of the last commit as they are shown at a time.
  ///
  /// The same time gives the same values, in whatever order times are requested.
  ///
  /// - Parameter time: The media time in seconds.
  /// - Complexity: O(animations); no layer is touched.
  package func sample(at time: CFTimeInterval) -> LayerTree {
    lastTime = time
    showAnimations(at: time)
    showEmitters(at: time)
    frameTime = time
    return treeWithTransitions(at: time)
  }

  /// Writes the values of animated layers at a time; layers whose drawing is animated draw
  /// themselves.
  private func showAnimations(at time: CFTimeInterval) {
    for (index, node, values) in sampler.redrawn(at: time) {
      let drawing =
        values.isEmpty
        ? nil
        : MediaClock.whileAt(time) { layers[node].drawing(showing: values, of: self, at: time) }
      sampler.setDrawing(drawing, of: index)
    }
    store.show(&sampler, at: time)
  }

  /// Copies the current appearance of layers before it is overwritten: the layers, and all values.
  ///
  /// - Parameter time: The time at which animations are frozen.
  func valuesShown(at time: CFTimeInterval) -> LayerTree {
    showAnimations(at: time)
    return store.tree
  }

  /// A Boolean value that indicates whether layers changed since the last commit; true before the
  /// first.
  package var hasChanges: Bool { !queue.isEmpty }

  /// Returns the time of a layer at a media time.
  func layerTime(of clock: Int32, at time: CFTimeInterval) -> CFTimeInterval {
    sampler.localTime(of: clock, at: time)
  }

  /// Returns the first media time, from a given time on, at which another frame is due: the time
  /// itself while something moves or waits for a commit, else the time when the next animation
  /// begins; infinity if nothing remains.
  package func nextChange(after time: CFTimeInterval) -> CFTimeInterval {
    if hasChanges { return time }
    let births = emitters.map { sampler.nextRun(of: $0.clock, at: time) }
    return min(births.min() ?? .infinity, sampler.nextChange(after: time))
  }

  /// The last media time at which the committed content moves: infinity if it never stops, minus
  /// infinity if nothing is animated.
  package var lastChange: CFTimeInterval { emitters.isEmpty ? sampler.lastChange : .infinity }

  /// Returns the committed values of a layer's animated properties at a media time.
  func sampledValues(
    of layer: CALayer, at time: CFTimeInterval
  ) -> [(AnimationTarget, PropertyValue)] {
    guard layer.queue === queue, let entry = layer.timeline?.samplerEntry else { return [] }
    return sampler.values(of: entry, at: time)
  }

  /// Rewrites the node of a layer and the values of its animations.
  private func patch(_ layer: CALayer, _ changes: LayerChanges, since: UInt64) {
    let index = Int(layer.nodeIndex)
    guard let timeline = layer.timeline else {
      store.patch(layer, at: index, changes, since: since)
      return
    }
    let entry = timeline.samplerEntry
    let clock = clock(of: layer)
    var animations: LayerAnimations?
    var isReplaced =
      entry >= 0
      && sampler.replace(entry, withChangesOf: layer, timeline.animations, clock: clock)
    if !isReplaced, !timeline.animations.isEmpty {
      let values = LayerAnimations(layer)
      isReplaced = entry >= 0 && sampler.replace(entry, with: values, of: layer, clock: clock)
      animations = values
    }
    if isReplaced {
      // The next frame writes the animated values, also where they are the layer's own.
      if changes != [.place, .animations]
        || !store.place(
          index, at: layer.state.position, z: layer.state.zPosition, since: since)
      {
        store.patch(layer, at: index, changes, since: since)
      }
      for problem in animations?.problems ?? [] { notice(problem, of: layer) }
      return
    }
    // The node contains animated values.
    store.patch(layer, at: index, entry >= 0 ? changes.union(.ofNodes) : changes, since: since)
    sampler.remove(entry)
    timeline.samplerEntry = -1
    if let animations { add(animations, of: layer, at: index, clock) }
  }

  func add(
    _ animations: LayerAnimations, of layer: CALayer, at node: Int, _ clock: Int32
  ) {
    let entry = sampler.add(animations, of: layer, node: Int32(node), clock: clock)
    if layer.nodeIndex == Int32(node) { layer.timeline?.samplerEntry = entry }
    store.makeRoom(for: sampler.entries[Int(entry)])
    for problem in animations.problems + sampler.problems(of: entry) {
      notice(problem, of: layer)
    }
  }

  /// Returns the index of a layer's clock.
  func clock(of layer: CALayer) -> Int32 {
    var next: CALayer? = layer
    while let layer = next {
      if let clock = layer.timeline?.clock, clock >= 0 { return clock }
      next = layer === root ? nil : layer.owner
    }
    return 0
  }

  /// Whether something prevents rewriting nodes one by one.
  private var needsRebuild: Bool {
    if queue.mustRebuild || sampler.wantsRebuild || !queue.pending.isDisjoint(with: .rebuilding) {
      return true
    }
    guard hasLateCopies || queue.pending.contains(.kind) else { return false }
    return queue.dirty.contains(where: showsCopiesLate)
  }

  /// Returns whether a layer delays its copies, or lies in a copy that is delayed.
  private func showsCopiesLate(_ layer: CALayer) -> Bool {
    if let replicator = layer as? CAReplicatorLayer, replicator.showsCopiesLate != 0 { return true }
    guard hasLateCopies, layer.queue === queue else { return false }
    var next: CALayer? = layer
    while let layer = next {
      if let replicator = layer as? CAReplicatorLayer {
        // Delayed copies exist, or existed.
        if replicator.showsCopiesLate != 0 { return true }
        if store.copyStride(of: Int(replicator.nodeIndex)) > 0 { return true }
      }
      next = layer === root ? nil : layer.owner
    }
    return false
  }

  /// Restarts the record of changes, after all of them were drawn.
  package func forgetChanges() {
    store.beginChanges()
  }

  /// Updates the particles of emitters to a time.
  private func showEmitters(at time: CFTimeInterval) {
    guard !emitters.isEmpty else { return }
    let since = NodeStore.newVersion()
    sampler.setClocks(time)
    let histories = emitterHistories()
    for (node, clock) in emitters {
      let local = sampler.times[Int(clock)]
      var history = histories.isEmpty ? nil : histories[ObjectIdentifier(layers[Int(node)])]
      // Nothing is animated before.
      if let start = history?.start, local <= start { history = nil }
      store.setTime(local, history, ofEmitterAt: Int(node), since: since)
    }
  }

  /// The histories of the emitters whose births are animated; delayed copies share one, until the
  /// latest of their times.
  private func emitterHistories() -> [ObjectIdentifier: EmitterHistory] {
    let entries = sampler.entriesOfBirths
    if entries.isEmpty { return [:] }
    var latest: [ObjectIdentifier: (entry: Int, time: Double)] = [:]
    for (node, clock) in emitters {
      guard let entry = entries[node] else { continue }
      let (layer, time) = (ObjectIdentifier(layers[Int(node)]), sampler.times[Int(clock)])
      if time > latest[layer]?.time ?? -.infinity { latest[layer] = (entry, time) }
    }
    return latest.compactMapValues { sampler.emitterHistory(of: $0.entry, until: $0.time) }
  }

  /// Draws the tiles that a frame of the last commit needs, and returns the values with them.
  ///
  /// - Parameters:
  ///   - toPixels: The map from the space of the root to the frame.
  ///   - frameSize: The size of the frame in pixels.
  /// - Returns: nil if nothing changed.
  /// - Complexity: O(tiled layers * depth), plus the drawing.
  package func drawTiles(_ toPixels: CGAffineTransform, frameSize: CGSize) -> LayerTree? {
    var changed = false
    for layer in tiled where layer.queue === queue && layer.drawing?.tiles != nil {
      let map =
        Homography(toPixels) * Homography(root.matrixToSuperlayer) * layer.map(to: root)
      var isRepeated = false
      var next: CALayer? = layer
      while let above = next, above !== root, !isRepeated {
        next = above.owner
        isRepeated = next is CAReplicatorLayer
      }
      let isDrawn = MediaClock.whileAt(frameTime) {
        layer.drawTiles(map, frameSize: frameSize, isRepeated: isRepeated)
      }
      if isDrawn {
        changed = true
        // Drawing may have changed the layer; the next commit handles that.
        store.patch(
          layer, at: Int(layer.nodeIndex), .contents, since: NodeStore.newVersion())
      }
      for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
    }
    return changed ? treeWithTransitions(at: frameTime) : nil
  }

  // MARK: Committed values, before the next commit

  package func committedChildren(of layer: CALayer) -> [(layer: CALayer, isMask: Bool)] {
    let index = Int(layer.nodeIndex)
    guard isCommitted(layer) else { return [] }
    var result: [(CALayer, Bool)] = []
    var next = index + 1
    while next < Int(store.tree.nodes[index].subtreeEnd) {
      let isMask = next == index + 1 && store.tree.nodes[index].flags.contains(.hasMask)
      result.append((layers[next], isMask))
      next = Int(store.tree.nodes[next].subtreeEnd)
    }
    return result
  }

  package func committedParent(of layer: CALayer) -> CALayer? {
    guard isCommitted(layer) else { return nil }
    let parent = Int(store.tree.nodes[Int(layer.nodeIndex)].parent)
    return parent < 0 ? nil : layers[parent]
  }

  package func isCommitted(_ layer: CALayer) -> Bool {
    let index = Int(layer.nodeIndex)
    return layers.indices.contains(index) && layers[index] === layer
  }

  package func committedRecord(of layer: CALayer) -> LayerRecord {
    if layer.changes.contains(.kept) { return queue.kept.record(of: layer) }
    var record = layer.record
    if layer.changes.contains(.place), isCommitted(layer) {
      let node = store.tree.nodes[Int(layer.nodeIndex)]
      let place = sampler.place(under: layer.timeline?.samplerEntry ?? -1)
      record.state.position = place.position ?? node.position
      record.state.zPosition = CGFloat(place.z ?? node.zPosition)
    }
    return record
  }

  package func shownValue(of property: LayerProperty, in layer: CALayer) -> PropertyValue? {
    guard layer.queue === queue, let entry = layer.timeline?.samplerEntry, entry >= 0 else {
      return nil
    }
    return sampler.value(of: property, in: entry, at: shownTime)
  }

  package func animatedValues(
    of layer: CALayer, at time: CFTimeInterval?
  ) -> [(String, PropertyValue)] {
    sampledValues(of: layer, at: time ?? shownTime).map { ($0.keyPath, $1) }
  }

  package func onlyNumbersMove(_ entry: Int32) -> Bool {
    sampler.writesOnlyNumbers(entry)
  }

  // MARK: Layout and display

  /// Layers are laid out from the root down, so that a tree can build itself in one pass at any
  /// depth.
  ///
  /// Layers that were laid out may request it again for a few rounds; later requests wait for the
  /// next commit.
  ///
  /// - Returns: The number of layers, as far as it is known.
  private func layOutAndDisplay() -> Int {
    var count = layers.count
    var candidates: [CALayer] = []
    displayBudget = DisplayBudget(limits)
    stillAsking = []
    if !queue.mustRebuild, queue.pending.isDisjoint(with: .seekingLayout) { return count }
    let rounds = 8
    for round in 1...rounds {
      let everything = queue.mustRebuild || queue.pending.contains(.structure)
      var didWork = false
      if everything {
        candidates = layersAroundChanges { layer in
          guard layer.layoutIsNeeded else { return }
          didWork = true
          layer.layoutOnceIfNeeded()
        }
        count = layers.count + candidates.count { $0.queue !== queue }
      } else {
        candidates = queue.dirty
        for layer in candidates where layer.layoutIsNeeded {
          didWork = true
          layer.layoutOnceIfNeeded()
        }
      }
      if didWork, round < rounds, candidates.contains(where: \.layoutIsNeeded) { continue }
      if everything {
        for layer in candidates where layer.hasTurnedOver { layer.setNeedsDisplay() }
      }
      for layer in candidates where layer.displayIsNeeded && displayBudget.admits(layer) {
        didWork = true
        layer.displayIfNeeded()
        for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
      }
      if !didWork { break }
    }
    stillAsking = candidates.filter { $0.layoutIsNeeded || $0.displayIsNeeded }
    return count
  }

  /// The limit that layers exceeded in the last commit; they are not displayed.
  package var excess: LimitExcess? {
    displayBudget.excess.map {
      LimitExcess($0.name, limit: limits[$0.name], node: max($0.layer.nodeIndex, 0))
    }
  }

  /// The maximum number of layers in a walk, so that layers that add layers without end do not
  /// exhaust memory.
  private static let layerLimit = 1 << 22

  /// Returns the layers in preorder, without subtrees in which nothing changed.
  ///
  /// - Parameter visit: Called with each layer before its sublayers are read, which it may change.
  private func layersAroundChanges(visit: (CALayer) -> Void) -> [CALayer] {
    var result: [CALayer] = []
    var open = openNodes(withAnimated: false)
    var noted = queue.dirty.count
    var pending = [(layer: root, isElsewhere: false)]
    while let (layer, wasElsewhere) = pending.popLast(), result.count < Self.layerLimit {
      visit(layer)
      result.append(layer)
      for changed in queue.dirty[noted...] { insert(changed, into: &open) }
      noted = queue.dirty.count
      // Bitmaps that layers in it drew may be upside down now.
      let isElsewhere = wasElsewhere || isPlacedElsewhere(layer)
      let (nodes, index) = (store.tree.nodes, layer.nodeIndex)
      for child in layer.sublayerList.reversed() {
        let kept = isElsewhere ? nil : keptNodes(of: child, open, nodes)
        if let kept, nodes[Int(kept.lowerBound)].parent == index { continue }
        pending.append((child, isElsewhere))
      }
      if let mask = shownMask(of: layer) { pending.append((mask, isElsewhere)) }
    }
    return result
  }

  /// Returns whether a layer has another superlayer than at the last commit, or another direction of y.
  private func isPlacedElsewhere(_ layer: CALayer) -> Bool {
    guard isCommitted(layer), layer.queue === queue else { return true }
    let node = store.tree.nodes[Int(layer.nodeIndex)]
    let owner = layer === root ? -1 : layer.owner?.nodeIndex ?? -1
    return node.parent != owner
      || node.flags.contains(.isGeometryFlipped) != layer.isGeometryFlipped
  }
}
