package import GlazePlan

/// The pixels of a mask that have content, and the squares that cover them.
///
/// Masks are mostly empty, and drawing empty pixels costs as much as drawing others. They are
/// therefore drawn as squares with sides of 4 to 32 pixels: a square is split where that saves more
/// than the additional squares cost. Squares are aligned to the grid of the target's pixels, since
/// rasterizers that work on blocks of 4 x 4 pixels draw such squares in the fewest blocks.
package struct MaskTiles: Sendable {
  /// A square in the mask's pixels.
  package struct Square: Hashable, Sendable {
    /// The x of its first pixel, which may lie up to `margin` pixels outside of the mask.
    package var x: Int32
    package var y: Int32
    /// The side in pixels, a power of two.
    package var size: Int32
  }

  /// A rectangle in the mask's pixels.
  package struct Strip: Hashable, Sendable {
    package var x: Range<Int>
    package var y: Range<Int>

    package init(x: Range<Int>, y: Range<Int>) {
      (self.x, self.y) = (x, y)
    }
  }

  /// The number of pixels around the mask to which squares may extend: those around the content of
  /// one cell.
  package static let margin = 3
  /// The side of the largest squares, in pixels.
  package static let largest = 32
  /// The side of the cells that are empty or not, in pixels.
  private static let cell = 4
  /// The number of a square's cells that must have content for it to be drawn as a whole.
  ///
  /// Measured with llvmpipe, where a square costs about as much as five cells.
  private static func least(_ size: Int) -> Int {
    switch size {
    case 32: 36
    case 16: 7
    case 8: 2
    default: 1
    }
  }

  private let width: Int
  private let height: Int
  /// One bit for each pixel, the first in the lowest bit; each row begins with a new word.
  private let bits: [UInt64]
  private let words: Int

  /// - Complexity: O(n) in pixels.
  package init(_ mask: FramePlan.Mask) {
    let (width, height) = (mask.width, mask.height)
    let words = (width + 63) / 64
    bits = [UInt64](unsafeUninitializedCapacity: words * height) { bits, count in
      mask.bytes.withUnsafeBytes { bytes in
        for y in 0..<height {
          for word in 0..<words {
            let first = y * width + word * 64
            let last = min(first + 64, (y + 1) * width)
            bits[y * words + word] = Self.bits(
              UnsafeRawBufferPointer(rebasing: bytes[first..<last]))
          }
        }
      }
      count = words * height
    }
    (self.width, self.height, self.words) = (width, height, words)
  }

  /// Returns a bit for each of up to 64 bytes, set where the byte is not 0.
  private static func bits(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var result: UInt64 = 0
    var index = 0
    while index + 8 <= bytes.count {
      let eight = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      if eight != 0 {
        let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
        let isUsed = (((eight & low) &+ low) | eight) & ~low
        // The product moves the eight bits together to the top.
        result |= (((isUsed >> 7) &* 0x0102_0408_1020_4080) >> 56) << UInt64(index)
      }
      index += 8
    }
    while index < bytes.count {
      if bytes[index] != 0 { result |= 1 << UInt64(index) }
      index += 1
    }
    return result
  }

  // MARK: Cells

  /// Whether any bit is set in each group of four: in the first byte for the first 32, else in the
  /// fifth.
  private static func quarters(_ word: UInt64) -> UInt64 {
    var cells = word | word >> 1
    cells = (cells | cells >> 2) & 0x1111_1111_1111_1111
    cells = (cells | cells >> 3) & 0x0303_0303_0303_0303
    cells = (cells | cells >> 6) & 0x000f_000f_000f_000f
    return (cells | cells >> 12) & 0x0000_00ff_0000_00ff
  }

  /// Finds which of 8 x 8 cells have content, for each of a row of the largest squares.
  ///
  /// - Parameters:
  ///   - top: The row of the mask at which the squares begin.
  ///   - shift: The number of pixels, less than 32, by which the first square begins to the left of
  ///     the mask.
  ///   - boards: One bit for each cell, one byte for each row of cells.
  private func findCells(top: Int, shift: Int, boards: inout [UInt64]) {
    for index in boards.indices { boards[index] = 0 }
    for row in 0..<8 {
      let first = max(top + row * Self.cell, 0)
      let last = min(top + (row + 1) * Self.cell, height)
      if first >= last { continue }
      var carry: UInt64 = 0
      for index in 0...words {
        var word: UInt64 = 0
        if index < words { for y in first..<last { word |= bits[y * words + index] } }
        let cells = Self.quarters(word << UInt64(shift) | carry)
        carry = word >> UInt64(64 - shift)
        boards[2 * index] |= (cells & 0xff) << UInt64(8 * row)
        boards[2 * index + 1] |= (cells >> 32) << UInt64(8 * row)
      }
    }
  }

  // MARK: Squares

  /// Adds the squares that cover the mask's content inside of a target, without overlaps.
  ///
  /// - Parameters:
  ///   - x: The x of the mask's first pixel, in the target's pixels.
  ///   - y: The y of the mask's first pixel, in the target's pixels.
  ///   - targetWidth: The target's width. Squares have their centers inside of the target, since
  ///     devices do not draw other points.
  ///   - targetHeight: The target's height.
  package func appendSquares(
    x: Int, y: Int, targetWidth: Int, targetHeight: Int, to squares: inout [Square]
  ) {
    let largest = Self.largest
    let (left, top) = (-(x & (largest - 1)), -(y & (largest - 1)))
    var boards = [UInt64](repeating: 0, count: 2 * words + 2)
    let splitter = Splitter(
      minX: -x, minY: -y, maxX: targetWidth - x, maxY: targetHeight - y, width: width,
      height: height)
    for row in stride(from: top, to: height, by: largest) {
      findCells(top: row, shift: -left, boards: &boards)
      for (column, board) in boards.enumerated() where board != 0 {
        splitter.append(board, left + column * largest, row, to: &squares)
      }
    }
  }

  /// The rows of squares with content where the mask extends, with adjacent squares joined.
  ///
  /// - Parameter side: The side of a square in pixels: 4, 8, 16 or 32.
  package func strips(side: Int = largest) -> [Strip] {
    let perBoard = Self.largest / side
    let cells = side / Self.cell
    // These are the square's cells, at the start of its board.
    let square: UInt64 = (0..<cells).reduce(0) { $0 | (1 << UInt64(cells) - 1) << UInt64(8 * $1) }
    var boards = [UInt64](repeating: 0, count: 2 * words + 2)
    var result: [Strip] = []
    for row in stride(from: 0, to: height, by: Self.largest) {
      findCells(top: row, shift: 0, boards: &boards)
      for (down, top) in stride(from: row, to: min(row + Self.largest, height), by: side)
        .enumerated()
      {
        let y = top..<min(top + side, height)
        var first: Int?
        for column in 0...boards.count * perBoard {
          let (board, right) = (column / perBoard, column % perBoard)
          let shift = UInt64(cells * (right + 8 * down))
          let holds = board < boards.count && boards[board] >> shift & square != 0
          if holds, first == nil { first = column }
          if !holds, let start = first {
            result.append(Strip(x: start * side..<min(column * side, width), y: y))
            first = nil
          }
        }
      }
    }
    return result
  }

  /// Splits squares into smaller ones.
  private struct Splitter {
    /// The target, in the mask's pixels.
    var minX, minY, maxX, maxY: Int
    var width, height: Int

    func append(_ board: UInt64, _ x: Int, _ y: Int, to squares: inout [Square]) {
      append(board, x, y, MaskTiles.largest, isInside: isInside(x, y), to: &squares)
    }

    /// - Parameters:
    ///   - board: The cells of the square.
    ///   - isInside: Whether the square certainly lies in the mask and the target.
    private func append(
      _ board: UInt64, _ x: Int, _ y: Int, _ size: Int, isInside: Bool,
      to squares: inout [Square]
    ) {
      guard board != 0, isInside || isSeen(x, y, size) else { return }
      let half = size / 2
      if board.nonzeroBitCount >= MaskTiles.least(size), isInside || fits(x, y, size) {
        squares.append(Square(x: Int32(x), y: Int32(y), size: Int32(size)))
        return
      }
      for part in 0..<4 {
        let (right, down) = (part & 1, part >> 1)
        // Parts of a cell have the same state as the cell.
        var cells: UInt64 = board
        if size > MaskTiles.cell {
          let side = half / MaskTiles.cell
          let mask: UInt64 = side == 4 ? 0x0f0f_0f0f : side == 2 ? 0x0303 : 0x01
          cells = board >> UInt64(side * (right + 8 * down)) & mask
        }
        append(cells, x + right * half, y + down * half, half, isInside: isInside, to: &squares)
      }
    }

    private func isInside(_ x: Int, _ y: Int) -> Bool {
      let (right, bottom) = (x + MaskTiles.largest, y + MaskTiles.largest)
      return x >= max(minX, -MaskTiles.margin) && y >= max(minY, -MaskTiles.margin)
        && right <= min(maxX, width + MaskTiles.margin)
        && bottom <= min(maxY, height + MaskTiles.margin)
    }

    private func isSeen(_ x: Int, _ y: Int, _ size: Int) -> Bool {
      x < maxX && y < maxY && x + size > minX && y + size > minY
    }

    /// Whether a square is close enough to the mask, with its center in the target.
    private func fits(_ x: Int, _ y: Int, _ size: Int) -> Bool {
      let margin = MaskTiles.margin
      return x >= -margin && y >= -margin && x + size <= width + margin
        && y + size <= height + margin
        && 2 * x + size > 2 * minX && 2 * x + size < 2 * maxX
        && 2 * y + size > 2 * minY && 2 * y + size < 2 * maxY
    }
  }
}
