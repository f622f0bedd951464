import Foundation
import GlazeTree

/// A node with the contents of its slots instead of the slots: trees that show the same have equal
/// lists of these, whatever the order of their side tables.
struct ResolvedNode: Equatable {
  var node: LayerNode
  var transforms: LayerTransforms?
  var contents: LayerContents?
  var border: LayerBorder?
  var name: String?
  var shadow: LayerShadow?
  var effects: LayerEffects?
  var gradient: LayerGradient?
  var shape: LayerShape?
  var replicator: LayerReplicator?
}

extension LayerTree {
  var resolvedNodes: [ResolvedNode] {
    nodes.map { node in
      var plain = node
      plain.slots = -1
      let slots = slots(of: node)
      return ResolvedNode(
        node: plain, transforms: entry(slots.transforms, transforms),
        contents: entry(slots.contents, contents), border: entry(slots.border, borders),
        name: entry(slots.name, names), shadow: entry(slots.shadow, shadows),
        effects: entry(slots.effects, effects), gradient: entry(slots.gradient, gradients),
        shape: entry(slots.shape, shapes), replicator: entry(slots.replicator, replicators))
    }
  }

  private func entry<Value>(_ slot: Int32, _ table: [Value]) -> Value? {
    slot < 0 ? nil : table[Int(slot)]
  }

  /// The number of slots that nodes use; tables with more entries retain objects that no node
  /// shows.
  var usedSlotCount: Int {
    nodes.reduce(0) { count, node in
      let slots = slots(of: node)
      let all = [
        slots.transforms, slots.contents, slots.border, slots.name, slots.shadow, slots.effects,
        slots.gradient, slots.shape, slots.replicator,
      ]
      return count + (node.slots < 0 ? 0 : 1) + all.filter { $0 >= 0 }.count
    }
  }

  var slotCount: Int {
    slots.count + transforms.count + contents.count + borders.count + names.count + shadows.count
      + effects.count + gradients.count + shapes.count + replicators.count
  }
}
