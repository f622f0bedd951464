/// A search of a table that goes on from frame to frame, so that a frame does not cost more the more is cached.
///
/// Each frame looks at 64 slots, or at a 32nd of a large table.
package struct SlotSweep: Sendable {
  private var next = 0

  package init() {}

  /// Returns the slots at which this frame looks.
  ///
  /// - Parameter count: The slots of the table.
  package mutating func slots(of count: Int) -> LazyMapSequence<Range<Int>, Int> {
    let start = next < count ? next : 0
    let end = start + min(count, max(64, count / 32 + 1))
    next = end < count ? end : end - count
    return (start..<end).lazy.map { $0 < count ? $0 : $0 - count }
  }
}
