import CGlazeShaders

/// What is left of rectangles where opaque ones lie over others.
///
/// ```
/// rectangles ──from front to back──▶ tiles: bits of what is open ──▶ chunks of pieces ──▶ tile by tile
/// ```
///
/// Tiles of 64 x 64 pixels have a bit for each pixel that nothing hides as yet. Of a rectangle whose pixels
/// in a tile are all hidden nothing is drawn there. Else the piece around those that are open is, and
/// what the rectangle covers wholly is hidden from those before it. Cuts lie between pixels, which are covered
/// as they were. Tiles share no pixel, so they may come in any order: one after the other, so that what is
/// drawn to one place lies together in memory.
struct Occlusion {
  /// Fewer rectangles are not worth looking at.
  static let fewest = 1000
  /// How often opaque ones are to cover each pixel.
  static let leastDepth = 1.5
  /// In pixels, of a region that is not too large.
  private static let largest = 1 << 26
  /// More pieces for each rectangle are not worth it.
  private static let mostPieces = 2

  private let columns: Int
  private let rows: Int
  /// The first pixel of the first tile, twice.
  private let origin: SIMD4<Int32>

  /// Prepares tiles.
  ///
  /// - Parameter region: What holds all rectangles.
  /// - Returns: nil when it is too large, or empty.
  init?(region: PixelRect) {
    let pixels = region.outset(by: 0)
    guard !pixels.isEmpty, PixelRect.screens.contains(pixels) else { return nil }
    let (x, y) = (Int32(pixels.minX) & ~63, Int32(pixels.minY) & ~63)
    origin = SIMD4(x, y, x, y)
    columns = (Int(pixels.maxX) - Int(x) + 63) / 64
    rows = (Int(pixels.maxY) - Int(y) + 63) / 64
    guard columns * rows * 64 * 64 <= Self.largest else { return nil }
  }

  /// How many pixels opaque rectangles cover wholly, those of each counted again.
  static func hidingPixels(of rectangles: ArraySlice<RectangleInstance>) -> Double {
    rectangles.withUnsafeBufferPointer { rectangles in
      var sum = 0.0
      for rectangle in rectangles {
        let size = rectangle.edges.highHalf - rectangle.edges.lowHalf - 1
        // Opaque and not by turns would be guessed wrongly.
        let counts: Float = rectangle.color.w == 1 && size.x > 0 && size.y > 0 ? 1 : 0
        sum += Double(size.x * size.y * counts)
      }
      return sum
    }
  }

  /// Puts pieces in the place of the last rectangles of a list, if that is worth it.
  ///
  /// - Complexity: O(n) in the rows of pixels in each tile that a rectangle touches.
  func cut(_ list: inout [RectangleInstance], from start: Int) {
    let count = list.count - start
    var chunks = PieceChunks(tiles: columns * rows, limit: Self.mostPieces * count)
    defer { chunks.deallocate() }
    let isCut = list.withUnsafeBufferPointer { list in
      cut(UnsafeBufferPointer(rebasing: list[start...]), &chunks)
    }
    guard isCut else { return }
    list.removeSubrange(start...)
    chunks.append(to: &list)
  }

  /// - Returns: false when there are too many pieces.
  private func cut(
    _ rectangles: UnsafeBufferPointer<RectangleInstance>, _ chunks: inout PieceChunks
  ) -> Bool {
    guard let base = rectangles.baseAddress else { return false }
    let words = columns * rows * 64
    let open = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
    defer { open.deallocate() }
    open.initialize(repeating: .max, count: words)
    var index = rectangles.count
    while index > 0 {
      index &-= 1
      let rectangle = base[index]
      let touch = Touch(rectangle.edges, from: origin)
      // What is no number is drawn by one backend and not by the other.
      let color = rectangle.color
      let isOpaque = color.w == 1 && (color.x + color.y + color.z) * 0 == 0
      let tiles = touch.ends &>> 6
      var row = tiles.y
      repeat {
        var column = tiles.x
        repeat {
          let corner = SIMD4(column, row, column, row) &<< 6
          let tile = Int(row) &* columns &+ Int(column)
          let part = touch.part(in: corner)
          if let seen = part.look(in: open + tile &<< 6) {
            if isOpaque { part.hide(in: open + tile &<< 6) }
            let edges = SIMD4<Float>(seen &+ corner &+ origin)
            guard chunks.add(rectangle.cut(to: edges), to: tile) else { return false }
          }
          column &+= 1
        } while column <= tiles.z
        row &+= 1
      } while row <= tiles.w
    }
    return true
  }

