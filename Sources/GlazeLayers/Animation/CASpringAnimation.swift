public import Foundation
package import GlazeAnimation

/// An animation that overshoots like a mass on a spring.
///
/// A new one lasts as long as its transaction says, like any other: set `duration` to
/// `settlingDuration` to see all of the motion. Values that a spring cannot have are refused.
///
/// Observed: Apple header CAAnimation.h; what is refused is measured.
open class CASpringAnimation: CABasicAnimation {
  private final var stored = SpringValues()

  /// The spring itself; nil for numbers that are not finite.
  package final var spring: Spring? {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
  }

  /// Makes a spring of mass 1, stiffness 100 and damping 10.
  public required init() { super.init() }

  /// Reads an animation from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a spring of how long it seems to take and how much it bounces.
  ///
  /// `duration` becomes `settlingDuration`, and `allowsOverdamping` true.
  ///
  /// - Parameters:
  ///   - perceptualDuration: in seconds, above 0; others are refused and leave the default spring.
  ///   - bounce: above -1, at most 1: 0 just does not overshoot, 1 never comes to rest.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    allowsOverdamping = true
    if bounce <= 1,
      let felt = Spring(perceptualDuration: perceptualDuration, bounce: Double(bounce))
    {
      stiffness = CGFloat(felt.stiffness)
      damping = CGFloat(felt.damping)
    } else {
      refuse(
        "perceptualDuration and bounce", "\(perceptualDuration) and \(bounce)",
        "a time above 0 and a number above -1, at most 1")
    }
    duration = settlingDuration
  }

  /// The mass; above 0; default 1.
  open var mass: CGFloat {
    get { stored.mass }
    set {
      guard mayChange("mass") else { return }
      if newValue > 0 { stored.mass = newValue } else { refuse("mass", newValue, "above 0") }
    }
  }

  /// The force per distance; above 0; default 100.
  open var stiffness: CGFloat {
    get { stored.stiffness }
    set {
      guard mayChange("stiffness") else { return }
      if newValue > 0 {
        stored.stiffness = newValue
      } else {
        refuse("stiffness", newValue, "above 0")
      }
    }
  }

  /// The force per speed; not negative; default 10.
  open var damping: CGFloat {
    get { stored.damping }
    set {
      guard mayChange("damping") else { return }
      if newValue >= 0 {
        stored.damping = newValue
      } else {
        refuse("damping", newValue, "at least 0")
      }
    }
  }

  /// The speed at first, in ways per second towards the end; default 0.
  open var initialVelocity: CGFloat {
    get { stored.initialVelocity }
    set { if mayChange("initialVelocity") { stored.initialVelocity = newValue } }
  }

  /// Whether more damping than stops overshooting makes the motion slower; default false.
  open var allowsOverdamping: Bool {
    get { stored.allowsOverdamping }
    set { if mayChange("allowsOverdamping") { stored.allowsOverdamping = newValue } }
  }

  /// How long the spring takes to come to rest, in seconds; very large when it never does.
  open var settlingDuration: CFTimeInterval { spring?.settlingDuration ?? 0 }

  /// How long the motion seems to take, in seconds: the period without damping.
  open var perceptualDuration: CFTimeInterval { spring?.perceptualDuration ?? 0 }

  /// How much the motion bounces: 0 just does not overshoot, 1 never comes to rest.
  open var bounce: CGFloat { CGFloat(spring?.bounce ?? 0) }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CASpringAnimation { stored = other.stored }
  }

  package override class var propertyTable: PropertyTable { .springAnimation }

  private func refuse(_ property: String, _ value: Any, _ allowed: String) {
    ModelMisuse.invalidValue(
      className: "\(type(of: self))", property: property, value: "\(value)", allowed: allowed
    ).report()
  }
}

/// What a spring animation stores.
private struct SpringValues {
  var mass: CGFloat = 1
  var stiffness: CGFloat = 100
  var damping: CGFloat = 10
  var initialVelocity: CGFloat = 0
  var allowsOverdamping = false
}
