import Foundation
package import GlazeAnimation

/// The timing and the animations of a layer.
///
/// Only layers whose timing or animations were set have one, and presentation layers.
package final class LayerTimeline {
  package var timing = MediaTiming.ofLayers
  /// The animations in the order in which they apply, each key once.
  package internal(set) var animations: [AttachedAnimation] = [] {
    didSet { keys = nil }
  }
  /// The keys of many animations, so that adding one does not search the others; computed on
  /// demand.
  private var keys: Set<String>?
  /// The layer and the time that a presentation layer stands for.
  var presentation: Presentation?

  /// The index under which a committer stores the animations as values; -1 for none.
  final var samplerEntry: Int32 = -1
  /// The index of the value that gives a committer the layer's time; -1 if it was not needed yet.
  final var clock: Int32 = -1

  package init() {}

  /// Adds an animation whose key no other has.
  func append(_ animation: AttachedAnimation) {
    var known = keys.take()
    animations.append(animation)
    if let key = animation.key { known?.insert(key) }
    keys = known
  }

  /// Returns whether an animation has a key.
  func has(_ key: String) -> Bool {
    guard animations.count > 8 else { return animations.contains { $0.key == key } }
    let known = keys ?? Set(animations.compactMap(\.key))
    keys = known
    return known.contains(key)
  }

  /// The animation of a key.
  package subscript(key: String) -> AttachedAnimation? {
    animations.first { $0.key == key }
  }
}

/// An animation that is attached to a layer.
package struct AttachedAnimation {
  /// The key for lookups; nil if the animation cannot be looked up.
  package let key: String?
  /// The frozen copy.
  package let animation: CAAnimation
  /// A number that no two attached animations share.
  package let identity: UInt64
  /// A Boolean value that indicates whether it begins with the next commit, which then sets the
  /// copy's `beginTime`.
  package internal(set) var awaitsCommit: Bool
  /// A Boolean value that indicates whether it stays at its end, where it has no effect any more.
  var stays = false
  /// The delegate and the completion blocks of the animation.
  let listeners: AnimationListeners
}

/// The recipients of the start and the end of one animation.
final class AnimationListeners {
  private var groups: [CompletionGroup]
  private(set) var hasStarted = false
  private(set) var hasStopped = false

  init(_ groups: [CompletionGroup]) {
    self.groups = groups
    for group in groups { group.animationAdded() }
  }

  /// Informs the delegate, the first time that it is called.
  func start(_ animation: CAAnimation) {
    guard !hasStarted else { return }
    hasStarted = true
    guard let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStart(animation) }
  }

  /// Informs completion blocks and then the delegate, the first time that it is called.
  func stop(_ animation: CAAnimation, finished: Bool) {
    guard !hasStopped else { return }
    hasStopped = true
    for group in groups { group.animationEnded() }
    groups = []
    guard let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStop(animation, finished: finished) }
  }
}
