/// Detects when planning exceeds its time limit, while it reads the clock rarely.
struct PlanningClock {
  private let limit: Duration
  /// nil until the first step.
  private var end: ContinuousClock.Instant?
  private var steps = 0
  /// The number of steps between two clock readings: a reading takes as long as a few small layers.
  private static let stepsOfALook = 256

  /// - Parameter limit: The limit, in milliseconds from the first step.
  init(limit: Int) {
    // A day is practically unlimited, and can be added to any time.
    self.limit = .milliseconds(min(limit, 86_400_000))
  }

  /// Whether the time is over.
  ///
  /// Check it before each step.
  var isOver: Bool {
    mutating get {
      steps += 1
      guard steps % Self.stepsOfALook == 1 else { return false }
      let now = ContinuousClock.now
      let end = end ?? now + limit
      self.end = end
      return now >= end
    }
  }
}
