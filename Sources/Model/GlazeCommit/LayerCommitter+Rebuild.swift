import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

// When layers were added, removed or reordered, the nodes are rearranged. A walk visits the layers around a
// change; the subtrees between them keep their nodes, and are taken as ranges.

/// A step of the walk: a layer that gets a node, or subtrees that keep theirs.
private enum Step {
  case layer(Visit)
  case subtrees(Range<Int32>, parent: Int32)
}

/// A layer that gets a node.
private struct Visit {
  var layer: CALayer
  var parent: Int32
  /// The index of the clock around the layer.
  var clock: Int32 = 0
  /// A Boolean value that indicates whether this is not the first node of the layer.
  var isCopy = false
  /// A Boolean value that indicates whether it lies in delayed copies, the first one included.
  var isInLateCopies = false
}

/// The result of the walk.
private struct Arrangement {
  var order = NodeOrder()
  /// The layers that were visited, in the order of their nodes.
  var visited: [(node: Int32, isWritten: Bool, hasMask: Bool)] = []
  /// The nodes whose content is new to a renderer that caches it.
  var changed: [Int32] = []
  /// The nodes that look different, among those that may have been drawn.
  var redrawn: [Int32] = []
  /// The nodes with animations, and their clocks.
  var animated: [(node: Int32, clock: Int32)] = []
  /// The replicators whose copies have their own nodes.
  var late: [(node: Int32, copies: Int)] = []
}

extension LayerCommitter {
  /// Arranges the nodes in the order of the layers, and writes those of layers that changed.
  ///
  /// - Parameter count: The number of layers, as far as it is known.
  /// - Complexity: O(n), with little for each layer that is in a subtree without changes.
  func rebuild(at time: CFTimeInterval, count: Int) {
    let old = layers
    let hadLateCopies = hasLateCopies
    let open = hadLateCopies ? nil : openNodes(withAnimated: true)
    // Delayed copies have many nodes for a layer, whose places are not known.
    if hadLateCopies { store = NodeStore() }
    store.tree.isGeometryFlipped = queue.isGeometryFlipped
    (layers, tiled, emitters) = ([], [], [])
    layers.reserveCapacity(count)
    sampler = AnimationSampler()
    hasLateCopies = false
    let found = walk(old, open, keepsNodes: !hadLateCopies, time)
    let (nodes, changes) = (store.tree.nodes, store.tree.changes)
    let places = found.order.places(of: nodes.count)
    store.rearrange(found.order, places)
    write(found)
    addAnimations(of: found.animated)
    if hadLateCopies || hasLateCopies {
      store.tree.changes = TreeChanges()
      store.tree.changes.state = NodeStore.newVersion()
    } else {
      store.noteRebuild(of: nodes, changes, found.order, places, changed: found.redrawn)
    }
    dismiss(old, places)
    queue.mustRebuild = false
  }

  /// Finds the nodes around changes; nil when no node can be kept.
  ///
  /// - Parameter withAnimated: Whether those with animations and times of their own count, too.
  func openNodes(withAnimated: Bool) -> OpenNodes? {
    if queue.mustRebuild || hasLateCopies || layers.isEmpty { return nil }
    var open: OpenNodes? = OpenNodes(count: layers.count)
    for layer in queue.dirty { insert(layer, into: &open) }
    guard withAnimated else { return open }
    for node in sampler.animatedNodes { open?.insert(node, of: store.tree.nodes) }
    for (node, _) in emitters { open?.insert(node, of: store.tree.nodes) }
    for layer in tiled { insert(layer, into: &open) }
    return open
  }

  func insert(_ layer: CALayer, into open: inout OpenNodes?) {
    if layer.queue === queue { open?.insert(layer.nodeIndex, of: store.tree.nodes) }
  }

  // MARK: Walk

