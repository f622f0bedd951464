/// Slices of rows of tiles, which are sorted and drawn one at a time: what the CPU backend makes of the grid.
///
/// ```
///        ┌─────┬─────┬─────┬─────┐
///   band │  0  │     │     │     │  \   Each row of tiles is cut into 2 to 16 bands of equal height, for
///        ├╌╌╌╌╌┼╌╌╌╌╌┼╌╌╌╌╌┼╌╌╌╌╌┤   64  want of tall targets or of cores. A target that is laid over
///        │  1  │     │     │     │  /   another has the bands of that one: its first may be cut off.
///        ├─────┼─────┼─────┼─────┤
///        │  2  │     │     │     │
/// ```
package struct Bands: Sendable, Equatable {
  /// Rows of the target.
  package let height: Int
  /// Binary logarithm of the rows of a band.
  package let shift: Int
  /// Rows that the first band lacks above the target.
  package let offset: Int

  private init(height: Int, shift: Int, offset: Int) {
    (self.height, self.shift, self.offset) = (height, shift, offset)
  }

  /// 1920 pixels of 32 rows are 240 kB, which caches hold; less where some workers would have nothing to do.
  package init(height: Int, workers: Int) {
    var shift = Tiles.side.trailingZeroBitCount - 1
    while shift > 2, 4 * workers << shift > height { shift -= 1 }
    self.init(height: height, shift: shift, offset: 0)
  }

  /// Those of a target whose first row lies on a row of this one.
  package func at(row: Int, height: Int) -> Bands {
    Bands(height: height, shift: shift, offset: (row + offset) & (bandHeight - 1))
  }

  /// Rows of a band.
  package var bandHeight: Int { 1 << shift }

  package var count: Int { height == 0 ? 0 : band(of: height - 1) + 1 }

  /// The band that a row lies in.
  @inlinable @inline(__always)
  package func band(of row: Int) -> Int { (row &+ offset) &>> shift }

  /// The rows of a band.
  package func rows(of band: Int) -> Range<Int> {
    let start = band << shift - offset
    return max(0, start)..<min(start + bandHeight, height)
  }
}
