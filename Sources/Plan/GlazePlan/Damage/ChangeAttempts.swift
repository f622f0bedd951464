/// The attempts to draw only what changed, which are made more seldom while too much changes.
///
/// An attempt that fails has planned the changes in vain. After two failures in a row the next frame
/// is drawn completely without one, after more failures the next 3, 7 and at last 15.
struct ChangeAttempts: Sendable {
  /// The most failures that count.
  private static let mostFailures = 5

  /// The failures since the last success.
  private var failures = 0
  /// The number of frames before the next attempt.
  private var wait = 0

  /// Whether a frame should try it.
  mutating func isDue() -> Bool {
    guard wait > 0 else { return true }
    wait -= 1
    return false
  }

  mutating func note(success: Bool) {
    failures = success ? 0 : min(failures + 1, Self.mostFailures)
    wait = max((1 << failures) / 2 - 1, 0)
  }
}
