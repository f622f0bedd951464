/// Who is told of the beginning and the end of an animation.
///
/// Both methods are optional. Animations hold their delegates strongly.
///
/// Observed: Apple header CAAnimation.h.
public protocol CAAnimationDelegate: AnyObject {
  /// The animation became active.
  ///
  /// - Parameter anim: The layer's frozen copy.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation ended or was removed.
  ///
  /// - Parameters:
  ///   - anim: The layer's frozen copy.
  ///   - flag: Whether it reached its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
