import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeLayers
import GlazeTree

/// A committed transition and its position in the tree.
struct CommittedTransition {
  let layer: CALayer
  /// The layer's node, and the index of its clock; -1 until it was committed.
  var node: Int32 = -1
  var clock: Int32 = 0
  var values: TransitionValues
}

// The former content of layers in transition is stored with the committed values until their
// animations change.
extension LayerCommitter {
  /// Stores the current content of layers that are about to begin a transition.
  ///
  /// A layer that was not committed yet showed nothing, and changes at once.
  ///
  /// - Parameter time: The media time of the commit, at which running animations are frozen.
  func keepContents(at time: CFTimeInterval) {
    guard queue.pending.contains(.animations) else { return }
    var shown: LayerTree?
    for layer in queue.dirty where layer.changes.contains(.animations) {
      let id = ObjectIdentifier(layer)
      guard let attached = layer.timeline?[kCATransition],
        let transition = attached.animation as? CATransition
      else {
        if !transitions.isEmpty { transitions[id] = nil }
        continue
      }
      if transitions[id]?.values.identity == attached.identity { continue }
      transitions[id] = nil
      if let type = transition.unknownFilter { notice(.transitionFilter(type: type), of: layer) }
      guard isCommitted(layer) else { continue }
      let tree = shown ?? valuesShown(at: time)
      shown = tree
      transitions[id] = CommittedTransition(
        layer: layer,
        values: TransitionValues(
          transition, identity: attached.identity, old: tree.subtree(at: Int(layer.nodeIndex))))
    }
  }

  /// Determines the nodes and the begin times of transitions, after everything is committed.
  func settleTransitions() {
    for (id, item) in transitions {
      guard item.layer.queue === queue else {
        transitions[id] = nil
        continue
      }
      transitions[id]?.node = item.layer.nodeIndex
      transitions[id]?.clock = clock(of: item.layer)
      if let attached = item.layer.timeline?[kCATransition],
        attached.identity == item.values.identity
      {
        transitions[id]?.values.timing.beginTime = attached.animation.beginTime
      }
    }
  }

  /// Returns the values with groups in place of the layers that are in transition at a time.
  func treeWithTransitions(at time: CFTimeInterval) -> LayerTree {
    if transitions.isEmpty { return store.tree }
    let running = transitions.values.compactMap { item -> (CommittedTransition, Double)? in
      guard item.node >= 0 else { return nil }
      let local = layerTime(of: item.clock, at: time)
      return item.values.progress(at: local).map { (item, $0) }
    }
    if running.isEmpty { return store.tree }
    var splicer = TransitionSplicer(store.tree)
    // Nodes before a splice retain their numbers.
    for (item, progress) in running.sorted(by: { $0.0.node > $1.0.node }) {
      splicer.splice(item.values, at: Int(item.node), progress: progress)
    }
    return splicer.tree
  }
}

extension CATransition {
  /// The type of an unknown filter, other than a fade.
  fileprivate var unknownFilter: String? {
    guard let filter else { return nil }
    let type = coreFilter?.type ?? "\(Swift.type(of: filter))"
    return TransitionFilter.isKnown(type) ? nil : type
  }
}
