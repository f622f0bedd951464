import Foundation

// The tree: who holds whom. Nothing here recurses, so depth is limited by memory alone.
extension CALayer {
  /// Inserts at an index that is counted after `layer` has left its old place.
  final func insert(_ layer: CALayer, at index: Int) {
    layer.requireNoCycle(under: self)
    layer.detachFromOwner()
    sublayerList.insert(layer, at: min(index, sublayerList.count))
    layer.owner = self
    noteStructure()
  }

  final func insert(_ layer: CALayer, beside sibling: CALayer?, offset: Int, whenNil: Int) {
    guard let sibling else { return insert(layer, at: whenNil) }
    if sibling === layer, layer.owner === self, maskLayer !== layer { return }
    layer.requireNoCycle(under: self)
    layer.detachFromOwner()
    let index = sublayerList.firstIndex { $0 === sibling }
    insert(layer, at: index.map { $0 + offset } ?? Int.max)
  }

  final func replace(_ oldLayer: CALayer, with newLayer: CALayer) {
    precondition(
      oldLayer.owner === self && maskLayer !== oldLayer,
      "CALayer.replaceSublayer(_:with:): \(oldLayer) is not a sublayer of \(self)")
    if oldLayer === newLayer { return }
    newLayer.requireNoCycle(under: self)
    newLayer.detachFromOwner()
    guard let index = sublayerList.firstIndex(where: { $0 === oldLayer }) else { return }
    oldLayer.owner = nil
    sublayerList[index] = newLayer
    newLayer.owner = self
    noteStructure()
  }

  /// Makes exactly these layers the sublayers; one that is listed twice counts where it is first.
  final func replaceSublayers(with layers: [CALayer]) {
    for layer in layers { layer.requireNoCycle(under: self) }
    let old = sublayerList
    sublayerList = []
    for layer in old { layer.owner = nil }
    sublayerList.reserveCapacity(layers.count)
    for layer in layers where layer.owner !== self || layer === maskLayer {
      layer.detachFromOwner()
      layer.owner = self
      sublayerList.append(layer)
    }
    if !(old.isEmpty && sublayerList.isEmpty) { noteStructure() }
  }

  final func setMask(_ newMask: CALayer?) {
    if newMask === maskLayer { return }
    newMask?.requireNoCycle(under: self)
    newMask?.detachFromOwner()
    maskLayer?.owner = nil
    maskLayer?.noteChange(.effects)
    maskLayer = newMask
    newMask?.owner = self
    newMask?.noteChange(.effects)
    noteChange(.structure)
  }

  /// Leaves the superlayer, or ends being a mask; nothing for a root.
  final func detachFromOwner() {
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

  private func noteStructure() {
    noteChange(.structure)
    setNeedsLayout()
  }

  /// Stops the program when this layer would come to lie in itself, as Apple raises an exception.
  private func requireNoCycle(under newOwner: CALayer) {
    // A layer that holds nothing can only be its own parent.
    if sublayerList.isEmpty && maskLayer == nil {
      precondition(self !== newOwner, "CALayer: \(self) cannot be a part of itself")
      return
    }
    var next: CALayer? = newOwner
    while let layer = next {
      precondition(
        layer !== self, "CALayer: \(self) would be a part of a cycle in its layer tree")
      next = layer.owner
    }
  }

  /// Lets go of everything below, one layer at a time: a release that recursed would overflow the
  /// stack in deep trees.
  final func releaseSublayersWithoutRecursion() {
    var pending: [CALayer] = []
    moveChildren(to: &pending)
    while var layer = pending.popLast() {
      // Who is held by somebody else stays a tree of its own.
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

  /// The topmost layer above this one, or itself.
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
      // Layers above the top of what is drawn have no effect.
      if let host = layer.hostIsFlipped { return isFlipped != host }
      if let committer = layer.committer, committer.root === layer {
        return isFlipped != committer.isGeometryFlipped
      }
      next = layer.owner
    }
    return isFlipped
  }
}
