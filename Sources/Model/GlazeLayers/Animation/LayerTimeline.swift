import Foundation
package import GlazeAnimation

/// The timing and the animations of a layer.
///
/// Only layers whose timing or animations were set have one, and presentation layers.
@usableFromInline
package final class LayerTimeline {
  @exclusivity(unchecked) package var timing = MediaTiming.ofLayers
  /// The animations in the order in which they apply, each key once.
  @exclusivity(unchecked) package internal(set) var animations: [AttachedAnimation] = [] {
    didSet { keys = nil }
  }
  /// The keys of many animations, so that adding one does not search the others; computed on
  /// demand.
  private var keys: Set<String>?
  /// The layer and the time that a presentation layer stands for.
  var presentation: Presentation?

  /// The index under which a committer stores the animations as values; -1 for none.
  @exclusivity(unchecked) package final var samplerEntry: Int32 = -1
  /// A Boolean value that indicates whether a committer waits for an animation to begin or to end.
  @exclusivity(unchecked) package final var isUnsettled = false
  /// The index of the value that gives a committer the layer's time; -1 if it was not needed yet.
  @exclusivity(unchecked) package final var clock: Int32 = -1

  package init() {}

  /// Adds an animation after all others, and removes the one that had its key.
  ///
  /// - Returns: The one that is removed; nil for none.
  func put(_ animation: AttachedAnimation) -> AttachedAnimation? {
    if let key = animation.key, let last = animations.last, last.key == key {
      let known = keys
      animations[animations.count - 1] = animation
      keys = known
      return last
    }
    let replaced = animation.key.flatMap(remove)
    var known = keys.take()
    animations.append(animation)
    if let key = animation.key { known?.insert(key) }
    keys = known
    return replaced
  }

  /// Removes the animation of a key.
  func remove(_ key: String) -> AttachedAnimation? {
    guard has(key), let index = animations.firstIndex(where: { $0.key == key }) else { return nil }
    return animations.remove(at: index)
  }

  /// Removes the animations that have come to their end, as a closure says of each.
  func settle(_ isGone: (AttachedAnimation) -> Bool) {
    animations.removeAll(where: isGone)
  }

  /// Returns whether an animation has a key.
  private func has(_ key: String) -> Bool {
    guard animations.count > 8 else { return animations.contains { $0.key == key } }
    let known = keys ?? Set(animations.compactMap(\.key))
    keys = known
    return known.contains(key)
  }

  /// The animation of a key.
  package subscript(key: String) -> AttachedAnimation? { animations.first { $0.key == key } }

  /// Returns the value that a property showed before it changed in the transaction that is open; nil if
  /// no change of it waits for a commit.
  func formerValue(of property: LayerProperty) -> PropertyValue? {
    guard let change = self[property.name], change.awaitsCommit,
      case .implicit(let animation) = change.content
    else { return nil }
    return animation.formerValue
  }
}

/// The recipients of the start and the end of one animation.
final class AnimationListeners {
  private var groups: [CompletionGroup]
  /// The animation whose delegate is informed; nil for an implicit one.
  private let animation: CAAnimation?
  private(set) var hasStarted = false
  private(set) var hasStopped = false

  init(_ groups: [CompletionGroup], of animation: CAAnimation?) {
    self.groups = groups
    self.animation = animation
    for group in groups { group.animationAdded() }
  }

  /// Informs the delegate, the first time that it is called.
  func start() {
    guard !hasStarted else { return }
    hasStarted = true
    guard let animation, let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStart(animation) }
  }

  /// Informs completion blocks and then the delegate, the first time that it is called.
  func stop(finished: Bool) {
    guard !hasStopped else { return }
    hasStopped = true
    for group in groups { group.animationEnded() }
    groups = []
    guard let animation, let delegate = animation.delegate else { return }
    TransactionStack.current.call { delegate.animationDidStop(animation, finished: finished) }
  }
}
