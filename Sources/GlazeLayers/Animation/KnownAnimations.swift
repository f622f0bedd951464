extension CAAnimation {
  /// Makes an animation of a class of this module by the name that files use; nil for a name that
  /// is none.
  package static func make(className: String) -> CAAnimation? {
    knownClasses[className].map { $0.init() }
  }

  /// The animation classes of this module, by the names that files use.
  package static let knownClasses: [String: CAAnimation.Type] = [
    "CAAnimation": CAAnimation.self,
    "CAPropertyAnimation": CAPropertyAnimation.self,
    "CABasicAnimation": CABasicAnimation.self,
    "CASpringAnimation": CASpringAnimation.self,
    "CAKeyframeAnimation": CAKeyframeAnimation.self,
    "CAAnimationGroup": CAAnimationGroup.self,
    "CATransition": CATransition.self,
    "CAMatchMoveAnimation": CAMatchMoveAnimation.self,
  ]
}