  private func walk(
    _ old: [CALayer], _ open: OpenNodes?, keepsNodes: Bool, _ time: CFTimeInterval
  ) -> Arrangement {
    var found = Arrangement()
    found.order.reserveCapacity(layers.capacity)
    var lateCopies: LateCopies?
    var pending = [Step.layer(Visit(layer: root, parent: -1))]
    while let step = pending.popLast() {
      switch step {
      case .subtrees(let range, let parent):
        let first = found.order.append(range, parent: parent, of: store.tree.nodes)
        let kept = old[Int(range.lowerBound)..<Int(range.upperBound)]
        layers.append(contentsOf: kept)
        let distance = first - range.lowerBound
        if distance != 0 { for layer in kept { layer.nodeIndex += distance } }
      case .layer(let visit):
        let index = add(visit, to: &found, keepsNodes: keepsNodes)
        let clock = enter(visit.layer, at: index, visit, time, &found.animated)
        if visit.layer is CAEmitterLayer { emitters.append((index, clock)) }
        if !visit.isCopy { take(visit.layer, at: index) }
        layers.append(visit.layer)
        let copies = copies(of: visit, &lateCopies)
        if copies > 0 { found.late.append((index, copies)) }
        append(visit, at: index, clock, copies: copies, open, to: &pending)
      }
    }
    return found
  }

  /// Adds a layer's node.
  private func add(_ visit: Visit, to found: inout Arrangement, keepsNodes: Bool) -> Int32 {
    let layer = visit.layer
    let isOwn = layer.queue === queue
    let index = found.order.append(
      isOwn && !visit.isCopy && keepsNodes ? layer.nodeIndex : -1, parent: visit.parent)
    let changes = layer.changes.subtracting([.structure, .layout, .display, .kept])
    if !isOwn {
      layer.queue?.loseLayers()
      notice(layer)
    } else if !visit.isCopy, !changes.isDisjoint(with: .noticed) {
      notice(layer)
    }
    // Animations may have ended and been dropped while the node shows an earlier time.
    let isAnimated = (layer.timeline?.samplerEntry ?? -1) >= 0
    let isWritten = !isOwn || visit.isCopy || !keepsNodes || !changes.isEmpty || isAnimated
    found.visited.append((index, isWritten, shownMask(of: layer) != nil))
    if !isOwn || visit.isCopy || !layer.changes.isSubset(of: .asking) {
      found.changed.append(index)
    }
    // Its animations are sampled again.
    if !isOwn || !changes.isEmpty || layer.timeline != nil { found.redrawn.append(index) }
    return index
  }

  /// Determines the clock of a layer, and whether the layer is animated.
  private func enter(
    _ layer: CALayer, at index: Int32, _ visit: Visit, _ time: CFTimeInterval,
    _ animated: inout [(node: Int32, clock: Int32)]
  ) -> Int32 {
    guard let timeline = layer.timeline else { return visit.clock }
    begin(layer, at: time)
    var clock = visit.clock
    let timing = timeline.timing
    if !timing.isIdentity {
      sampler.addStay(of: index, timing, clock: clock)
      clock = sampler.addClock(.layer(timing), after: clock)
    }
    if !visit.isCopy {
      timeline.clock = timing.isIdentity ? -1 : clock
      timeline.samplerEntry = -1
    }
    if !timeline.animations.isEmpty { animated.append((index, clock)) }
    return clock
  }

  /// Takes ownership of a layer.
  private func take(_ layer: CALayer, at index: Int32) {
    layer.queue = queue
    layer.nodeIndex = index
    layer.changes = []
    if let layer = layer as? CATiledLayer { tiled.append(layer) }
  }

  /// Pushes the sublayers of a layer; delayed copies are pushed one by one.
  private func append(
    _ visit: Visit, at index: Int32, _ clock: Int32, copies: Int, _ open: OpenNodes?,
    to pending: inout [Step]
  ) {
    let layer = visit.layer
    let closes = copies == 0 && !visit.isInLateCopies
    let nodes = store.tree.nodes
    for copy in (0..<max(copies, 1)).reversed() {
      var inner = clock
      if copy > 0, let replicator = layer as? CAReplicatorLayer {
        inner = sampler.addClock(.late(replicator.instanceDelay * Double(copy)), after: clock)
      }
      for child in layer.sublayerList.reversed() {
        if closes, let range = keptNodes(of: child, open, nodes) {
          append(range, parent: index, to: &pending)
          continue
        }
        pending.append(
          .layer(
            Visit(
              layer: child, parent: index, clock: inner, isCopy: visit.isCopy || copy > 0,
              isInLateCopies: visit.isInLateCopies || copies > 0)))
      }
    }
    if let mask = shownMask(of: layer) {
      pending.append(
        .layer(
          Visit(
            layer: mask, parent: index, clock: clock, isCopy: visit.isCopy,
            isInLateCopies: visit.isInLateCopies)))
    }
  }

