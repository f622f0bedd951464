import Foundation
import GlazeGeometry
import GlazeTree

// Queries of the committed values, before the next commit.
extension LayerCommitter {
  /// Returns the layers that a layer held at its commit, its mask first.
  func committedChildren(of layer: CALayer) -> [(layer: CALayer, isMask: Bool)] {
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

  /// Returns the owner of a layer at its commit.
  func committedParent(of layer: CALayer) -> CALayer? {
    guard isCommitted(layer) else { return nil }
    let parent = Int(store.tree.nodes[Int(layer.nodeIndex)].parent)
    return parent < 0 ? nil : layers[parent]
  }

  func isCommitted(_ layer: CALayer) -> Bool {
    let index = Int(layer.nodeIndex)
    return layers.indices.contains(index) && layers[index] === layer
  }

  /// Returns the values that a layer had at its last commit.
  func committedRecord(of layer: CALayer) -> LayerRecord {
    if layer.changes.contains(.kept) { return kept.record(of: layer) }
    var record = layer.record
    if layer.changes.contains(.place), isCommitted(layer) {
      let node = store.tree.nodes[Int(layer.nodeIndex)]
      let place = sampler.place(under: layer.timeline?.samplerEntry ?? -1)
      record.state.position = place.position ?? node.position
      record.state.zPosition = CGFloat(place.z ?? node.zPosition)
    }
    return record
  }

  /// Returns the value of a property that the last frame showed; nil if nothing animates it.
  func shownValue(of property: LayerProperty, in layer: CALayer) -> PropertyValue? {
    guard layer.committer === self, let entry = layer.timeline?.samplerEntry, entry >= 0 else {
      return nil
    }
    return sampler.value(of: property, in: entry, at: shownTime)
  }

  /// Returns the current values of a layer's animated properties, by key path.
  ///
  /// - Parameter time: The media time; nil is that of the last frame, or now.
  func animatedValues(of layer: CALayer, at time: CFTimeInterval?) -> [(String, PropertyValue)] {
    sampledValues(of: layer, at: time ?? shownTime).map { ($0.keyPath, $1) }
  }
}

/// The values of the last commit of layers that changed since.
///
/// Most layers only move, which their nodes know: they are not in it.
struct KeptRecords {
  private var list: [(layer: CALayer, record: LayerRecord)] = []
  /// The places in the list, made when one is asked for.
  private var places: [ObjectIdentifier: Int] = [:]

  mutating func append(_ record: LayerRecord, of layer: CALayer) { list.append((layer, record)) }

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  mutating func record(of layer: CALayer) -> LayerRecord {
    for index in places.count..<list.count { places[ObjectIdentifier(list[index].layer)] = index }
    return places[ObjectIdentifier(layer)].map { list[$0].record } ?? layer.record
  }
}
