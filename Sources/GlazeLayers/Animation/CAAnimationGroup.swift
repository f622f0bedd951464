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

  /// What runs; default nil.
  open var animations: [CAAnimation]? {
    get { members }
    set { if mayChange("animations") { members = newValue } }
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
