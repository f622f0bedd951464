import GlazeGeometry
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
    let uses = plan.targetUses()
    // The pass with which each pass is drawn.
    var drawn = Array(plan.passes.indices)
    for (index, pass) in plan.passes.enumerated().reversed() {
      if let reader = uses[pass.target].reader, Self.canWait(index, plan, uses) {
        waits[index] = true
        drawn[index] = drawn[reader.pass]
      }
      for draw in plan.draws[pass.draws] {
        for source in draw.kind.sources { lastUse[source] = max(lastUse[source], drawn[index]) }
      }
    }
  }

  /// Whether a target is read pixel on pixel, by one instance.
  private static func isReadOnce(_ use: FramePlan.TargetUse, _ plan: FramePlan) -> Bool {
    guard use.readCount == 1, let reader = use.reader else { return false }
    let draw = plan.draws[reader.draw]
    return draw.instances.count == 1 && draw.kind.isPixelOnPixel
  }

  private static func canWait(
    _ index: Int, _ plan: FramePlan, _ uses: [FramePlan.TargetUse]
  ) -> Bool {
    let pass = plan.passes[index]
    let target = plan.targets[pass.target]
    guard pass.target != 0, target.key == nil, !target.isKept, pass.clearColor != nil,
      uses[pass.target].passCount == 1, isReadOnce(uses[pass.target], plan)
    else { return false }
    // What it reads must still be the same then, and be cheap to read in parts.
    return plan.draws[pass.draws].allSatisfy { draw in
      if case .blur = draw.kind { return false }
      return draw.kind.sources.allSatisfy { uses[$0].lastPass < index }
    }
  }
}

extension Schedule {
  /// A line a step: textures, then each pass that is drawn in turn with those that it draws on the way, and
  /// the targets whose memory is taken and given back.
  func text(of plan: FramePlan) -> String {
    var lines = plan.textures.enumerated().map { number, texture in
      "prepare texture \(number) \(texture.image.width)x\(texture.image.height)"
        + (texture.needsLevels ? " with its halvings" : "")
    }
    var isTaken = plan.targets.map(\.isKept)
    for (number, pass) in plan.passes.enumerated() where !waits[number] {
      if pass.target > 0, !isTaken[pass.target] {
        let target = plan.targets[pass.target]
        lines.append("take target \(pass.target) \(target.width)x\(target.height)")
        isTaken[pass.target] = true
      }
      lines.append("draw pass \(number) into target \(pass.target), in bands of rows")
      lines += waiting(for: pass, of: plan, depth: 1)
      for (target, last) in lastUse.enumerated().dropFirst()
      where last == number && isTaken[target] {
        lines.append(
          plan.targets[target].key == nil ? "give target \(target)" : "keep target \(target)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The passes that are drawn band by band where a pass lays their targets over its own.
  private func waiting(for pass: FramePlan.Pass, of plan: FramePlan, depth: Int) -> [String] {
    let sources = Set(plan.draws[pass.draws].flatMap { $0.kind.sources })
    return plan.passes.enumerated().flatMap { number, other -> [String] in
      guard waits[number], sources.contains(other.target) else { return [] }
      let line = String(repeating: "  ", count: depth) + "with pass \(number), band by band"
      return [line] + waiting(for: other, of: plan, depth: depth + 1)
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
