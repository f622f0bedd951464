/// The nodes whose items touch each tile of the frame, so that those at a position are found
/// without a search.
struct TileNodes: Sendable {
  /// The most tiles of a node that is listed for each tile; nodes that touch more are listed once
  /// for all.
  private static let mostTiles = 64

  private let tiles: Tiles
  /// For each tile, its nodes in ascending order.
  private var nodes: [[Int32]]
  private var large: [Int32] = []

  /// - Complexity: O(n).
  init(_ items: ItemBounds, frame: PixelRect) {
    tiles = Tiles(frame)
    nodes = tiles.list(of: [])
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
      tiles.forEach(touching: rect) { tile in
        for node in nodes[tile] where region.touches(items.rect(of: node)) { found.append(node) }
      }
    }
    found.sort()
    var result: [Int32] = []
    result.reserveCapacity(found.count)
    for node in found where result.last != node { result.append(node) }
    return result
  }

  private mutating func change(at rect: PixelRect, _ body: (inout [Int32]) -> Void) {
    guard tiles.touching(rect).count <= Self.mostTiles else { return body(&large) }
    tiles.forEach(touching: rect) { body(&nodes[$0]) }
  }
}

extension [Int32] {
  /// The index at which a number is or would be; the list is ascending.
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
