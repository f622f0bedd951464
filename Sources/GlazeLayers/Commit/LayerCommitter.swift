package import Foundation
package import GlazeGeometry
package import GlazeTree

/// Turns a tree of layers into values, and keeps the values in step with the layers.
///
/// ```
/// layer.opacity = 0.5 ──▶ noteChange ──▶ dirty: [layer]      once per layer and commit
/// commit()            ──▶ layout, display ──▶ nodes[layer.nodeIndex] rewritten in place
///                         (sublayers changed: the node array is built again)
/// ```
///
/// A layer shows in one committer at a time. When two commit the same layers, each finds at its next
/// commit that the other took them, and builds its tree again: slower, never wrong.
package final class LayerCommitter {
  package let root: CALayer
  /// Whether y points down in the space that the root is placed in.
  package let isGeometryFlipped: Bool
  /// What was asked for by layers and left out of what was committed so far: each once, with the
  /// first layer that asked for it.
  package private(set) var notices: [CommitNotice] = []

  private var noticed: Set<UndrawnFeature> = []
  private(set) var store = NodeStore()
  /// The layer of each node; retains them, so that their pointers to here never dangle.
  private(set) var layers: [CALayer] = []
  /// Those that have animations which begin or end some time.
  private var unsettled: [ObjectIdentifier: CALayer] = [:]
  /// The time of the last commit where the caller said one; nil where that was "now".
  private var lastTime: CFTimeInterval?
  private var dirty: [CALayer] = []
  /// Those of the layers that draw tiles.
  private var tiled: [CATiledLayer] = []
  /// Layers that asked for layout or display while they were laid out or displayed, once too often.
  private var stillAsking: [CALayer] = []
  /// The node array does not describe the layers any more.
  private var mustRebuild = true

  /// Makes a committer that has not committed anything yet.
  ///
  /// - Parameter isGeometryFlipped: Whether y points down around the root.
  package init(root: CALayer, isGeometryFlipped: Bool) {
    self.root = root
    self.isGeometryFlipped = isGeometryFlipped
  }

  deinit {
    // Who draws them next finds their animations as they are.
    for layer in layers where layer.committer === self { layer.leaveCommitter(nodeIndex: -1) }
  }

  /// Lays out and displays what asked for it, and returns the values of all layers.
  ///
  /// The implicit transaction of the thread ends first.
  ///
  /// - Parameter time: media time in seconds: when animations begin that wait for a commit; nil is
  ///   `CACurrentMediaTime()`.
  /// - Complexity: O(changed layers, and layers with animations); O(n) when sublayers were added,
  ///   removed or reordered.
  package func commit(at time: CFTimeInterval? = nil) -> LayerTree {
    lastTime = time
    TransactionStack.existing?.endImplicit()
    commit(atMediaTime: time ?? CACurrentMediaTime())
    return store.tree
  }

  private func commit(atMediaTime time: CFTimeInterval) {
    root.hostIsFlipped = isGeometryFlipped
    layOutAndDisplay()
    root.hostIsFlipped = nil
    if mustRebuild || dirty.contains(where: { $0.changes.contains(.structure) }) {
      rebuild(at: time)
      dirty.removeAll(keepingCapacity: true)
    } else {
      store.beginChanges()
      let changed = dirty
      let since = NodeStore.newVersion()
      dirty.removeAll(keepingCapacity: true)
      for layer in changed where layer.committer === self {
        let changes = layer.changes
        layer.changes = []
        if changes.contains(.animations) { begin(layer, at: time) }
        store.patch(layer, changes, since: since)
        if changes.contains(.effects) { notice(layer) }
      }
    }
    for layer in stillAsking { layer.noteChange(.layout) }
    stillAsking = []
    for (id, layer) in unsettled where !layer.settleAnimations(at: time, under: root) {
      unsettled[id] = nil
    }
  }

  private func begin(_ layer: CALayer, at time: CFTimeInterval) {
    layer.beginAnimations(at: time, under: root)
    unsettled[ObjectIdentifier(layer)] = layer
  }

  /// The media time that layers show when nobody says one.
  var shownTime: CFTimeInterval { lastTime ?? CACurrentMediaTime() }

  /// Draws the tiles that a picture of the last commit needs, and returns the values with them.
  ///
  /// - Parameters:
  ///   - toPixels: from the space that the root is placed in to the picture.
  ///   - picture: its size in pixels.
  /// - Returns: nil when nothing changed.
  /// - Complexity: O(tiled layers * depth), beside the drawing.
  package func drawTiles(_ toPixels: CGAffineTransform, picture: CGSize) -> LayerTree? {
    var changed = false
    for layer in tiled where layer.committer === self && layer.drawing?.tiles != nil {
      let map =
        Homography(toPixels) * Homography(root.matrixToSuperlayer) * layer.map(to: root)
      var isRepeated = false
      var next: CALayer? = layer
      while let above = next, above !== root, !isRepeated {
        next = above.owner
        isRepeated = next is CAReplicatorLayer
      }
      if layer.drawTiles(map, picture: picture, isRepeated: isRepeated) {
        changed = true
        // Drawing may have changed it; the next commit sees to that.
        store.patch(layer, .contents, since: NodeStore.newVersion())
      }
      for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
    }
    return changed ? store.tree : nil
  }

  /// Called by a layer at its first change since the last commit.
  func enqueue(_ layer: CALayer) {
    dirty.append(layer)
  }

  /// Called by another committer that takes layers of this one.
  private func loseLayers() {
    mustRebuild = true
  }

  // MARK: Layout and display

  /// Layout may change and add layers, which may ask for layout again: a few rounds, not for ever;
  /// who still asks after them waits for the next commit.
  private func layOutAndDisplay() {
    var candidates: [CALayer] = []
    for _ in 0..<8 {
      let everything = mustRebuild || dirty.contains { $0.changes.contains(.structure) }
      candidates = everything ? allLayers() : dirty
      var didWork = false
      for layer in candidates where layer.layoutIsNeeded {
        didWork = true
        layer.layoutOnceIfNeeded()
      }
      if everything {
        for layer in candidates where layer.hasTurnedOver { layer.setNeedsDisplay() }
      }
      for layer in candidates where layer.displayIsNeeded {
        didWork = true
        layer.displayIfNeeded()
        for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
      }
      if !didWork { return }
    }
    stillAsking = candidates.filter { $0.layoutIsNeeded || $0.displayIsNeeded }
  }

  private func allLayers() -> [CALayer] {
    var result: [CALayer] = []
    var pending = [root]
    while let layer = pending.popLast() {
      result.append(layer)
      pending.append(contentsOf: layer.sublayerList.reversed())
      if let mask = shownMask(of: layer) { pending.append(mask) }
    }
    return result
  }

  // MARK: Building

  private func rebuild(at time: CFTimeInterval) {
    let old = layers
    let oldStore = store
    store = NodeStore()
    store.tree.isGeometryFlipped = isGeometryFlipped
    store.tree.nodes.reserveCapacity(old.count)
    layers = []
    tiled = []
    layers.reserveCapacity(old.count)
    let since = NodeStore.newVersion()
    var changed: [Int32] = []
    var pending = [(root, Int32(-1))]
    while let (layer, parent) = pending.popLast() {
      if layer.timeline != nil { begin(layer, at: time) }
      let isSame = layer.committer === self && layer.changes.isSubset(of: [.layout, .display])
      let index = add(layer, under: parent, from: oldStore)
      if !isSame { changed.append(index) }
      layer.committer = self
      layer.nodeIndex = index
      layer.changes = []
      layers.append(layer)
      if let layer = layer as? CATiledLayer { tiled.append(layer) }
      for child in layer.sublayerList.reversed() { pending.append((child, index)) }
      if let mask = shownMask(of: layer) { pending.append((mask, index)) }
    }
    store.closeSubtrees()
    for index in changed { store.touch(Int(index), since: since) }
    // Nodes have other numbers than before.
    store.tree.changes = TreeChanges()
    store.tree.changes.state = NodeStore.newVersion()
    for layer in old where layer.committer === self {
      let index = Int(layer.nodeIndex)
      if index >= layers.count || layers[index] !== layer {
        unsettled[ObjectIdentifier(layer)] = nil
        layer.leaveCommitter(nodeIndex: -2)
        layer.loseAnimations()
      }
    }
    mustRebuild = false
  }

  /// Adds a layer's node; what did not change since the last commit is copied from there.
  private func add(_ layer: CALayer, under parent: Int32, from old: NodeStore) -> Int32 {
    let hasMask = shownMask(of: layer) != nil
    guard layer.committer === self else {
      layer.committer?.loseLayers()
      notice(layer)
      return store.append(layer, parent: parent, hasMask: hasMask)
    }
    let changes = layer.changes.subtracting([.structure, .layout, .display])
    if changes.isEmpty {
      return store.append(
        from: old, at: Int(layer.nodeIndex), parent: parent, hasMask: hasMask)
    }
    if changes.contains(.effects) { notice(layer) }
    return store.append(layer, parent: parent, hasMask: hasMask)
  }

  /// The mask that is drawn: none of a layer that only places its sublayers, and none of a mask.
  private func shownMask(of layer: CALayer) -> CALayer? {
    guard let mask = layer.maskLayer, !layer.isTransformOnly else { return nil }
    guard layer === root || !layer.isMask else {
      notice(.maskOfMask, of: layer)
      return nil
    }
    return mask
  }

  // MARK: Notices

  private func notice(_ layer: CALayer) {
    for feature in layer.undrawnFilters { notice(feature, of: layer) }
    for problem in layer.drawing?.problems ?? [] { notice(problem, of: layer) }
  }

  private func notice(_ feature: UndrawnFeature, of layer: CALayer) {
    // A program that makes up types for ever does not fill the memory with them.
    guard noticed.count < 1000, noticed.insert(feature).inserted else { return }
    notices.append(CommitNotice(feature: feature, layerName: layer.name))
  }
}

/// Something that was left out of a commit.
package struct CommitNotice: Hashable, Sendable, CustomStringConvertible {
  package let feature: UndrawnFeature
  /// The name of the first layer that asked for it, if it has one.
  package let layerName: String?

  package init(feature: UndrawnFeature, layerName: String?) {
    self.feature = feature
    self.layerName = layerName
  }

  /// One line: `in "name": what it is and what happens instead`.
  package var description: String {
    layerName.map { "in \"\($0)\": \(feature)" } ?? feature.description
  }
}

extension CALayer {
  /// Forgets the committer; the next one to commit this layer writes all of it.
  fileprivate final func leaveCommitter(nodeIndex: Int32) {
    committer = nil
    self.nodeIndex = nodeIndex
    changes = []
  }
}
