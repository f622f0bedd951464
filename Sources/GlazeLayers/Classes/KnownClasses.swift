extension CALayer {
  /// The layer classes of this module, by the names that files use.
  package static let knownClasses: [String: CALayer.Type] = [
    "CALayer": CALayer.self,
    "CATransformLayer": CATransformLayer.self,
    "CAGradientLayer": CAGradientLayer.self,
    "CAShapeLayer": CAShapeLayer.self,
    "CAReplicatorLayer": CAReplicatorLayer.self,
    "CATextLayer": CATextLayer.self,
    "CAScrollLayer": CAScrollLayer.self,
    "CATiledLayer": CATiledLayer.self,
    "CAEmitterLayer": CAEmitterLayer.self,
    "CABackdropLayer": CABackdropLayer.self,
  ]

  private static let knownIdentifiers = Set(knownClasses.values.map { ObjectIdentifier($0) })

  /// Whether the class is one of this module, and no subclass of one.
  final class var isKnownClass: Bool {
    self == CALayer.self || knownIdentifiers.contains(ObjectIdentifier(self))
  }

  /// Makes a layer of a class of this module; nil for a name that is none.
  package static func make(className: String) -> CALayer? {
    // Written out, since `init()` is not required of subclasses.
    switch className {
    case "CALayer": CALayer()
    case "CATransformLayer": CATransformLayer()
    case "CAGradientLayer": CAGradientLayer()
    case "CAShapeLayer": CAShapeLayer()
    case "CAReplicatorLayer": CAReplicatorLayer()
    case "CATextLayer": CATextLayer()
    case "CAScrollLayer": CAScrollLayer()
    case "CATiledLayer": CATiledLayer()
    case "CAEmitterLayer": CAEmitterLayer()
    case "CABackdropLayer": CABackdropLayer()
    default: nil
    }
  }
}
