import CGlazeShaders
import GlazeGeometry
import GlazePlan
import GlazeTree

/// The targets that one pass draws, from instances alone, and that nothing reads but one draw of composites
/// without masks into the frame itself.
struct LeafTargets {
  struct Leaf {
    /// The pass that draws it.
    var pass: Int
    /// What of the frame it covers.
    var window: PixelWindow
  }

  /// By the targets' numbers.
  private var leaves: [Leaf?] = []

  var isEmpty: Bool { leaves.isEmpty }

  subscript(target: Int) -> Leaf? { leaves.isEmpty ? nil : leaves[target] }

  init(_ plan: FramePlan) {
    guard plan.isSpecialized, plan.targets.count > 1 else { return }
    var passes = [Int?](repeating: nil, count: plan.targets.count)
    var isOut = plan.targets.map { target in
      target.key != nil || target.format != .unorm8
    }
    isOut[0] = true
    var windows = [PixelWindow?](repeating: nil, count: plan.targets.count)
    for (number, pass) in plan.passes.enumerated() {
      if passes[pass.target] != nil || pass.clearColor != .zero { isOut[pass.target] = true }
      passes[pass.target] = number
      for draw in plan.draws[pass.draws] {
        let sources = draw.kind.sources
        if draw.blendMode != .sourceOver || !sources.isEmpty { isOut[pass.target] = true }
        let place = pass.target == 0 ? Self.place(draw, plan) : nil
        for target in sources {
          if windows[target] != nil { isOut[target] = true }
          guard let place, target > 0 else {
            isOut[target] = true
            continue
          }
          let size = plan.targets[target]
          windows[target] = PixelWindow(
            x: place.x, y: place.y, width: size.width, height: size.height)
        }
      }
    }
    leaves = plan.targets.indices.map { target in
      guard !isOut[target], let pass = passes[target], let window = windows[target] else {
        return nil
      }
      return Leaf(pass: pass, window: window)
    }
  }

  /// Where a draw lays a target over the frame; nil when it does more than that.
  private static func place(_ draw: FramePlan.Draw, _ plan: FramePlan) -> SIMD2<Int>? {
    guard case .composite(_, mask: nil) = draw.kind, draw.blendMode == .sourceOver else {
      return nil
    }
    let source = plan.composites[draw.instances.lowerBound].source.lowHalf
    let isSimple = draw.instances.allSatisfy {
      plan.variant(of: $0, draw, into: 0).contains(.simple)
        && plan.composites[$0].source.lowHalf == source
    }
    return isSimple ? SIMD2<Int>(source, rounding: .down) : nil
  }
}
