import Foundation

// Ownership in the tree. Nothing here recurses, so that only memory limits the depth.
extension CALayer {
  /// Inserts a layer at an index that is counted after `layer` has left its old position.
  final func insert(_ layer: CALayer, at index: Int) {
    layer.requireNoCycle(under: self)
    // This path serves nearly all layers of a tree that is being built.
    if layer.owner == nil, watch.isEmpty, layer.watch.isEmpty {
      sublayerList.insert(layer, at: min(index, sublayerList.count))
      layer.owner = self
      return noteStructure()
    }
    if refusesChange("sublayers") || layer.refusesToLeave { return }
    let stays = layer.owner === self && maskLayer !== layer
    if !stays { layer.detachFromOwner() }
    changeStructure("sublayers", entering: stays ? nil : layer) {
      if stays { layer.detachQuietly() }
      sublayerList.insert(layer, at: min(index, sublayerList.count))
      layer.owner = self
      noteStructure()
    }
  }

  final func insert(_ layer: CALayer, beside sibling: CALayer?, offset: Int, whenNil: Int) {
    guard let sibling else { return insert(layer, at: whenNil) }
    if sibling === layer, layer.owner === self, maskLayer !== layer { return }
    var index = sublayerList.firstIndex { $0 === sibling }
    // The index is counted without the layer itself.
    if let place = index, layer.owner === self, maskLayer !== layer,
      let own = sublayerList.firstIndex(where: { $0 === layer }), own < place
    {
      index = place - 1
    }
    insert(layer, at: index.map { $0 + offset } ?? Int.max)
  }

  final func replace(_ oldLayer: CALayer, with newLayer: CALayer) {
    if oldLayer.owner !== self || maskLayer === oldLayer {
      // This is not a precondition: optimized programs would stop without the message.
      fatalError("CALayer.replaceSublayer(_:with:): \(oldLayer) is not a sublayer of \(self)")
    }
    if oldLayer === newLayer { return }
    newLayer.requireNoCycle(under: self)
    if refusesChange("sublayers") || newLayer.refusesToLeave { return }
    let stays = newLayer.owner === self && maskLayer !== newLayer
    if !stays { newLayer.detachFromOwner() }
    changeStructure("sublayers", entering: stays ? nil : newLayer, leaving: oldLayer) {
      if stays { newLayer.detachQuietly() }
      guard let index = sublayerList.firstIndex(where: { $0 === oldLayer }) else { return }
      oldLayer.owner = nil
      sublayerList[index] = newLayer
      newLayer.owner = self
      noteStructure()
    }
  }

  /// Makes exactly these layers the sublayers; a layer that is listed twice appears at its first
  /// position.
  final func replaceSublayers(with layers: [CALayer]) {
    for layer in layers { layer.requireNoCycle(under: self) }
    let old = sublayerList
    if old.isEmpty && layers.isEmpty { return }
    if refusesChange("sublayers") || layers.contains(where: \.refusesToLeave) { return }
    changeStructure("sublayers") {
      sublayerList = []
      for layer in old { layer.owner = nil }
      sublayerList.reserveCapacity(layers.count)
      for layer in layers where layer.owner !== self || layer === maskLayer {
        layer.detachFromOwner()
        layer.owner = self
        sublayerList.append(layer)
      }
      noteStructure()
    }
    tellOrder(of: sublayerList, before: old)
  }

  /// Informs the layers that were added or removed when all sublayers were replaced.
  private func tellOrder(of new: [CALayer], before old: [CALayer]) {
    if watch.isEmpty, new.allSatisfy({ $0.watch.isEmpty }), old.allSatisfy({ $0.watch.isEmpty }) {
      return
    }
    let (before, after) = (Set(old.map(ObjectIdentifier.init)), Set(new.map(ObjectIdentifier.init)))
    for layer in new where !before.contains(ObjectIdentifier(layer)) {
      layer.runAction(forKey: kCAOnOrderIn)
    }
    for layer in old where !after.contains(ObjectIdentifier(layer)) {
      layer.runAction(forKey: kCAOnOrderOut)
    }
  }

