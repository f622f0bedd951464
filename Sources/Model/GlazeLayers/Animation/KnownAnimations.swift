extension CAAnimation {
  /// Creates an animation of a class of this module by its name in files; nil for an unknown name.
  package static func make(className: String) -> CAAnimation? {
    knownClasses[className].map { $0.init() }
  }

  /// The animation classes of this module, by their names in files.
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
