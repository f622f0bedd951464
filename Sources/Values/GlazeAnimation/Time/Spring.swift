import Foundation

/// A mass on a spring that is released at a distance from its rest position.
///
/// **Units**: seconds; velocity in distances per second, positive toward the rest position.
///
/// Observed: values measured on Apple's QuartzCore and iOS by public test suites; the formulas are
/// those of the damped oscillator.
package struct Spring: Sendable, Equatable {
  package private(set) var mass: Double
  package private(set) var stiffness: Double
  package private(set) var damping: Double
  package private(set) var initialVelocity: Double
  /// Whether a spring may be overdamped; else it counts as critically damped.
  package private(set) var allowsOverdamping: Bool

  /// The angular frequency without damping.
  private let frequency: Double
  /// The ratio of the damping to critical damping.
  private let ratio: Double

  /// Makes a spring; nil when mass or stiffness are not above 0 or damping is below 0.
  package init?(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    guard mass > 0, stiffness > 0, damping >= 0, mass.isFinite, stiffness.isFinite,
      damping.isFinite, initialVelocity.isFinite
    else { return nil }
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
    self.allowsOverdamping = allowsOverdamping
    frequency = (stiffness / mass).squareRoot()
    let wanted = damping / (2 * (stiffness * mass).squareRoot())
    ratio = allowsOverdamping ? wanted : min(wanted, 1)
  }

  /// Makes a spring from perceptual parameters.
  ///
  /// - Parameters:
  ///   - duration: the period without damping; above 0.
  ///   - bounce: 0 is critical, values toward 1 oscillate more, negative values are overdamped;
  ///     above -1.
  package init?(perceptualDuration duration: Double, bounce: Double, initialVelocity: Double = 0) {
    guard duration > 0, bounce > -1 else { return nil }
    let turn = 2 * Double.pi / duration
    self.init(
      stiffness: turn * turn,
      damping: bounce < 0 ? 2 * turn / (1 + bounce) : 2 * turn * max(1 - bounce, 0),
      initialVelocity: initialVelocity, allowsOverdamping: true)
  }

  /// The period without damping.
  package var perceptualDuration: Double { 2 * .pi / frequency }

  /// The bounce with which `init(perceptualDuration:bounce:)` yields the same damping; Glaze's own
  /// choice.
  package var bounce: Double {
    let wanted = damping / (2 * (stiffness * mass).squareRoot())
    return wanted <= 1 ? 1 - wanted : 1 / wanted - 1
  }

  /// The fraction of the way after a time: 0 at the start, 1 at rest, above 1 when it overshoots.
  package func value(at time: Double) -> Double { 1 + displacement(at: max(time, 0)) }

  /// The displacement from the rest position, as a fraction of the distance.
  private func displacement(at t: Double) -> Double {
    let fall = exp(-ratio * frequency * t)
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      return fall * (-cos(damped * t) + swing * sin(damped * t))
    }
    if ratio == 1 { return fall * (-1 + (initialVelocity - frequency) * t) }
    // There are two roots r of r² + 2 z w r + w² = 0; the sum of two exponentials matches x(0) and
    // x'(0).
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (-ratio * frequency + spread, -ratio * frequency - spread)
    let share = (initialVelocity + fast) / (slow - fast)
    return share * exp(slow * t) - (1 + share) * exp(fast * t)
  }

  /// The amplitude of the sine of an underdamped spring.
  private var swing: Double {
    (initialVelocity - ratio * frequency) / (frequency * (1 - ratio * ratio).squareRoot())
  }

  /// The time until the spring counts as being at rest.
  ///
  /// Without damping it is the greatest `Float`, as with Apple.
  package var settlingDuration: Double {
    guard ratio > 0 else { return Double(Float.greatestFiniteMagnitude) }
    if ratio < 1 { return log(1000 * (1 + abs(swing))) / (ratio * frequency) }
    // The time advances in steps of a tenth of a second, added one by one as with Apple.
    var time = 0.0
    for _ in 0..<100_000 where abs(displacement(at: time)) >= 0.001 { time += 0.1 }
    return time
  }
}