  /// Pushes a subtree, or extends the one that follows it.
  private func append(_ range: Range<Int32>, parent: Int32, to pending: inout [Step]) {
    if case .subtrees(let next, parent)? = pending.last, next.lowerBound == range.upperBound {
      pending[pending.count - 1] = .subtrees(range.lowerBound..<next.upperBound, parent: parent)
    } else {
      pending.append(.subtrees(range, parent: parent))
    }
  }

  /// Returns the nodes of a layer in whose subtree nothing changed; nil for any other.
  @inline(__always)
  func keptNodes(
    of layer: CALayer, _ open: borrowing OpenNodes?, _ nodes: borrowing [LayerNode]
  ) -> Range<Int32>? {
    let index = layer.nodeIndex
    guard layer.queue === queue, open?.contains(index) == false else { return nil }
    return index..<nodes[Int(index)].subtreeEnd
  }

  /// Returns the number of copies of a layer's sublayers that need their own nodes because of a
  /// delay; 0 for none.
  ///
  /// - Parameter lateCopies: The decisions so far; nil if no replicator was visited.
  private func copies(of visit: Visit, _ lateCopies: inout LateCopies?) -> Int {
    guard let replicator = visit.layer as? CAReplicatorLayer, replicator.showsCopiesLate > 0 else {
      return 0
    }
    hasLateCopies = true
    var decided = lateCopies ?? LateCopies(root: root)
    defer { lateCopies = decided }
    if let copies = decided.copies(of: replicator, isCounted: visit.isInLateCopies) {
      return copies
    }
    notice(.lateCopies(limit: LateCopies.limit), of: replicator)
    return 0
  }

  /// Returns the mask that is drawn: none for a layer that only places its sublayers, and none for
  /// a mask.
  func shownMask(of layer: CALayer) -> CALayer? {
    guard let mask = layer.maskLayer, !layer.isTransformOnly else { return nil }
    guard layer === root || !layer.isMask else {
      notice(.maskOfMask, of: layer)
      return nil
    }
    return mask
  }

  // MARK: Nodes

  /// Writes the nodes of the visited layers.
  private func write(_ found: Arrangement) {
    let since = NodeStore.newVersion()
    store.tree.changes = TreeChanges()
    for (node, isWritten, hasMask) in found.visited {
      if isWritten {
        store.write(layers[Int(node)], at: Int(node), hasMask: hasMask)
      } else {
        store.setMask(hasMask, of: Int(node))
      }
    }
    for (node, copies) in found.late { store.separate(copies, of: Int(node)) }
    for index in found.changed { store.touch(Int(index), since: since) }
  }

  private func addAnimations(of animated: [(node: Int32, clock: Int32)]) {
    // Copies share the values of their layer's animations.
    var shared: [ObjectIdentifier: LayerAnimations] = [:]
    for (node, clock) in animated {
      let layer = layers[Int(node)]
      let animations = shared[ObjectIdentifier(layer)] ?? LayerAnimations(layer)
      if hasLateCopies { shared[ObjectIdentifier(layer)] = animations }
      add(animations, of: layer, at: Int(node), clock)
    }
  }

  /// Lets the layers go that are no longer in the tree.
  private func dismiss(_ old: [CALayer], _ places: [Int32]) {
    for (former, layer) in old.enumerated() {
      guard former >= places.count || places[former] < 0, layer.queue === queue else { continue }
      let index = Int(layer.nodeIndex)
      if index >= layers.count || layers[index] !== layer {
        layer.leaveCommitter(nodeIndex: -2)
        layer.loseAnimations()
      }
    }
  }
}
