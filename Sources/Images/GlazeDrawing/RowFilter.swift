/// Converts rows of pixels to PNG's filtered rows: a byte for the filter, then differences.
///
/// Row 0 uses the filter "sub" (the difference to the left), all others "up" (the difference to the
/// row above).
struct RowFilter: Sendable {
  private static let sub: UInt8 = 1
  private static let up: UInt8 = 2

  let rows: PixelRows
  /// The number of channels: 3 when alpha is dropped, otherwise 4.
  let channels: Int
  private let unpremultiplies: Bool

  init(rows: PixelRows, isOpaque: Bool, dropsAlpha: Bool) {
    self.rows = rows
    self.channels = dropsAlpha ? 3 : 4
    self.unpremultiplies = rows.kind == .premultiplied && !isOpaque
  }

  /// The size of a filtered row.
  var rowByteCount: Int { 1 + rows.width * channels }

  /// The number of bytes that a write may exceed its row by.
  static let slack = 16

  /// Writes filtered rows one after the other.
  ///
  /// - Parameters:
  ///   - band: the indices of the rows.
  ///   - target: room for all rows and `slack`.
  ///   - scratch: room for two rows of straight pixels.
  func write(
    _ band: Range<Int>, to target: UnsafeMutableRawPointer, scratch: UnsafeMutableRawPointer
  ) {
    var above = band.lowerBound > 0 ? straightRow(band.lowerBound - 1, scratch) : nil
    var target = target
    for index in band {
      let row = straightRow(index, scratch)
      target.storeBytes(of: above == nil ? Self.sub : Self.up, as: UInt8.self)
      if let above {
        difference(row, above, count: rows.width, to: target + 1)
      } else {
        writeFirstRow(row, to: target + 1)
      }
      above = row
      target += rowByteCount
    }
  }

  /// Returns the row's straight pixels, in place or in its half of `scratch`.
  private func straightRow(
    _ index: Int, _ scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    let row = rows.row(index)
    guard unpremultiplies else { return row }
    let straight = scratch + (index & 1) * rows.width * 4
    Unpremultiply.row(row, width: rows.width, into: straight)
    return UnsafeRawPointer(straight)
  }

  private func writeFirstRow(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    for channel in 0..<channels {
      target.storeBytes(
        of: row.load(fromByteOffset: channel, as: UInt8.self), toByteOffset: channel, as: UInt8.self
      )
    }
    difference(row + 4, row, count: rows.width - 1, to: target + channels)
  }

  /// Writes `count` pixels of the bytewise difference `pixels - others`.
  private func difference(
    _ pixels: UnsafeRawPointer, _ others: UnsafeRawPointer, count: Int,
    to target: UnsafeMutableRawPointer
  ) {
    let wide = count & ~3
    if channels == 4 {
      for x in stride(from: 0, to: wide * 4, by: 16) {
        target.storeBytes(
          of: load(pixels, x) &- load(others, x), toByteOffset: x, as: SIMD16<UInt8>.self)
      }
    } else {
      for x in stride(from: 0, to: wide, by: 4) {
        let delta = load(pixels, x * 4) &- load(others, x * 4)
        // In each half, two pixels of four bytes become two of three.
        let pairs = unsafeBitCast(delta, to: SIMD2<UInt64>.self)
        let packed = (pairs & 0xFF_FFFF) | ((pairs &>> 8) & 0xFFFF_FF00_0000)
        target.storeBytes(of: packed[0], toByteOffset: x * 3, as: UInt64.self)
        target.storeBytes(of: packed[1], toByteOffset: x * 3 + 6, as: UInt64.self)
      }
    }
    for x in wide..<count {
      for channel in 0..<channels {
        let pixel = pixels.load(fromByteOffset: x * 4 + channel, as: UInt8.self)
        let other = others.load(fromByteOffset: x * 4 + channel, as: UInt8.self)
        target.storeBytes(
          of: pixel &- other, toByteOffset: x * channels + channel, as: UInt8.self)
      }
    }
  }

  @inline(__always)
  private func load(_ row: UnsafeRawPointer, _ offset: Int) -> SIMD16<UInt8> {
    row.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }
}
