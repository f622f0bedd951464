import Foundation
import GlazeGeometry
import GlazeTree

/// What a presentation layer stands for.
final class Presentation {
  let model: CALayer
  /// Media time; nil was "now".
  let time: CFTimeInterval?
  /// Found when it is asked for; layers point to what holds them without retaining it.
  var superlayer: CALayer?
  var hasSublayers = false

  init(model: CALayer, time: CFTimeInterval?) {
    self.model = model
    self.time = time
  }
}

extension CALayer {
  /// What the layer shows at a media time, in seconds: a read-only copy with the committed values,
  /// animations applied.
  ///
  /// Its sublayers, mask and superlayer are presentation layers of the same time.
  ///
  /// - Returns: nil before the first commit; itself for a presentation layer.
  ///
  /// Source: Glaze's own choice, beside Apple's `presentation()`.
  public final func presentation(at time: CFTimeInterval) -> CALayer? { presented(at: time) }

  final func presented(at time: CFTimeInterval?) -> CALayer? {
    if watch.contains(.presentation) { return self }
    guard let committer else { return nil }
    guard let copy = type(of: self).makePresentationLayer(for: self) else { return nil }
    copy.takeCommittedValues(of: self, from: committer)
    for (path, value) in committer.animatedValues(of: self, at: time) {
      PropertyAccess.set(value, of: copy, forKeyPath: path)
    }
    copy.timelineForUse.timing = timing
    copy.timelineForUse.presentation = Presentation(model: self, time: time)
    copy.changes = []
    copy.layoutIsNeeded = false
    copy.displayIsNeeded = false
    copy.watch.insert(.presentation)
    return copy
  }

  private func takeCommittedValues(of model: CALayer, from committer: LayerCommitter) {
    state = model.state
    objects = model.objects
    objects.actions = nil
    let inherited = PropertyTable.layer.properties.count
    for property in model.properties.properties.dropFirst(inherited) {
      property.writeObject(property.readObject(model), to: self)
    }
    guard !model.changes.isEmpty else { return }
    committer.copyCommitted(of: model, to: &state, &objects)
  }

  // MARK: Around

  /// Sublayers as they show; those of a presentation layer are made when they are asked for.
  final var shownSublayers: [CALayer] {
    if watch.contains(.presentation) { presentSublayers() }
    return sublayerList
  }

  final var presentedMask: CALayer? {
    presentSublayers()
    return maskLayer
  }

  final var presentedSuperlayer: CALayer? {
    guard let presentation = timeline?.presentation else { return nil }
    if let superlayer = presentation.superlayer { return superlayer }
    if let owner { return owner }
    let model = presentation.model
    let above = model.committer?.committedParent(of: model)?.presented(at: presentation.time)
    presentation.superlayer = above
    owner = above
    return above
  }

  /// Makes the layers above a presentation layer, which are needed to leave its coordinates.
  final func linkUp() {
    var next: CALayer? = self
    while let layer = next, layer.watch.contains(.presentation) { next = layer.presentedSuperlayer }
  }

  private func presentSublayers() {
    guard let presentation = timeline?.presentation, !presentation.hasSublayers else { return }
    presentation.hasSublayers = true
    guard let committer = presentation.model.committer else { return }
    for (model, isMask) in committer.committedChildren(of: presentation.model) {
      guard let child = model.presented(at: presentation.time) else { continue }
      child.owner = self
      if isMask { maskLayer = child } else { sublayerList.append(child) }
    }
  }
}
