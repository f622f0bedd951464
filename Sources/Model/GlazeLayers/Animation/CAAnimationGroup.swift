import Foundation

/// A group of animations that run together, in the group's time.
///
/// The `beginTime` of each animation counts from the beginning of the group, and each is cut off at
/// the end of the group. An animation of 0 seconds lasts as long as the group. The delegates of the
/// animations are not called, and only the group's `isRemovedOnCompletion` applies.
///
/// Observed: Apple header CAAnimation.h.
open class CAAnimationGroup: CAAnimation {
  private final var members: [CAAnimation]?

  /// The animations of the group; default nil.
  ///
  /// A group that would contain itself is refused.
  open var animations: [CAAnimation]? {
    get { members }
    set {
      guard mayChange("animations") else { return }
      if Self.holds(newValue, self) {
        ModelMisuse.invalidValue(
          className: "\(type(of: self))", property: "animations",
          value: "an array that contains the group",
          allowed: "an array of other animations"
        ).report()
        return
      }
      members = newValue
    }
  }

  /// Returns whether a group is one of the animations, or inside one of them.
  private static func holds(_ animations: [CAAnimation]?, _ group: CAAnimationGroup) -> Bool {
    var pending = animations ?? []
    while let next = pending.popLast() {
      if next === group { return true }
      pending += (next as? CAAnimationGroup)?.members ?? []
    }
    return false
  }

  /// Copies the animations, too, so that later changes of them have no effect.
  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CAAnimationGroup else { return }
    members = other.members?.map { ($0.copy() as? CAAnimation) ?? $0 }
  }

  package override func freeze() {
    super.freeze()
    for member in members ?? [] { member.freeze() }
  }

  package override class var propertyTable: PropertyTable { .animationGroup }
}
