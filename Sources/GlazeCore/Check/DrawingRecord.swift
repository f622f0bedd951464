import GlazeLowering
import GlazePlan

/// What a renderer is told to draw, frame after frame, without the numbers that no two planners share.
///
/// An optimisation without which the record is the same did nothing: that pictures are equal then says
/// nothing about it.
struct DrawingRecord: Equatable {
  private let plans: [FramePlan]
  /// What OpenGL makes of the plans, one after the other, on a device that every machine has; nil for a
  /// plan that this device has no room for.
  private let commands: [CommandList?]

  init(_ plans: [FramePlan]) {
    var numbers = Numbering()
    let numbered = plans.map { numbers.renumbered($0) }
    var residency = Residency()
    commands = numbered.map { plan in try? plan.lowered(for: .llvmpipe, &residency) }
    self.plans = numbered.map(\.withoutWishes)
  }

  /// Numbers keys and identities in the order in which they come: what comes again has one number.
  private struct Numbering {
    private var numbers: [UInt64: UInt64] = [:]

    mutating func renumbered(_ plan: FramePlan) -> FramePlan {
      var plan = plan
      // What is freed, and how much is not, draws nothing.
      plan.released = []
      plan.keptBytes = 0
      for index in plan.targets.indices {
        // That the frame is kept shows in the frame that is drawn over it.
        plan.targets[index].key = index == 0 ? nil : plan.targets[index].key.map { number($0) }
      }
      for index in plan.masks.indices {
        plan.masks[index].identity = number(plan.masks[index].identity)
      }
      plan.underlays = plan.underlays.map { renumbered($0) }
      return plan
    }

    private mutating func number(_ key: UInt64) -> UInt64 {
      if let known = numbers[key] { return known }
      let next = UInt64(numbers.count)
      numbers[key] = next
      return next
    }
  }
}

extension FramePlan {
  /// The plan without what it allows backends to do: commands tell whether they do it.
  fileprivate var withoutWishes: FramePlan {
    var plan = self
    (plan.isSpecialized, plan.isSorted, plan.sharesPrograms) = (false, false, false)
    return plan
  }
}
