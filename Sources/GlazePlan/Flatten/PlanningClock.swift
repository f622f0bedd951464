/// Tells when planning has taken longer than it may, with few looks at the time.
struct PlanningClock {
  private let end: ContinuousClock.Instant
  private var steps = 0
  /// A look takes as long as a few small layers.
  private static let stepsOfALook = 256

  /// - Parameter limit: in milliseconds from now.
  init(limit: Int) {
    // A day is as good as for ever, and can be added to any time.
    end = .now + .milliseconds(min(limit, 86_400_000))
  }

  /// Whether the time is over; to be asked before each step.
  var isOver: Bool {
    mutating get {
      steps += 1
      return steps % Self.stepsOfALook == 1 && ContinuousClock.now >= end
    }
  }
}
