import GlazeLowering
import GlazePlan

/// The drawing commands of a renderer, frame after frame, without the numbers that differ between
/// planners.
///
/// If the record is the same without an optimization, the optimization did nothing: equal images
/// then do not test it.
struct DrawingRecord: Equatable {
  private let plans: [FramePlan]
  /// The OpenGL commands of the plans, in order, for a device with the limits that every machine
  /// has; nil for a plan that exceeds these limits.
  private let commands: [CommandList?]

  init(_ plans: [FramePlan]) {
    var numbers = Numbering()
    let numbered = plans.map { numbers.renumbered($0) }
    var residency = Residency()
    commands = numbered.map { plan in try? plan.lowered(for: .llvmpipe, &residency) }
    self.plans = numbered.map(\.withoutWishes)
  }

  /// Numbers keys and identities in the order in which they come: a repeated one has the same
  /// number.
  private struct Numbering {
    private var numbers: [UInt64: UInt64] = [:]

    mutating func renumbered(_ plan: FramePlan) -> FramePlan {
      var plan = plan
      // The objects that are freed, and the amount that is not, draw nothing.
      plan.released = []
      plan.cachedBytes = 0
      for index in plan.targets.indices {
        // Whether the frame is retained shows in the frame that is drawn over it.
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
  /// The plan without its permissions to backends: the commands show whether they are used.
  fileprivate var withoutWishes: FramePlan {
    var plan = self
    (plan.isSpecialized, plan.isSorted, plan.sharesPrograms) = (false, false, false)
    return plan
  }
}
