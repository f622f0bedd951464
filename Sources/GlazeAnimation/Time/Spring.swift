import Foundation

/// A mass on a spring that is let go one way from where it will rest.
///
/// **Units**: seconds; velocity in ways per second, positive toward the rest.
///
/// Observed: values measured on Apple's QuartzCore and iOS by public test suites; the formulas are
/// those of the damped oscillator.
package struct Spring: Sendable, Equatable {
  package private(set) var mass: Double
  package private(set) var stiffness: Double
  package private(set) var damping: Double
  package private(set) var initialVelocity: Double
  /// Whether a spring that is damped more than critically creeps; else it counts as critical.
  package private(set) var allowsOverdamping: Bool

  /// Angular frequency without damping.
  private let frequency: Double
  /// Damping over critical damping.
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

  /// Makes a spring by how it feels.
  ///
  /// - Parameters:
  ///   - duration: one swing without damping; above 0.
  ///   - bounce: 0 is critical, toward 1 swings more, below 0 creeps; above -1.
  package init?(perceptualDuration duration: Double, bounce: Double, initialVelocity: Double = 0) {
    guard duration > 0, bounce > -1 else { return nil }
    let turn = 2 * Double.pi / duration
    self.init(
      stiffness: turn * turn,
      damping: bounce < 0 ? 2 * turn / (1 + bounce) : 2 * turn * max(1 - bounce, 0),
      initialVelocity: initialVelocity, allowsOverdamping: true)
  }

  /// One swing without damping.
  package var perceptualDuration: Double { 2 * .pi / frequency }

  /// What `init(perceptualDuration:bounce:)` takes for the same damping; Glaze's own choice.
  package var bounce: Double {
    let wanted = damping / (2 * (stiffness * mass).squareRoot())
    return wanted <= 1 ? 1 - wanted : 1 / wanted - 1
  }

  /// The fraction of the way after a time: 0 at the begin, 1 at rest, beyond when it overshoots.
  package func value(at time: Double) -> Double { 1 + displacement(at: max(time, 0)) }

  /// How far from the rest, in ways.
  private func displacement(at t: Double) -> Double {
    let fall = exp(-ratio * frequency * t)
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      return fall * (-cos(damped * t) + swing * sin(damped * t))
    }
    if ratio == 1 { return fall * (-1 + (initialVelocity - frequency) * t) }
    // Two roots r of r² + 2 z w r + w² = 0; the sum of two exponentials meets x(0) and x'(0).
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (-ratio * frequency + spread, -ratio * frequency - spread)
    let share = (initialVelocity + fast) / (slow - fast)
    return share * exp(slow * t) - (1 + share) * exp(fast * t)
  }

  /// The amplitude of the sine of an underdamped spring.
  private var swing: Double {
    (initialVelocity - ratio * frequency) / (frequency * (1 - ratio * ratio).squareRoot())
  }

  /// How long until the spring counts as being at rest.
  ///
  /// Without damping: the greatest `Float`, as with Apple.
  package var settlingDuration: Double {
    guard ratio > 0 else { return Double(Float.greatestFiniteMagnitude) }
    if ratio < 1 { return log(1000 * (1 + abs(swing))) / (ratio * frequency) }
    // In steps of a tenth of a second, added up one by one as with Apple.
    var time = 0.0
    for _ in 0..<100_000 where abs(displacement(at: time)) >= 0.001 { time += 0.1 }
    return time
  }
}
