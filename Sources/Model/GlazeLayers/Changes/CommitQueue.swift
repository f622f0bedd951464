package import Foundation
import GlazeGeometry
import GlazeTree

/// The layers that changed since the last commit, and what layers know of their committer.
///
/// ```
/// layer.opacity = 0.5 ──▶ keep ──▶ note ──▶ dirty: [layer]      once per layer and commit
/// ```
///
/// Each set of a property of a committed layer comes here: it is one call in the module of the layers.
package final class CommitQueue {
  package let root: CALayer
  /// A Boolean value that indicates whether y points down in the space of the root.
  package let isGeometryFlipped: Bool
  /// The committer, which owns the queue; nil before it is complete.
  package unowned(unsafe) var committed: (any CommittedLayers)?
  /// The layers that changed since the last commit, and all of their changes in one.
  @exclusivity(unchecked) package private(set) var dirty: [CALayer] = []
  @exclusivity(unchecked) package private(set) var pending: LayerChanges = []
  /// The values that changed layers had at the last commit.
  package var kept = KeptRecords()
  /// A Boolean value that indicates whether the committed values no longer describe the layers.
  package var mustRebuild = true
  /// A Boolean value that indicates whether changes of the layers are animated by default.
  @exclusivity(unchecked) package var animatesChanges = true
  /// The thread that may change the layers; nil permits all threads.
  @exclusivity(unchecked) package var threadOwner: ThreadOwner?
  /// The closure that is called when layers change, if any.
  @exclusivity(unchecked) package var onChange: (() -> Void)?

  /// Creates an empty queue.
  ///
  /// - Parameter isGeometryFlipped: Whether y points down around the root.
  package init(root: CALayer, isGeometryFlipped: Bool) {
    self.root = root
    self.isGeometryFlipped = isGeometryFlipped
  }

  /// Called by a layer before each change of its values: a presentation layer still has those of the
  /// last commit.
  @inline(__always)
  func keep(_ layer: CALayer, before change: LayerChanges) {
    if layer.changes.contains(.kept) { return }
    if change.isSubset(of: .unkept) {
      guard let timeline = layer.timeline else { return }
      if committed?.onlyNumbersMove(timeline.samplerEntry) ?? false { return }
    }
    keep(layer)
  }

  private func keep(_ layer: CALayer) {
    kept.append(committed?.committedRecord(of: layer) ?? layer.record, of: layer)
    layer.changes.insert(.kept)
  }

  /// Called by a layer at each change, on the thread that owns the layers.
  func note(_ change: LayerChanges, of layer: CALayer) {
    if layer.changes.isSubset(of: .kept) {
      dirty.append(layer)
      onChange?()
    }
    layer.changes.formUnion(change)
    pending.formUnion(change)
  }

  /// Whether changes of layers without delegates and actions need only be stored and noted: on the
  /// thread that owns the layers, where nothing animates them.
  var takesPlainChanges: Bool {
    guard threadOwner?.isHere ?? true else { return false }
    return !animatesChanges || TransactionStack.existing?.disablesActions ?? false
  }

  /// The reason why layers cannot be changed on this thread; nil if they can.
  var obstacleToChanges: ThreadOwner.Obstacle? { threadOwner?.obstacleToChanges() }

  /// A Boolean value that indicates whether the committed values describe the layers.
  package var isEmpty: Bool { !mustRebuild && dirty.isEmpty }

  /// Moves the changed layers out of the queue, whose memory becomes that of the list.
  package func take(_ layers: inout [CALayer]) {
    swap(&dirty, &layers)
    pending = []
  }

  /// Empties the queue after a commit of all layers.
  package func removeAll() {
    dirty.removeAll(keepingCapacity: true)
    kept.removeAll()
    pending = []
  }

  /// Called by another committer that takes layers of this queue.
  package func loseLayers() {
    mustRebuild = true
    onChange?()
  }
}

/// Where a layer is that only moved.
package struct ChangedPlace {
  package let node: Int
  package let position: CGPoint
  package let z: CGFloat
}

extension CALayer {
  /// Returns the changes of the layer, which then has none; nil if it belongs to another queue.
  ///
  /// A commit calls it for each changed layer. Reading the fields one by one would cost more: from
  /// another module each access is checked.
  ///
  /// - Returns: The changes, and the place of a layer without animations that only moved.
  package final func takeChanges(
    from queue: CommitQueue
  ) -> (changes: LayerChanges, place: ChangedPlace?)? {
    guard self.queue === queue else { return nil }
    let taken = changes.subtracting(.kept)
    changes = []
    guard taken == .place, timeline == nil else { return (taken, nil) }
    return (
      taken,
      ChangedPlace(node: Int(nodeIndex), position: state.position, z: state.zPosition)
    )
  }
}

/// The layers as their last commit shows them.
package protocol CommittedLayers: AnyObject {
  /// Returns whether the last commit has values of a layer.
  func isCommitted(_ layer: CALayer) -> Bool

  /// Returns whether an entry of the sampler only writes numbers into a node, with the values below
  /// them known.
  func onlyNumbersMove(_ entry: Int32) -> Bool

  /// Returns the values that a layer had at its last commit.
  func committedRecord(of layer: CALayer) -> LayerRecord

  /// Returns the layers that a layer held at its commit, its mask first.
  func committedChildren(of layer: CALayer) -> [(layer: CALayer, isMask: Bool)]

  /// Returns the owner of a layer at its commit.
  func committedParent(of layer: CALayer) -> CALayer?

  /// Returns the value of a property that the last frame showed; nil if nothing animates it.
  func shownValue(of property: LayerProperty, in layer: CALayer) -> PropertyValue?

  /// Returns the current values of a layer's animated properties, by key path.
  ///
  /// - Parameter time: The media time; nil is that of the last frame, or now.
  func animatedValues(of layer: CALayer, at time: CFTimeInterval?) -> [(String, PropertyValue)]
}

/// The values of the last commit of layers that changed since.
///
/// Most layers only move, which their nodes know: they are not in it.
package struct KeptRecords {
  private var list: [(layer: CALayer, record: LayerRecord)] = []
  /// The places in the list, made when one is asked for.
  private var places: [ObjectIdentifier: Int] = [:]

  mutating func append(_ record: LayerRecord, of layer: CALayer) { list.append((layer, record)) }

  package mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  package mutating func record(of layer: CALayer) -> LayerRecord {
    for index in places.count..<list.count { places[ObjectIdentifier(list[index].layer)] = index }
    return places[ObjectIdentifier(layer)].map { list[$0].record } ?? layer.record
  }
}

extension LayerChanges {
  /// Changes of no value, or of one that the node knows.
  static let unkept: LayerChanges = [
    .place, .layout, .display, .structure, .timing, .animations,
  ]
}
