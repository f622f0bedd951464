extension FramePlan {
  /// What the passes of a plan do with a target.
  package struct TargetUse: Sendable, Equatable {
    /// How many passes draw into it, and the last of them; -1 for none.
    package var passCount = 0
    package var lastPass = -1
    /// How many draws read it, and the last of them with its pass.
    package var readCount = 0
    package var reader: (pass: Int, draw: Int)? {
      get { readingDraw < 0 ? nil : (readingPass, readingDraw) }
      set { (readingPass, readingDraw) = newValue ?? (-1, -1) }
    }
    private var readingPass = -1
    private var readingDraw = -1
  }

  /// What the passes do with each target: what every backend asks that may draw one at another time or place.
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
