extension FramePlan {
  /// The uses of a target by the passes of a plan.
  package struct TargetUse: Sendable, Equatable {
    /// The number of passes that draw into it, and the last of them; -1 for none.
    package var passCount = 0
    package var lastPass = -1
    /// The number of draws that read it, and the last of them with its pass.
    package var readCount = 0
    package var reader: (pass: Int, draw: Int)? {
      get { readingDraw < 0 ? nil : (readingPass, readingDraw) }
      set { (readingPass, readingDraw) = newValue ?? (-1, -1) }
    }
    private var readingPass = -1
    private var readingDraw = -1
  }

  /// The uses of each target, which a backend needs to draw targets at another time or position.
  ///
  /// - Complexity: O(passes + draws).
  package func targetUses() -> [TargetUse] {
    var uses = targets.map { _ in TargetUse() }
    for (number, pass) in passes.enumerated() {
      uses[pass.target].passCount += 1
      uses[pass.target].lastPass = number
      for draw in pass.draws {
        for source in draws[draw].kind.sources {
          uses[source].readCount += 1
          uses[source].reader = (number, draw)
        }
      }
    }
    return uses
  }
}
