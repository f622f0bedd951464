/// An object that is informed when an animation begins and ends.
///
/// Both methods are optional. Animations retain their delegates.
///
/// Observed: Apple header CAAnimation.h.
public protocol CAAnimationDelegate: AnyObject {
  /// Called when the animation becomes active.
  ///
  /// - Parameter anim: The layer's frozen copy.
  func animationDidStart(_ anim: CAAnimation)
  /// Called when the animation has ended or was removed.
  ///
  /// - Parameters:
  ///   - anim: The layer's frozen copy.
  ///   - flag: Whether the animation reached its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
