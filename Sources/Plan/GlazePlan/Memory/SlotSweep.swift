/// A search of a table that goes on from frame to frame, so that a frame does not cost more the more is cached.
///
/// Each frame looks at 64 slots, or at a 32nd of a large table.
package struct SlotSweep: Sendable {
  private var next = 0

  package init() {}

  /// Returns the slots at which this frame looks, in two ranges.
  ///
  /// - Parameter count: The slots of the table.
  package mutating func ranges(of count: Int) -> [Range<Int>] {
    let share = min(count, max(64, count / 32 + 1))
    let start = next < count ? next : 0
    let end = min(start + share, count)
    let rest = share - (end - start)
    next = rest > 0 ? rest : end
    return [start..<end, 0..<rest]
  }
}
