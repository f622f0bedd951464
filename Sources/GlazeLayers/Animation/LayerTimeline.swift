import Foundation
package import GlazeAnimation

/// What a layer has to do with time: its own timing, and its animations.
///
/// Only layers that were told something about time have one, and presentation layers.
package final class LayerTimeline {
  package var timing = MediaTiming.ofLayers
  /// In the order in which they apply, each key once.
  package internal(set) var animations: [AttachedAnimation] = [] {
    didSet { keys = nil }
  }
  /// The keys of many animations, so that adding one looks at no other; nil until somebody asks.
  private var keys: Set<String>?
  /// What a presentation layer stands for.
  var presentation: Presentation?

  /// Where a committer keeps the animations as values; -1 for nowhere.
  final var samplerEntry: Int32 = -1
  /// What tells a committer the layer's time; -1 when nobody asked.
  final var clock: Int32 = -1

  package init() {}

  /// Adds an animation whose key no other has.
  func append(_ animation: AttachedAnimation) {
    var known = keys.take()
    animations.append(animation)
    if let key = animation.key { known?.insert(key) }
    keys = known
  }

  /// Whether an animation has a key.
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

/// An animation that a layer has.
package struct AttachedAnimation {
  /// What it is asked for by; nil for those that nobody can ask for.
  package let key: String?
  /// The frozen copy.
  package let animation: CAAnimation
  /// No two attached animations have the same.
  package let identity: UInt64
  /// Whether it begins with the next commit, which then sets the copy's `beginTime`.
  package internal(set) var awaitsCommit: Bool
  /// Who is told about it.
  let listeners: AnimationListeners
}

/// Those who are told of the beginning and the end of one animation.
final class AnimationListeners {
  private var groups: [CompletionGroup]
  private(set) var hasStarted = false
  private(set) var hasStopped = false

  init(_ groups: [CompletionGroup]) {
    self.groups = groups
    for group in groups { group.animationAdded() }
  }

  /// Tells the delegate, the first time.
  func start(_ animation: CAAnimation) {
    guard !hasStarted else { return }
    hasStarted = true
    guard let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStart(animation) }
  }

  /// Tells completion blocks, then the delegate, the first time.
  func stop(_ animation: CAAnimation, finished: Bool) {
    guard !hasStopped else { return }
    hasStopped = true
    for group in groups { group.animationEnded() }
    groups = []
    guard let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStop(animation, finished: finished) }
  }
}