  // MARK: Pixels

  /// The pixels that a rectangle touches.
  private struct Touch {
    /// First column and row, last column and row, from the first tile's pixel.
    var ends: SIMD4<Int32>
    /// 1 for each of these that is covered in part, else 0.
    var partial: SIMD4<Int32>

    @inline(__always)
    init(_ edges: SIMD4<Float>, from origin: SIMD4<Int32>) {
      // Leaves no room for fractions.
      let whole = SIMD4<Float>(repeating: 0x1.8p23)
      let signs = unsafeBitCast(SIMD4<Float>(0, 0, -0.0, -0.0), to: SIMD4<UInt32>.self)
      let place = unsafeBitCast(
        unsafeBitCast(edges, to: SIMD4<UInt32>.self) ^ signs, to: SIMD4<Float>.self)
      let sum = place + whole
      let nearest = sum - whole
      // -1 where it is so.
      let isAbove = unsafeBitCast(nearest .> place, to: SIMD4<Int32>.self)
      let isApart = unsafeBitCast(nearest .!= place, to: SIMD4<Int32>.self)
      let floor = unsafeBitCast(sum, to: SIMD4<Int32>.self) &- 0x4B40_0000 &+ isAbove
      // The complement of -x is x - 1.
      ends = (floor ^ SIMD4(0, 0, -1, -1)) &- origin
      partial = isApart & 1
    }

    /// What lies in a tile, from its first pixel.
    @inline(__always)
    func part(in corner: SIMD4<Int32>) -> Touch {
      var part = self
      part.ends &-= corner
      if part.ends.x < 0 { (part.ends.x, part.partial.x) = (0, 0) }
      if part.ends.y < 0 { (part.ends.y, part.partial.y) = (0, 0) }
      if part.ends.z > 63 { (part.ends.z, part.partial.z) = (63, 0) }
      if part.ends.w > 63 { (part.ends.w, part.partial.w) = (63, 0) }
      return part
    }

    @inline(__always)
    private var columns: UInt64 {
      .max &<< UInt64(truncatingIfNeeded: ends.x)
        & .max &>> UInt64(truncatingIfNeeded: 63 &- ends.z)
    }

    /// Looks for open pixels in a tile.
    ///
    /// - Returns: First column and row, and those after the last; nil when all are hidden.
    @inline(__always)
    func look(in open: UnsafeMutablePointer<UInt64>) -> SIMD4<Int32>? {
      let columns = columns
      var (seen, rows): (UInt64, UInt64) = (0, 0)
      var row = Int(ends.y)
      let last = Int(ends.w)
      repeat {
        let left = open[row] & columns
        seen |= left
        rows |= (left == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: row)
        row &+= 1
      } while row <= last
      if seen == 0 { return nil }
      let near = SIMD2(seen.trailingZeroBitCount, rows.trailingZeroBitCount)
      let far = SIMD2(64 &- seen.leadingZeroBitCount, 64 &- rows.leadingZeroBitCount)
      return SIMD4<Int32>(truncatingIfNeeded: SIMD4(lowHalf: near, highHalf: far))
    }

