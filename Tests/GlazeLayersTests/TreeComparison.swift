import Foundation
import GlazeTree

/// A node with what its slots hold in place of the slots: two trees that show the same have equal
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
      (plain.transforms, plain.contents, plain.border, plain.name) = (-1, -1, -1, -1)
      (plain.shadow, plain.effects) = (-1, -1)
      (plain.gradient, plain.shape, plain.replicator) = (-1, -1, -1)
      return ResolvedNode(
        node: plain, transforms: entry(node.transforms, transforms),
        contents: entry(node.contents, contents), border: entry(node.border, borders),
        name: entry(node.name, names), shadow: entry(node.shadow, shadows),
        effects: entry(node.effects, effects), gradient: entry(node.gradient, gradients),
        shape: entry(node.shape, shapes), replicator: entry(node.replicator, replicators))
    }
  }

  private func entry<Value>(_ slot: Int32, _ table: [Value]) -> Value? {
    slot < 0 ? nil : table[Int(slot)]
  }

  /// How many slots nodes use; tables that hold more keep things alive that nobody shows.
  var usedSlotCount: Int {
    nodes.reduce(0) { count, node in
      let slots = [
        node.transforms, node.contents, node.border, node.name, node.shadow, node.effects,
        node.gradient, node.shape, node.replicator,
      ]
      return count + slots.filter { $0 >= 0 }.count
    }
  }

  var slotCount: Int {
    transforms.count + contents.count + borders.count + names.count + shadows.count
      + effects.count + gradients.count + shapes.count + replicators.count
  }
}
