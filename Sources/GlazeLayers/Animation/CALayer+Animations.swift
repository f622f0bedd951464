import Foundation
import Synchronization

/// The last number that was given to an attached animation.
private let lastIdentity = Atomic<UInt64>(0)

extension CALayer {
  /// The layer's animations, in the order in which they apply.
  package final var attachedAnimations: [AttachedAnimation] { timeline?.animations ?? [] }

  final func attach(_ animation: CAAnimation, forKey key: String?) {
    let key = animation is CATransition ? kCATransition : key
    let copy = animation.frozenCopy(duration: 0.25)
    if let key { detachAnimation(forKey: key) }
    timelineForUse.animations.append(
      AttachedAnimation(
        key: key, animation: copy,
        identity: lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue,
        awaitsCommit: copy.beginTime == 0))
    noteChange(.animations)
  }

  final func detachAnimation(forKey key: String) {
    guard let index = timeline?.animations.firstIndex(where: { $0.key == key }) else { return }
    timeline?.animations.remove(at: index)
    noteChange(.animations)
  }

  final func detachAllAnimations() {
    guard let timeline, !timeline.animations.isEmpty else { return }
    timeline.animations = []
    noteChange(.animations)
  }

  /// Lets animations that wait for a commit begin.
  ///
  /// - Parameters:
  ///   - time: media time of the commit.
  ///   - root: the top of the tree that is committed.
  final func beginAnimations(at time: CFTimeInterval, under root: CALayer) {
    guard let timeline, timeline.animations.contains(where: \.awaitsCommit) else { return }
    let time = localTime(at: time, under: root)
    for index in timeline.animations.indices where timeline.animations[index].awaitsCommit {
      timeline.animations[index].animation.resolveBeginTime(time)
      timeline.animations[index].awaitsCommit = false
    }
  }
}
