public import Foundation

/// An animation that overshoots like a mass on a spring.
///
/// A new one lasts as long as its transaction says, like any other: set `duration` to
/// `settlingDuration` to see all of the motion. Values that a spring cannot have are refused.
///
/// Observed: Apple header CAAnimation.h; what is refused is measured.
open class CASpringAnimation: CABasicAnimation {
  private final var spring = SpringValues()

  /// Makes a spring of mass 1, stiffness 100 and damping 10.
  public required init() { super.init() }

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
    if perceptualDuration > 0, perceptualDuration.isFinite, bounce > -1, bounce <= 1 {
      let pace = 2 * Double.pi / perceptualDuration
      stiffness = CGFloat(pace * pace)
      let b = Double(bounce)
      damping = CGFloat(2 * pace * (b >= 0 ? 1 - b : 1 / (1 + b)))
    } else {
      refuse(
        "perceptualDuration and bounce", "\(perceptualDuration) and \(bounce)",
        "a time above 0 and a number above -1, at most 1")
    }
    duration = settlingDuration
  }

  /// The mass; above 0; default 1.
  open var mass: CGFloat {
    get { spring.mass }
    set {
      guard mayChange("mass") else { return }
      if newValue > 0 { spring.mass = newValue } else { refuse("mass", newValue, "above 0") }
    }
  }

  /// The force per distance; above 0; default 100.
  open var stiffness: CGFloat {
    get { spring.stiffness }
    set {
      guard mayChange("stiffness") else { return }
      if newValue > 0 {
        spring.stiffness = newValue
      } else {
        refuse("stiffness", newValue, "above 0")
      }
    }
  }

  /// The force per speed; not negative; default 10.
  open var damping: CGFloat {
    get { spring.damping }
    set {
      guard mayChange("damping") else { return }
      if newValue >= 0 {
        spring.damping = newValue
      } else {
        refuse("damping", newValue, "at least 0")
      }
    }
  }

  /// The speed at first, in ways per second towards the end; default 0.
  open var initialVelocity: CGFloat {
    get { spring.initialVelocity }
    set { if mayChange("initialVelocity") { spring.initialVelocity = newValue } }
  }

  /// Whether more damping than stops overshooting makes the motion slower; default false.
  open var allowsOverdamping: Bool {
    get { spring.allowsOverdamping }
    set { if mayChange("allowsOverdamping") { spring.allowsOverdamping = newValue } }
  }

  /// How long the spring takes to come to rest, in seconds; very large when it never does.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// How long the motion seems to take, in seconds: the period without damping.
  open var perceptualDuration: CFTimeInterval { 2 * .pi / spring.pace }

  /// How much the motion bounces: 0 just does not overshoot, 1 never comes to rest.
  open var bounce: CGFloat {
    let ratio = spring.dampingRatio
    return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
  }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    if let other = other as? CASpringAnimation { spring = other.spring }
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

  /// Radians per second without damping.
  var pace: Double { (Double(stiffness) / Double(mass)).squareRoot() }

  /// 1 is critical.
  var dampingRatio: Double {
    Double(damping) / (2 * (Double(stiffness) * Double(mass)).squareRoot())
  }

  /// When the rest of the way stays below a thousandth (measured formulas).
  var settlingDuration: CFTimeInterval {
    let (w, v) = (pace, Double(initialVelocity))
    let ratio = allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
    guard ratio > 0 else { return CFTimeInterval(Float.greatestFiniteMagnitude) }
    if ratio < 1 {
      let damped = w * (1 - ratio * ratio).squareRoot()
      return log(1000 * (1 + abs((v - ratio * w) / damped))) / (ratio * w)
    }
    let limit = CFTimeInterval(Float.greatestFiniteMagnitude)
    var time = 0.0
    while time < 1000, abs(rest(at: time, w, v, ratio)) >= 0.001 { time += 0.1 }
    return time < 1000 ? time : limit
  }

  /// The part of the way that is left, negative before the end.
  private func rest(at t: Double, _ w: Double, _ v: Double, _ ratio: Double) -> Double {
    guard ratio > 1 else { return exp(-w * t) * (-1 + (v - w) * t) }
    let root = w * (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (-ratio * w + root, -ratio * w - root)
    let a = (v + fast) / (slow - fast)
    return a * exp(slow * t) + (-1 - a) * exp(fast * t)
  }
}
