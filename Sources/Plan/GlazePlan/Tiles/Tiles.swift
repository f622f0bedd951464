import GlazeGeometry

/// Adjacent tiles of 64 x 64 pixels: those of an image, or those of them that something touches.
///
/// ```
///         columns 0..<4
///   ┌─────┬─────┬─────┬─────┐
///   │  0  │  1  │  2  │  3  │             Tile (0, 0) begins at pixel (0, 0) of the frame.
///   ├─────┼─────┼─────┼─────┤  rows       The rectangle touches columns 1..<3 of rows 1..<3:
///   │  4  │ 5┏━━┿━━┓6 │  7  │  0..<3      tiles 5, 6, 9 and 10 in a list of all.
///   ├─────┼──╂──┼──╂──┼─────┤
///   │  8  │ 9┗━━┿━━┛10│ 11  │
///   └─────┴─────┴─────┴─────┘
/// ```
///
/// The values of tiles are stored in lists in the order of the rows.
package struct Tiles: Sendable, Equatable {
  /// The side of a tile in pixels: the number of bits in a word.
  package static let side = 64

  /// The columns: column c contains the pixels from 64 c on, and likewise for rows.
  private(set) var columns: Range<Int>
  private(set) var rows: Range<Int>

  /// Creates the tiles that a rectangle touches.
  init(_ rect: PixelRect) {
    columns = Self.range(rect.minX, rect.maxX)
    rows = Self.range(rect.minY, rect.maxY)
  }

  var count: Int { columns.count * rows.count }

  /// A list with a value for each tile.
  func list<Value>(of value: Value) -> [Value] { Array(repeating: value, count: count) }

  /// The index of a tile in lists.
  @inline(__always)
  func index(_ column: Int, _ row: Int) -> Int {
    (row &- rows.lowerBound) &* columns.count &+ column &- columns.lowerBound
  }

  /// The tiles of these that a rectangle touches.
  func touching(_ rect: PixelRect) -> Tiles {
    var tiles = Tiles(rect)
    tiles.columns = tiles.columns.clamped(to: columns)
    tiles.rows = tiles.rows.clamped(to: rows)
    return tiles
  }

  /// Calls `body` with the index of each tile that a rectangle touches, row by row.
  func forEach(touching rect: PixelRect, _ body: (Int) -> Void) {
    let touched = touching(rect)
    for row in touched.rows {
      for column in touched.columns { body(index(column, row)) }
    }
  }

  /// The pixels of a tile.
  static func pixels(_ column: Int, _ row: Int) -> PixelRect {
    let (x, y) = (Double(column * side), Double(row * side))
    return PixelRect(minX: x, minY: y, maxX: x + Double(side), maxY: y + Double(side))
  }

  private static func range(_ low: Double, _ high: Double) -> Range<Int> {
    guard low < high else { return 0..<0 }
    func number(_ place: Double) -> Int { Int(clamping: min(max(place, -1e9), 1e9)) }
    return number((low / Double(side)).rounded(.down))..<number((high / Double(side)).rounded(.up))
  }
}
