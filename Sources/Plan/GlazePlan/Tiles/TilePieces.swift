import CGlazeShaders
import GlazeGeometry

// These functions cut rectangles of one color where many opaque ones lie over others.
//
// Where all pixels of a rectangle in a tile are hidden, nothing is drawn there. Elsewhere the piece
// around the open pixels is drawn. Cuts lie between pixels, whose coverage does not change. Tiles
// do not share pixels, so pieces may be drawn in any order: one tile after the other, so that
// neighboring writes are close in memory.

extension FramePlan {
  /// The fewest rectangles that justify cutting.
  private static let fewest = 1000
  /// The least number of times that opaque rectangles must cover each pixel.
  private static let leastDepth = 1.5
  /// The fewest pixels that must be hidden for each rectangle.
  private static let leastHiddenEach = 10.0
  /// The most pieces for each rectangle.
  private static let mostPieces = 2

  /// Whether a draw consists of rectangles that hide so much of each other that cutting them pays.
  func hidesItself(_ draw: Draw, in region: PixelRect) -> Bool {
    guard case .rectangle = draw.kind, draw.instances.count >= Self.fewest else { return false }
    return rectangles.withUnsafeBufferPointer { rectangles in
      var hiding = 0.0
      // The bounds are min x, min y, -max x, -max y.
      var bounds = SIMD4<Float>(repeating: .infinity)
      for rectangle in rectangles[draw.instances] {
        let edges = rectangle.edges
        let size = edges.highHalf - edges.lowHalf - 1
        // A product avoids a branch, which would be mispredicted where opaque and other rectangles
        // alternate.
        let counts: Float = rectangle.color.w == 1 && size.x > 0 && size.y > 0 ? 1 : 0
        hiding += Double(size.x * size.y * counts)
        bounds = pointwiseMin(bounds, SIMD4(lowHalf: edges.lowHalf, highHalf: -edges.highHalf))
      }
      let all = SIMD4<Double>(bounds)
      let rect = PixelRect(minX: all.x, minY: all.y, maxX: -all.z, maxY: -all.w)
      return region.contains(rect) && hiding >= Self.leastDepth * rect.area
        && hiding - rect.area >= Self.leastHiddenEach * Double(draw.instances.count)
    }
  }

  /// Replaces a draw's rectangles with pieces, if there are not too many.
  ///
  /// - Complexity: O(n) in the rows of pixels in each tile that a rectangle touches.
  mutating func cutRectangles(_ draw: inout Draw, to open: inout OpenPixels) {
    let instances = draw.instances
    let pieces = rectangles.withUnsafeBufferPointer { rectangles in
      let all = UnsafeBufferPointer(rebasing: rectangles[instances])
      return open.cut(all, limit: Self.mostPieces * all.count).map {
        $0.inOrder(of: all, tiles: open.tiles.count)
      }
    }
    guard let pieces else { return }
    if instances.upperBound == rectangles.count { rectangles.removeSubrange(instances) }
    draw.instances = rectangles.count..<rectangles.count + pieces.count
    rectangles += pieces
  }
}

/// The visible part of a rectangle in a tile.
private struct Piece {
  var rectangle: Int32
  var tile: Int32
  /// The first column and row, and those after the last, in the frame.
  var seen: SIMD4<Int16>
}

extension [Piece] {
  /// Returns the pieces in drawing order, tile by tile.
  ///
  /// The list goes from front to back.
  fileprivate func inOrder(
    of rectangles: UnsafeBufferPointer<RectangleInstance>, tiles: Int
  ) -> [RectangleInstance] {
    // The index of the next piece of each tile.
    var places = [Int](repeating: 0, count: tiles + 1)
    for piece in self { places[Int(piece.tile) + 1] += 1 }
    for tile in 1...tiles { places[tile] += places[tile - 1] }
    return [RectangleInstance](unsafeUninitializedCapacity: count) { result, count in
      for piece in reversed() {
        let place = places[Int(piece.tile)]
        places[Int(piece.tile)] = place + 1
        let rectangle = rectangles[Int(piece.rectangle)]
        (result.baseAddress.unsafelyUnwrapped + place).initialize(
          to: rectangle.cut(to: SIMD4<Float>(piece.seen)))
      }
      count = self.count
    }
  }
}

