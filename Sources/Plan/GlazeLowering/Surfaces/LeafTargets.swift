import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The targets that one pass draws, from instances alone, and that are only read by one draw of
/// composites without masks into the frame itself.
struct LeafTargets {
  struct Leaf {
    /// The pass that draws it.
    var pass: Int
    /// The part of the frame that it covers.
    var window: PixelWindow
  }

  /// The leaves, by the targets' numbers.
  private var leaves: [Leaf?] = []

  subscript(target: Int) -> Leaf? { leaves.isEmpty ? nil : leaves[target] }

  init(_ plan: FramePlan) {
    guard plan.isSpecialized, plan.targets.count > 1 else { return }
    let uses = plan.targetUses()
    leaves = plan.targets.enumerated().map { number, target in
      let use = uses[number]
      guard number > 0, target.key == nil, target.format == .unorm8, use.passCount == 1,
        use.readCount == 1, let reader = use.reader, plan.passes[reader.pass].target == 0,
        plan.drawsInstancesAlone(plan.passes[use.lastPass]),
        let place = plan.place(ofTargetIn: plan.draws[reader.draw])
      else { return nil }
      return Leaf(
        pass: use.lastPass,
        window: PixelWindow(x: place.x, y: place.y, width: target.width, height: target.height))
    }
  }
}

extension FramePlan {
  /// Whether a pass begins empty and does not read any target, including its own.
  fileprivate func drawsInstancesAlone(_ pass: Pass) -> Bool {
    pass.clearColor == .zero
      && draws[pass.draws].allSatisfy { $0.blendMode == .sourceOver && $0.kind.sources.isEmpty }
  }

  /// The position at which a draw composites a target over the frame; nil when it does more than
  /// that.
  fileprivate func place(ofTargetIn draw: Draw) -> SIMD2<Int>? {
    guard case .composite(_, mask: nil) = draw.kind, draw.blendMode == .sourceOver,
      let first = draw.instances.first
    else { return nil }
    let source = composites[first].source.lowHalf
    let isSimple = draw.instances.allSatisfy {
      variant(of: $0, draw, into: 0).contains(.simple)
        && composites[$0].source.lowHalf == source
    }
    return isSimple ? SIMD2<Int>(source, rounding: .down) : nil
  }
}
