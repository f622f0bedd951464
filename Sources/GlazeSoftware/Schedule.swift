import GlazePlan

/// When the passes of a plan are drawn.
///
/// A pass whose target is laid over one other pass, pixel on pixel and once, waits for that pass, which
/// has it drawn band by band: what was drawn is still in the cache when it is laid over, no memory for
/// the whole target is needed, and threads need not wait for each other between the two.
struct Schedule {
  /// For each pass, whether it waits for the one that reads its target.
  private(set) var waits: [Bool]
  /// For each target, the pass with which its last use is over.
  private(set) var lastUse: [Int]

  /// - Parameter defers: false has all passes drawn in turn.
  init(_ plan: FramePlan, defers: Bool) {
    waits = plan.passes.map { _ in false }
    lastUse = plan.targets.map(\.lastPass)
    guard defers else { return }
    let uses = Self.uses(of: plan)
    // The pass with which each pass is drawn.
    var drawn = Array(plan.passes.indices)
    for (index, pass) in plan.passes.enumerated().reversed() {
      if let reader = uses[pass.target].reader, Self.canWait(index, plan, uses) {
        waits[index] = true
        drawn[index] = drawn[reader]
      }
      for draw in plan.draws[pass.draws] {
        for source in draw.kind.sources { lastUse[source] = max(lastUse[source], drawn[index]) }
      }
    }
  }

  /// What the passes of a plan do with a target.
  private struct Uses {
    var passCount = 0
    var lastPass = -1
    /// The only pass that reads it, pixel on pixel and once.
    var reader: Int?
    var readCount = 0
  }

  private static func uses(of plan: FramePlan) -> [Uses] {
    var uses = plan.targets.map { _ in Uses() }
    for (index, pass) in plan.passes.enumerated() {
      uses[pass.target].passCount += 1
      uses[pass.target].lastPass = index
      for draw in plan.draws[pass.draws] {
        for source in draw.kind.sources {
          uses[source].readCount += 1
          let isOnce = uses[source].readCount == 1 && draw.instances.count == 1
          uses[source].reader = isOnce && draw.kind.isPixelOnPixel ? index : nil
        }
      }
    }
    return uses
  }

  private static func canWait(_ index: Int, _ plan: FramePlan, _ uses: [Uses]) -> Bool {
    let pass = plan.passes[index]
    let target = plan.targets[pass.target]
    guard pass.target != 0, target.key == nil, !target.isKept, pass.clearColor != nil,
      uses[pass.target].passCount == 1
    else { return false }
    // What it reads must still be the same then, and be cheap to read in parts.
    return plan.draws[pass.draws].allSatisfy { draw in
      if case .blur = draw.kind { return false }
      return draw.kind.sources.allSatisfy { uses[$0].lastPass < index }
    }
  }
}

extension FramePlan.Kind {
  /// Whether it reads no pixel of its sources but the one that it draws.
  fileprivate var isPixelOnPixel: Bool {
    switch self {
    case .composite, .colorMatrix: true
    case .rectangle, .box, .image, .maskedImage, .picture, .particle, .blur, .shadow, .gradient,
      .coverage:
      false
    }
  }
}
