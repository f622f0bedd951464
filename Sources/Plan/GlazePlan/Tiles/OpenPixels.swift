import GlazeGeometry
/// The pixels of an image that are not hidden yet: one bit each, one word for each row of a tile.
///
/// ```
///   drawn last ▶ ┌───────────┐          Items come from front to back. An opaque item closes the
///   ┌────────────┼──┐ closed │          pixels that lie wholly inside of it. A later item is
///   │   open     │░░│        │          behind it: its open pixels are visible (all but ░), and
///   │            └──┼────────┘          the item is omitted when there are none.
///   └───────────────┘ ◀ drawn before
/// ```
struct OpenPixels: ~Copyable {
  /// The largest region, in pixels.
  private static let largest = 1 << 26
  /// The number of rows that are treated as one where edges are slanted.
  private static let step = 8

  let tiles: Tiles
  let region: PixelRect
  /// The rows of each tile.
  let words: UnsafeMutablePointer<UInt64>
  /// The upright rectangle that was closed last, in integer pixels.
  private(set) var hole: PixelRect?

  /// - Parameter region: The visible part of the image, in integer pixels.
  /// - Returns: nil when it is too large, or empty.
  init?(_ region: PixelRect) {
    tiles = Tiles(region)
    self.region = region
    let count = tiles.count * Tiles.side
    guard !region.isEmpty, PixelRect.screens.contains(region), count * Tiles.side <= Self.largest
    else { return nil }
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    forEachRun(in: region) { run, tile in run.open(in: words + tile) }
  }

  deinit { words.deallocate() }

  /// Whether all pixels that a polygon touches are closed.
  func hides(_ outline: Outline) -> Bool {
    // Most items are visible at their center.
    let middle = (outline.corners.0 + outline.corners.2) / 2
    if middle.x >= region.minX, middle.x < region.maxX, middle.y >= region.minY,
      middle.y < region.maxY
    {
      let (x, y) = (Int(clamping: middle.x.rounded(.down)), Int(clamping: middle.y.rounded(.down)))
      let row = words[tiles.index(x >> 6, y >> 6) * Tiles.side + y & 63]
      if row >> UInt64(x & 63) & 1 != 0 { return false }
    }
    var isHidden = true
    forEachRun(touching: outline) { run, tile in
      isHidden = run.look(in: words + tile) == nil
      return isHidden
    }
    return isHidden
  }

  /// Finds a rectangle around the open pixels that a polygon touches; nil when all of them are
  /// hidden.
  func seen(of outline: Outline) -> PixelRect? {
    var (low, high) = (SIMD2(repeating: Int.max), SIMD2(repeating: Int.min))
    forEachRun(touching: outline) { run, tile in
      if let seen = run.look(in: words + tile) {
        low = pointwiseMin(low, run.origin &+ SIMD2(truncatingIfNeeded: seen.lowHalf))
        high = pointwiseMax(high, run.origin &+ SIMD2(truncatingIfNeeded: seen.highHalf))
      }
      return true
    }
    guard low.x < high.x else { return nil }
    return PixelRect(
      minX: Double(low.x), minY: Double(low.y), maxX: Double(high.x), maxY: Double(high.y))
  }

  /// Closes the pixels that lie inside.
  mutating func close(_ interior: Interior) {
    if let rect = interior.upright { return close(rect) }
    let rows = Self.range(
      interior.bounds.minY.rounded(.up), interior.bounds.maxY.rounded(.down), in: region.rows)
    forEachRun(rows, step: Self.step) { top, bottom in
      let span = interior.span(from: top, to: bottom)
      return (span.low.rounded(.up), span.high.rounded(.down))
    } body: { run, tile in
      run.close(in: words + tile)
      return true
    }
  }

  /// Closes the pixels that lie completely inside of a rectangle.
  mutating func close(_ rect: PixelRect) {
    let whole = rect.inside
    guard !whole.isEmpty else { return }
    hole = whole
    forEachRun(in: whole) { run, tile in run.close(in: words + tile) }
  }

  // MARK: Runs

  // Inlined, so that variables that `body` changes need no dynamic checks of their accesses.
  @inline(__always)
  private func forEachRun(in rect: PixelRect, _ body: (TileRun, Int) -> Void) {
    forEachRun(Self.range(rect.minY, rect.maxY, in: region.rows), step: Tiles.side) { _, _ in
      (rect.minX, rect.maxX)
    } body: {
      body($0, $1)
      return true
    }
  }

