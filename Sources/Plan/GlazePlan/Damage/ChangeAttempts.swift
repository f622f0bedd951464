/// The attempts to draw only what changed, which are made more seldom while too much changes.
///
/// An attempt that fails has planned the changes in vain. After two failures in a row the next frame
/// is drawn completely without one, after more failures the next 3, 7 and at last 15. A frame with far
/// fewer changes than those is tried at once: when a scene comes to rest, a caret still blinks.
struct ChangeAttempts: Sendable {
  /// The most failures that count.
  private static let mostFailures = 5
  /// How many times fewer changes are far fewer.
  private static let farFewer = 4

  /// The failures since the last success.
  private var failures = 0
  /// The number of frames before the next attempt.
  private var wait = 0
  /// The changed nodes of the last failure.
  private var failed = 0

  /// Whether a frame with so many changed nodes should try it.
  mutating func isDue(_ changed: Int) -> Bool {
    guard wait > 0 else { return true }
    if changed <= failed / Self.farFewer { return true }
    wait -= 1
    return false
  }

  mutating func note(success: Bool, _ changed: Int) {
    failures = success ? 0 : min(failures + 1, Self.mostFailures)
    wait = max((1 << failures) / 2 - 1, 0)
    failed = success ? 0 : changed
  }
}
