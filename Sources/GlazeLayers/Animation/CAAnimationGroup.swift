import Foundation

/// Animations that run together, in the time of the group.
///
/// Each one's `beginTime` counts from the group's beginning, and each is cut off at the group's end.
/// One of 0 seconds takes as long as the group. Their delegates are not told, and
/// `isRemovedOnCompletion` is the group's.
///
/// Observed: Apple header CAAnimation.h.
open class CAAnimationGroup: CAAnimation {
  private final var members: [CAAnimation]?

  /// What runs; default nil; a group that would come to lie in itself is refused.
  open var animations: [CAAnimation]? {
    get { members }
    set {
      guard mayChange("animations") else { return }
      if Self.holds(newValue, self) {
        ModelMisuse.invalidValue(
          className: "\(type(of: self))", property: "animations",
          value: "a list with the group itself",
          allowed: "a list of other animations"
        ).report()
        return
      }
      members = newValue
    }
  }

  /// Whether a group is among animations, or in one of them.
  private static func holds(_ animations: [CAAnimation]?, _ group: CAAnimationGroup) -> Bool {
    var pending = animations ?? []
    while let next = pending.popLast() {
      if next === group { return true }
      pending += (next as? CAAnimationGroup)?.members ?? []
    }
    return false
  }

  /// Copies the animations, too, so that changing them later does not show.
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