  /// The same for the pixels that a polygon touches, until `body` returns false.
  @inline(__always)
  private func forEachRun(touching outline: Outline, _ body: (TileRun, Int) -> Bool) {
    let (bounds, isUpright) = (outline.bounds, outline.isUpright)
    let step = isUpright ? Tiles.side : Self.step
    forEachRun(Self.range(bounds.minY, bounds.maxY, in: region.rows), step: step) {
      isUpright ? (bounds.minX, bounds.maxX) : outline.span(from: $0, to: $1)
    } body: {
      body($0, $1)
    }
  }

  /// Calls `body` for rows and columns of tiles, with the index of the tile's words, until it returns false.
  ///
  /// - Parameters:
  ///   - step: The most rows that are treated alike.
  ///   - span: Returns the least and the largest x between two heights.
  @inline(__always)
  private func forEachRun(
    _ rows: Range<Int>, step: Int, span: (Double, Double) -> (low: Double, high: Double),
    body: (TileRun, Int) -> Bool
  ) {
    var top = rows.lowerBound
    while top < rows.upperBound {
      let end = min((top & -step) + step, rows.upperBound)
      let (low, high) = span(Double(top), Double(end))
      let columns = Self.range(low, high, in: region.columns)
      if !columns.isEmpty {
        let row = top >> 6
        for column in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
          let origin = SIMD2(column << 6, row << 6)
          let first = max(columns.lowerBound - origin.x, 0)
          let last = min(columns.upperBound - 1 - origin.x, 63)
          let run = TileRun(
            origin: origin, first: top - origin.y, last: end - 1 - origin.y,
            columns: TileRun.columns(first, last))
          if !body(run, tiles.index(column, row) * Tiles.side) { return }
        }
      }
      top = end
    }
  }

  /// The pixels that an interval touches, clamped to limits even for NaN.
  private static func range(_ low: Double, _ high: Double, in limits: Range<Int>) -> Range<Int> {
    func limited(_ place: Double) -> Int {
      if place >= Double(limits.upperBound) { return limits.upperBound }
      return place > Double(limits.lowerBound) ? Int(clamping: place) : limits.lowerBound
    }
    let (first, end) = (limited(low.rounded(.down)), limited(high.rounded(.up)))
    return first < end ? first..<end : 0..<0
  }
}

/// A range of rows of a tile, with some of their columns.
struct TileRun {
  /// The tile's first pixel.
  var origin = SIMD2<Int>.zero
  var first: Int
  var last: Int
  /// The columns, one bit each.
  var columns: UInt64

  @inline(__always)
  static func columns(_ first: Int, _ last: Int) -> UInt64 {
    .max &<< UInt64(truncatingIfNeeded: first) & .max &>> UInt64(truncatingIfNeeded: 63 &- last)
  }

  /// Searches for open pixels.
  ///
  /// - Returns: The first column and row, and those after the last; nil when all are hidden.
  @inline(__always)
  func look(in tile: UnsafeMutablePointer<UInt64>) -> SIMD4<Int32>? {
    var (seen, rows): (UInt64, UInt64) = (0, 0)
    var row = first
    repeat {
      let left = tile[row] & columns
      seen |= left
      rows |= (left == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: row)
      row &+= 1
    } while row <= last
    if seen == 0 { return nil }
    let near = SIMD2(seen.trailingZeroBitCount, rows.trailingZeroBitCount)
    let far = SIMD2(64 &- seen.leadingZeroBitCount, 64 &- rows.leadingZeroBitCount)
    return SIMD4<Int32>(truncatingIfNeeded: SIMD4(lowHalf: near, highHalf: far))
  }

  @inline(__always)
  func open(in tile: UnsafeMutablePointer<UInt64>) {
    for row in first...last { tile[row] |= columns }
  }

  @inline(__always)
  func close(in tile: UnsafeMutablePointer<UInt64>) {
    var row = first
    while row <= last {
      tile[row] &= ~columns
      row &+= 1
    }
  }
}

extension PixelRect {
  /// The pixels that lie completely inside.
  fileprivate var inside: PixelRect {
    PixelRect(
      minX: minX.rounded(.up), minY: minY.rounded(.up), maxX: maxX.rounded(.down),
      maxY: maxY.rounded(.down))
  }

  /// The columns of a rectangle of integer pixels on a screen.
  fileprivate var columns: Range<Int> { Int(clamping: minX)..<Int(clamping: maxX) }
  fileprivate var rows: Range<Int> { Int(clamping: minY)..<Int(clamping: maxY) }
}