    /// Closes what is covered wholly.
    @inline(__always)
    func hide(in open: UnsafeMutablePointer<UInt64>) {
      let first = UInt64(truncatingIfNeeded: partial.x) &<< UInt64(truncatingIfNeeded: ends.x)
      let last = UInt64(truncatingIfNeeded: partial.z) &<< UInt64(truncatingIfNeeded: ends.z)
      let hidden = columns & ~first & ~last
      var row = Int(ends.y &+ partial.y)
      let end = Int(ends.w &- partial.w)
      while row <= end {
        open[row] &= ~hidden
        row &+= 1
      }
    }
  }
}

/// Lists of pieces, one for each tile, that grow at their beginnings.
///
/// Their memory is taken in blocks, which find room where the heap has no long stretch left.
private struct PieceChunks {
  /// Pieces of a chunk.
  private static let size = 32
  /// Pieces of a block, as a power of two: 256 KB.
  private static let blockBits = 13
  private static let blockSize = 1 << blockBits

  /// As many as there may be, of which those up to `count` are there.
  private let blocks: UnsafeMutablePointer<UnsafeMutablePointer<RectangleInstance>>
  /// For each chunk the one that follows in its tile; 0, which is none's number, for none.
  private let followers: UnsafeMutablePointer<Int32>
  /// The place of each tile's first piece; 0 for none.
  private let firsts: UnsafeMutablePointer<Int32>
  private let tiles: Int
  /// How many chunks there may be.
  private let limit: Int32
  private var count: Int32 = 1
  private var blockCount = 0

  /// - Parameter limit: How many pieces there may be, chunks that are not full apart.
  init(tiles: Int, limit: Int) {
    self.tiles = tiles
    let chunks = 1 + tiles + limit / Self.size
    self.limit = Int32(chunks)
    blocks = .allocate(capacity: chunks * Self.size / Self.blockSize + 1)
    followers = .allocate(capacity: chunks)
    firsts = .allocate(capacity: tiles)
    firsts.initialize(repeating: 0, count: tiles)
    addBlock()
  }

  func deallocate() {
    for index in 0..<blockCount { blocks[index].deallocate() }
    blocks.deallocate()
    followers.deallocate()
    firsts.deallocate()
  }

  @inline(never)
  private mutating func addBlock() {
    (blocks + blockCount).initialize(to: .allocate(capacity: Self.blockSize))
    blockCount += 1
  }

  @inline(__always)
  private func piece(_ place: Int) -> UnsafeMutablePointer<RectangleInstance> {
    blocks[place &>> Self.blockBits] + place & (Self.blockSize - 1)
  }

  /// Adds a piece before the others of a tile.
  ///
  /// - Returns: false when there is no room.
  @inline(__always)
  mutating func add(_ piece: RectangleInstance, to tile: Int) -> Bool {
    var place = firsts[tile]
    if place % Int32(Self.size) == 0 {
      guard count < limit else { return false }
      followers[Int(count)] = place / Int32(Self.size)
      count += 1
      place = count * Int32(Self.size)
      if Int(place) > blockCount * Self.blockSize { addBlock() }
    }
    place &-= 1
    self.piece(Int(place)).initialize(to: piece)
    firsts[tile] = place
    return true
  }

  /// Adds all pieces to a list, tile by tile.
  func append(to list: inout [RectangleInstance]) {
    for tile in 0..<tiles where firsts[tile] > 0 {
      var place = Int(firsts[tile])
      repeat {
        let chunk = place / Self.size
        list.append(
          contentsOf: UnsafeBufferPointer(
            start: piece(place), count: (chunk + 1) * Self.size - place))
        place = Int(followers[chunk]) * Self.size
      } while place > 0
    }
  }
}

extension RectangleInstance {
  /// The part inside of other edges.
  @inline(__always)
  fileprivate func cut(to other: SIMD4<Float>) -> RectangleInstance {
    // Without branches, which would be guessed wrongly.
    let isInside = (edges .> other) .^ (SIMD4<Float>(0, 0, 1, 1) .> 0)
    return RectangleInstance(edges: other.replacing(with: edges, where: isInside), color: color)
  }
}
