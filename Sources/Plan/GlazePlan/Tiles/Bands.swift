/// Slices of the rows of a target, which the CPU backend sorts and draws one at a time.
///
/// ```
///        ┌───────────────────────┐
///   band │  0                    │  \   All bands are equally high, except for the last. A target
///        ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤   2ⁿ  that is drawn over another has its bands: the first may
///        │  1                    │  /   be cut off.
///        ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤
///        │  2                    │
/// ```
package struct Bands: Sendable, Equatable {
  /// The number of rows of the target.
  package let height: Int
  /// The binary logarithm of the number of rows in a band.
  package let shift: Int
  /// The number of rows that the first band lacks above the target.
  package let offset: Int

  private init(height: Int, shift: Int, offset: Int) {
    (self.height, self.shift, self.offset) = (height, shift, offset)
  }

  /// The pixels of a band that fit in the second-level cache of a server's core: 1 MB.
  ///
  /// An instance is prepared once for each band that it touches: with bands of 256 kB, frames took up
  /// to 1.2 times as long (measured).
  private static let mostPixels = 1 << 18

  /// Bands of at most 1 MB and at least four rows; lower where the target is, and where some workers
  /// would be idle.
  package init(width: Int, height: Int, workers: Int) {
    let rows = Self.mostPixels / max(1, min(width, Self.mostPixels))
    var shift = max(2, Int.bitWidth - 1 - rows.leadingZeroBitCount)
    while shift > 2, 1 << (shift - 1) >= height { shift -= 1 }
    while shift > 2, workers > 1, 4 * workers << shift > height { shift -= 1 }
    self.init(height: height, shift: shift, offset: 0)
  }

  /// The bands of a target whose first row lies on a row of this one.
  package func at(row: Int, height: Int) -> Bands {
    Bands(height: height, shift: shift, offset: (row + offset) & (bandHeight - 1))
  }

  /// The number of rows in a band.
  package var bandHeight: Int { 1 << shift }

  package var count: Int { height == 0 ? 0 : band(of: height - 1) + 1 }

  /// The band that contains a row.
  @inlinable @inline(__always)
  package func band(of row: Int) -> Int { (row &+ offset) &>> shift }

  /// The rows of a band.
  package func rows(of band: Int) -> Range<Int> {
    let start = band << shift - offset
    return max(0, start)..<min(start + bandHeight, height)
  }
}