  final func setMask(_ newMask: CALayer?) {
    if newMask === maskLayer { return }
    newMask?.requireNoCycle(under: self)
    if refusesChange("mask") || newMask?.refusesToLeave ?? false { return }
    newMask?.detachFromOwner()
    changeStructure("mask", entering: newMask, leaving: maskLayer) {
      maskLayer?.owner = nil
      maskLayer?.noteChange(.effects)
      maskLayer = newMask
      newMask?.owner = self
      newMask?.noteChange(.effects)
      noteChange(.structure)
    }
  }

  /// Changes the layers that this one holds: searches for actions before the change, and runs them
  /// after.
  private func changeStructure(
    _ key: StaticString, entering: CALayer? = nil, leaving: CALayer? = nil, _ body: () -> Void
  ) {
    if watch.isEmpty, entering?.watch.isEmpty ?? true, leaving?.watch.isEmpty ?? true {
      return body()
    }
    let own = actionIfEnabled(forKey: key.text)
    let into = entering?.actionIfEnabled(forKey: kCAOnOrderIn)
    let out = leaving?.actionIfEnabled(forKey: kCAOnOrderOut)
    body()
    own?.run(forKey: key.text, object: self, arguments: nil)
    if let entering { into?.run(forKey: kCAOnOrderIn, object: entering, arguments: nil) }
    if let leaving { out?.run(forKey: kCAOnOrderOut, object: leaving, arguments: nil) }
  }

  /// Leaves the superlayer or the layer that it masks; a root does nothing.
  final func detachFromOwner() {
    guard let owner else { return }
    let key: StaticString = owner.maskLayer === self ? "mask" : "sublayers"
    if owner.refusesChange(key.text) { return }
    owner.changeStructure(key, leaving: self) { detachQuietly() }
  }

  private func detachQuietly() {
    guard let owner else { return }
    if owner.maskLayer === self {
      self.owner = nil
      owner.maskLayer = nil
      noteChange(.effects)
      owner.noteChange(.structure)
    } else if let index = owner.sublayerList.lastIndex(where: { $0 === self }) {
      self.owner = nil
      owner.sublayerList.remove(at: index)
      owner.noteStructure()
    }
  }

  /// A Boolean value that indicates whether the layer cannot be taken from its owner, and reports a
  /// refusal to the handler of misuse.
  private var refusesToLeave: Bool {
    guard let owner else { return false }
    return owner.refusesChange(owner.maskLayer === self ? "mask" : "sublayers")
  }

  private func noteStructure() {
    noteChange(.structure)
    setNeedsLayout()
  }

  /// Stops the program if this layer would contain itself; Apple raises an exception.
  private func requireNoCycle(under newOwner: CALayer) {
    // A layer without children can only be its own parent.
    if sublayerList.isEmpty && maskLayer == nil {
      if self === newOwner { fatalError("CALayer: \(self) cannot be a part of itself") }
      return
    }
    var next: CALayer? = newOwner
    while let layer = next {
      if layer === self {
        fatalError("CALayer: \(self) would be a part of a cycle in its layer tree")
      }
      next = layer.owner
    }
  }

  /// Releases the whole subtree, one layer at a time: a recursive release would overflow the stack
  /// in deep trees.
  final func releaseSublayersWithoutRecursion() {
    var pending: [CALayer] = []
    moveChildren(to: &pending)
    while var layer = pending.popLast() {
      // A layer that something else retains becomes a tree of its own.
      if isKnownUniquelyReferenced(&layer) { layer.moveChildren(to: &pending) }
    }
  }

  private func moveChildren(to list: inout [CALayer]) {
    for layer in sublayerList { layer.owner = nil }
    list.append(contentsOf: sublayerList)
    sublayerList = []
    if let mask = maskLayer {
      mask.owner = nil
      list.append(mask)
      maskLayer = nil
    }
  }

  /// The topmost layer above this one, or the layer itself.
  final var rootLayer: CALayer {
    var layer = self
    while let next = layer.owner { layer = next }
    return layer
  }

  final func flipParity() -> Bool {
    var isFlipped = false
    var next: CALayer? = self
    while let layer = next {
      if layer.state.flags[.isGeometryFlipped] { isFlipped.toggle() }
      // Layers above the root of what is drawn have no effect.
      if let host = layer.hostIsFlipped { return isFlipped != host }
      if let queue = layer.queue, queue.root === layer {
        return isFlipped != queue.isGeometryFlipped
      }
      next = layer.owner
    }
    return isFlipped
  }
}
