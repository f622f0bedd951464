/// Slices of rows of tiles, which the CPU backend sorts and draws one at a time.
///
/// ```
///        ┌─────┬─────┬─────┬─────┐
///   band │  0  │     │     │     │  \   Each row of tiles is cut into 2 to 16 equal bands,
///        ├╌╌╌╌╌┼╌╌╌╌╌┼╌╌╌╌╌┼╌╌╌╌╌┤   64  depending on the height and the cores. A target that
///        │  1  │     │     │     │  /   is drawn over another has its bands: one may be cut off.
///        ├─────┼─────┼─────┼─────┤
///        │  2  │     │     │     │
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

  /// Bands of 1920 x 32 pixels are 240 kB, which fit in caches; they are lower where some workers
  /// would be idle.
  package init(height: Int, workers: Int) {
    var shift = Tiles.side.trailingZeroBitCount - 1
    while shift > 2, 4 * workers << shift > height { shift -= 1 }
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
