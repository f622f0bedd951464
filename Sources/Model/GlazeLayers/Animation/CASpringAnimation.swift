public import Foundation
package import GlazeAnimation

/// An animation that moves like a mass on a spring and may overshoot.
///
/// A new animation has the duration of its transaction, like any other: set `duration` to
/// `settlingDuration` to show the whole motion. Values that are invalid for a spring are refused.
///
/// Observed: Apple header CAAnimation.h; the refused values are measured.
open class CASpringAnimation: CABasicAnimation {
  private final var stored = SpringValues()

  /// The spring; nil for numbers that are not finite.
  package final var spring: Spring? {
    Spring(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
  }

  /// Creates a spring of mass 1, stiffness 100 and damping 10.
  public required init() { super.init() }

  /// Reads an animation from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a spring from its perceived duration and its bounce.
  ///
  /// `duration` becomes `settlingDuration`, and `allowsOverdamping` true.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The perceived duration, in seconds, above 0; other values are refused
  ///     and leave the default spring.
  ///   - bounce: A number above -1 and at most 1: 0 just does not overshoot, 1 never comes to rest.
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

  /// The damping force per speed; not negative; default 10.
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

  /// The initial speed toward the end value, in distances per second; default 0.
  open var initialVelocity: CGFloat {
    get { stored.initialVelocity }
    set { if mayChange("initialVelocity") { stored.initialVelocity = newValue } }
  }

  /// A Boolean value that indicates whether damping above critical damping slows the motion;
  /// default false.
  open var allowsOverdamping: Bool {
    get { stored.allowsOverdamping }
    set { if mayChange("allowsOverdamping") { stored.allowsOverdamping = newValue } }
  }

  /// The time that the spring takes to come to rest, in seconds; very large if it never does.
  open var settlingDuration: CFTimeInterval { spring?.settlingDuration ?? 0 }

  /// The perceived duration of the motion, in seconds: its period without damping.
  open var perceptualDuration: CFTimeInterval { spring?.perceptualDuration ?? 0 }

  /// The bounce of the motion: 0 just does not overshoot, 1 never comes to rest.
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

/// The stored properties of a spring animation.
private struct SpringValues {
  var mass: CGFloat = 1
  var stiffness: CGFloat = 100
  var damping: CGFloat = 10
  var initialVelocity: CGFloat = 0
  var allowsOverdamping = false
}
