import Foundation
import GlazeAnimation
import Synchronization

/// The last number that an attached animation was given.
private let lastIdentity = Atomic<UInt64>(0)

extension CALayer {
  /// The layer's animations, in the order in which they apply.
  package final var attachedAnimations: [AttachedAnimation] { timeline?.animations ?? [] }

  final func attach(_ animation: CAAnimation, forKey key: String?) {
    if refusesChange("add(_:forKey:)") { return }
    let duration = CATransaction.animationDuration()
    attach(frozen: animation.frozenCopy(duration: duration), forKey: key)
  }

  /// Attaches a frozen animation without a copy.
  final func attach(frozen copy: CAAnimation, forKey key: String?) {
    let groups = TransactionStack.existing?.noteAnimation(of: self) ?? []
    put(.object(copy), forKey: copy is CATransition ? kCATransition : key, informing: groups)
  }

  /// Attaches the animation of a change by default.
  final func attach(_ animation: ImplicitAnimation) {
    put(
      .implicit(animation), forKey: animation.property.name,
      informing: TransactionStack.existing?.groups ?? [])
  }

  private func put(
    _ content: AttachedAnimation.Content, forKey key: String?, informing groups: [CompletionGroup]
  ) {
    let animation = AttachedAnimation(
      key: key, content, identity: lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue,
      informing: groups)
    timelineForUse.put(animation)?.listeners?.stop(finished: false)
    noteChange(.animations)
  }

  final func detachAnimation(forKey key: String) {
    if refusesChange("removeAnimation(forKey:)") { return }
    guard let removed = timeline?.remove(key) else { return }
    removed.listeners?.stop(finished: false)
    noteChange(.animations)
  }

  final func detachAllAnimations() {
    if refusesChange("removeAllAnimations()") { return }
    guard let timeline, !timeline.animations.isEmpty else { return }
    let removed = timeline.animations
    timeline.animations = []
    for item in removed { item.listeners?.stop(finished: false) }
    noteChange(.animations)
  }

  // MARK: Commits

  /// Starts the animations that wait for a commit.
  ///
  /// - Parameters:
  ///   - time: The media time of the commit.
  ///   - root: The root of the tree that is committed.
  package final func beginAnimations(at time: CFTimeInterval, under root: CALayer) {
    guard let timeline else { return }
    var local: CFTimeInterval?
    for index in timeline.animations.indices where timeline.animations[index].awaitsCommit {
      let begin = local ?? localTime(at: time, under: root)
      local = begin
      timeline.animations[index].begin(at: begin)
    }
  }

  /// Reports animations that began or ended, and removes those that are removed on completion.
  ///
  /// The committed values retain the removed animations until the layer's animations change: an
  /// animation that is removed on completion has no effect after its end, so frames are the same
  /// with it and without it, and frames before its end can still be drawn.
  ///
  /// - Returns: Whether there will be more to report or to remove. Of documents there is nothing.
  package final func settleAnimations(at time: CFTimeInterval, under root: CALayer) -> Bool {
    guard let timeline, !timeline.animations.isEmpty else { return false }
    let time = localTime(at: time, under: root)
    var goesOn = false
    timeline.settle { item in
      let timing = item.timing
      if time >= timing.beginTime { item.listeners?.start() }
      let isOver = time >= timing.endTime
      if isOver { item.listeners?.stop(finished: true) }
      let leaves = !item.stays && item.isRemovedOnCompletion
      if !isOver, leaves || item.listeners?.hasStopped == false { goesOn = true }
      return isOver && leaves
    }
    return goesOn
  }

  /// Keeps the animations that the layer and those below it have now, also when they end.
  ///
  /// An animation without effect after its end can be drawn at any time in any order, as long as it
  /// is there: the animations of a document are part of it.
  package final func keepAnimations() {
    var pending = [self]
    while let layer = pending.popLast() {
      if let timeline = layer.timeline, !timeline.animations.isEmpty {
        for index in timeline.animations.indices { timeline.animations[index].stays = true }
      }
      pending += layer.sublayerList
      if let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  /// Removes all animations of a layer that left its tree.
  package final func loseAnimations() {
    guard let timeline, !timeline.animations.isEmpty else { return }
    let lost = timeline.animations
    timeline.animations = []
    for item in lost {
      item.listeners?.start()
      item.listeners?.stop(finished: false)
    }
  }

  /// Removes all animations of a layer that was in a committed tree and is in none now.
  ///
  /// A layer that has not been in a committed tree retains its animations: it is being built, and
  /// they begin with its first commit.
  final func dropAnimationsOutsideOfTrees() {
    guard queue == nil, nodeIndex == -2 else { return }
    // The layer's tree may be committed for the first time with the next frame.
    guard rootLayer.queue == nil else { return }
    loseAnimations()
  }
}
