import Foundation
import GlazeAnimation
import GlazeGeometry
import GlazeTree

/// A transition that was committed, and where.
struct CommittedTransition {
  let layer: CALayer
  /// The layer's node, and what tells its time; -1 until it was committed.
  var node: Int32 = -1
  var clock: Int32 = 0
  var values: TransitionValues
}

// What layers in transition were is kept beside the committed values until their animations change.
extension LayerCommitter {
  /// Keeps what layers show that are about to go over to something else.
  ///
  /// A layer that was not committed yet showed nothing, and goes over at once.
  ///
  /// - Parameter time: media time of the commit; animations that run are held where they are then.
  func keepContents(at time: CFTimeInterval) {
    var shown: LayerTree?
    for layer in changedLayers where layer.changes.contains(.animations) {
      let id = ObjectIdentifier(layer)
      guard let attached = layer.timeline?[kCATransition],
        let transition = attached.animation as? CATransition
      else {
        transitions[id] = nil
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

  /// Finds the nodes and the begin of transitions, once everything is committed.
  func settleTransitions() {
    for (id, item) in transitions {
      guard item.layer.committer === self else {
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

  /// The values with groups in the place of layers that are in transition at a time.
  func withTransitions(_ tree: LayerTree, at time: CFTimeInterval) -> LayerTree {
    if transitions.isEmpty { return tree }
    let running = transitions.values.compactMap { item -> (CommittedTransition, Double)? in
      guard item.node >= 0 else { return nil }
      let local = layerTime(of: item.clock, at: time)
      return item.values.progress(at: local).map { (item, $0) }
    }
    if running.isEmpty { return tree }
    var splicer = TransitionSplicer(tree)
    // Nodes before a splice keep their numbers.
    for (item, progress) in running.sorted(by: { $0.0.node > $1.0.node }) {
      splicer.splice(item.values, at: Int(item.node), progress: progress)
    }
    return splicer.tree
  }
}

extension CATransition {
  /// The type of a filter that does something else than fade, by a way that is not known.
  fileprivate var unknownFilter: String? {
    guard let filter else { return nil }
    let type = coreFilter?.type ?? "\(Swift.type(of: filter))"
    return TransitionFilter.isKnown(type) ? nil : type
  }
}
