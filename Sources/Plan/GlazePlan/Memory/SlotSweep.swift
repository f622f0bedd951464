/// A search of a table that goes on from frame to frame, so that a frame does not cost more the more is cached.
///
/// Each frame looks at 16 slots. While it finds something, the next one looks at twice as many.
package struct SlotSweep: Sendable {
  private static let shortest = 16
  private static let longest = 1 << 30

  private var next = 0
  private var length = Self.shortest

  package init() {}

  /// Returns the slots at which this frame looks.
  ///
  /// - Parameter count: The slots of the table.
  package mutating func slots(of count: Int) -> LazyMapSequence<Range<Int>, Int> {
    let start = next < count ? next : 0
    let end = start + min(count, length)
    next = end < count ? end : end - count
    return (start..<end).lazy.map { $0 < count ? $0 : $0 - count }
  }

  /// Adapts the next frame's search to whether this one found something.
  package mutating func note(found: Bool) {
    length = found ? min(2 * length, Self.longest) : Self.shortest
  }
}
