extension CAAnimation {
  /// Creates an animation of a class of this module by its name in files; nil for an unknown name.
  package static func make(className: String) -> CAAnimation? {
    classes[className].map { $0.init() }
  }

  /// The animation classes of this module, base classes first.
  package static let knownClasses: [CAAnimation.Type] = [
    CAAnimation.self, CAPropertyAnimation.self, CABasicAnimation.self, CASpringAnimation.self,
    CAKeyframeAnimation.self, CAAnimationGroup.self, CATransition.self, CAMatchMoveAnimation.self,
  ]

  /// The names of these classes, in alphabetical order.
  package static var classNames: [String] { classes.keys.sorted() }

  package static func isKnown(_ className: String) -> Bool { classes[className] != nil }

  private static let classes = Dictionary(
    uniqueKeysWithValues: knownClasses.map { ($0.propertyTable.className, $0) })
}
