/// The nodes whose items touch each tile of the frame, so that those at a place are found without
/// looking at the others.
struct TileGrid: Sendable {
  /// Pixels.
  private static let side = 64.0
  /// Nodes that touch more tiles are listed once for all.
  private static let mostTiles = 64

  private let columns: Int
  private let rows: Int
  /// Nodes in ascending order.
  private var tiles: [[Int32]]
  private var large: [Int32] = []

  /// Tiles that a rectangle touches.
  private struct Span {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>

    var count: Int { columns.count * rows.count }
  }

  /// - Complexity: O(n).
  init(_ items: ItemBounds, frame: PixelRect) {
    columns = max(1, Int((frame.maxX / Self.side).rounded(.up)))
    rows = max(1, Int((frame.maxY / Self.side).rounded(.up)))
    tiles = Array(repeating: [], count: columns * rows)
    for index in items.boxes.indices {
      insert(Int32(index), at: items.rect(of: Int32(index)))
    }
  }

  mutating func insert(_ node: Int32, at rect: PixelRect) {
    change(at: rect) { list in
      let place = list.place(of: node)
      if place == list.count || list[place] != node { list.insert(node, at: place) }
    }
  }

  mutating func remove(_ node: Int32, at rect: PixelRect) {
    change(at: rect) { list in
      let place = list.place(of: node)
      if place < list.count, list[place] == node { list.remove(at: place) }
    }
  }

  /// The nodes whose items touch a region, in ascending order.
  func nodes(touching region: DamageRegion, _ items: ItemBounds) -> [Int32] {
    var found = large.filter { region.touches(items.rect(of: $0)) }
    for rect in region.rects {
      guard let span = span(of: rect) else { continue }
      for row in span.rows {
        for column in span.columns {
          for node in tiles[row * columns + column] where region.touches(items.rect(of: node)) {
            found.append(node)
          }
        }
      }
    }
    found.sort()
    var result: [Int32] = []
    result.reserveCapacity(found.count)
    for node in found where result.last != node { result.append(node) }
    return result
  }

  private mutating func change(at rect: PixelRect, _ body: (inout [Int32]) -> Void) {
    guard let span = span(of: rect) else { return }
    guard span.count <= Self.mostTiles else { return body(&large) }
    for row in span.rows {
      for column in span.columns { body(&tiles[row * columns + column]) }
    }
  }

  private func span(of rect: PixelRect) -> Span? {
    guard !rect.isEmpty else { return nil }
    func tile(_ position: Double, _ count: Int) -> Int {
      Int(min(max((position / Self.side).rounded(.down), 0), Double(count - 1)))
    }
    return Span(
      columns: tile(rect.minX, columns)...tile(rect.maxX, columns),
      rows: tile(rect.minY, rows)...tile(rect.maxY, rows))
  }
}

extension [Int32] {
  /// Where a number stands or would stand; the list ascends.
  fileprivate func place(of number: Int32) -> Int {
    if let last, last < number { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