extension OpenPixels {
  /// Finds the visible parts of rectangles inside of the region, and closes the pixels that they
  /// hide.
  ///
  /// - Returns: The pieces from front to back; nil when there are too many. Everything that is
  ///   closed remains hidden even then.
  fileprivate mutating func cut(
    _ rectangles: UnsafeBufferPointer<RectangleInstance>, limit: Int
  ) -> [Piece]? {
    let first = SIMD2(tiles.columns.lowerBound, tiles.rows.lowerBound) &* Tiles.side
    let origin = SIMD4<Int32>(truncatingIfNeeded: SIMD4(lowHalf: first, highHalf: first))
    let columns = tiles.columns.count
    var pieces: [Piece] = []
    pieces.reserveCapacity(rectangles.count)
    var index = rectangles.count
    while index > 0 {
      index &-= 1
      let rectangle = rectangles[index]
      let touch = Touch(rectangle.edges, from: origin)
      // The backends treat NaN differently.
      let color = rectangle.color
      let isOpaque = color.w == 1 && (color.x + color.y + color.z) * 0 == 0
      let ends = touch.ends &>> 6
      var row = ends.y
      repeat {
        var column = ends.x
        repeat {
          let corner = SIMD4(column, row, column, row) &<< 6
          let tile = Int(row) &* columns &+ Int(column)
          let part = touch.part(in: corner)
          if let seen = part.outer.look(in: words + tile &<< 6) {
            if isOpaque { part.inner.close(in: words + tile &<< 6) }
            let edges = SIMD4<Int16>(truncatingIfNeeded: seen &+ corner &+ origin)
            pieces.append(
              Piece(
                rectangle: Int32(truncatingIfNeeded: index),
                tile: Int32(truncatingIfNeeded: tile), seen: edges))
          }
          column &+= 1
        } while column <= ends.z
        row &+= 1
      } while row <= ends.w
      if pieces.count > limit { return nil }
    }
    return pieces
  }
}

/// The pixels that a rectangle touches.
private struct Touch {
  /// The first column and row, and the last column and row, relative to the first tile's pixel.
  var ends: SIMD4<Int32>
  /// 1 for each of these that is covered partially, else 0.
  var partial: SIMD4<Int32>

  @inline(__always)
  init(_ edges: SIMD4<Float>, from origin: SIMD4<Int32>) {
    // The constant leaves no bits for fractions.
    let whole = SIMD4<Float>(repeating: 0x1.8p23)
    let signs = unsafeBitCast(SIMD4<Float>(0, 0, -0.0, -0.0), to: SIMD4<UInt32>.self)
    let place = unsafeBitCast(
      unsafeBitCast(edges, to: SIMD4<UInt32>.self) ^ signs, to: SIMD4<Float>.self)
    let sum = place + whole
    let nearest = sum - whole
    // The mask is -1 where the comparison is true.
    let isAbove = unsafeBitCast(nearest .> place, to: SIMD4<Int32>.self)
    let isApart = unsafeBitCast(nearest .!= place, to: SIMD4<Int32>.self)
    let floor = unsafeBitCast(sum, to: SIMD4<Int32>.self) &- 0x4B40_0000 &+ isAbove
    // The complement of -x is x - 1.
    ends = (floor ^ SIMD4(0, 0, -1, -1)) &- origin
    partial = isApart & 1
  }

  /// The part that lies in a tile, relative to its first pixel.
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

  /// The pixels that are touched, and those that are covered completely.
  @inline(__always)
  var outer: TileRun {
    TileRun(
      first: Int(ends.y), last: Int(ends.w), columns: TileRun.columns(Int(ends.x), Int(ends.z)))
  }

  @inline(__always)
  var inner: TileRun {
    let first = UInt64(truncatingIfNeeded: partial.x) &<< UInt64(truncatingIfNeeded: ends.x)
    let last = UInt64(truncatingIfNeeded: partial.z) &<< UInt64(truncatingIfNeeded: ends.z)
    return TileRun(
      first: Int(ends.y &+ partial.y), last: Int(ends.w &- partial.w),
      columns: outer.columns & ~first & ~last)
  }
}

extension RectangleInstance {
  /// The part inside of other edges.
  @inline(__always)
  fileprivate func cut(to other: SIMD4<Float>) -> RectangleInstance {
    // This avoids branches, which would be mispredicted.
    let isInside = (edges .> other) .^ (SIMD4<Float>(0, 0, 1, 1) .> 0)
    return RectangleInstance(edges: other.replacing(with: edges, where: isInside), color: color)
  }
}
