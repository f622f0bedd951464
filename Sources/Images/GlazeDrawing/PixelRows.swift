/// Rows of R, G, B, A bytes in memory that the caller owns.
struct PixelRows: @unchecked Sendable {
  /// The relation of color to alpha.
  enum Kind {
    case premultiplied
    case straight
  }

  let base: UnsafeRawPointer
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let kind: Kind

  init(
    pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int?, kind: Kind
  ) throws(PNGError) {
    // PNG's sides have 31 bits; a row's bytes, with some slack, must fit into igzip's 32.
    guard 1...(1 << 29) ~= width, 1...Int(Int32.max) ~= height else {
      throw .invalidSize(width: width, height: height)
    }
    let bytesPerRow = bytesPerRow ?? width * 4
    let (skipped, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    guard let base = pixels.baseAddress, bytesPerRow >= width * 4, !overflow,
      skipped <= pixels.count - width * 4
    else {
      throw .invalidBuffer(
        byteCount: pixels.count, bytesPerRow: bytesPerRow, width: width, height: height)
    }
    self.base = base
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.kind = kind
  }

  func row(_ index: Int) -> UnsafeRawPointer { base + index * bytesPerRow }

  /// Returns whether every alpha in these rows is 255; stops at the first row with another value.
  func areOpaque(_ band: Range<Int>) -> Bool {
    band.allSatisfy { index in
      let row = row(index)
      let wide = width & ~3
      var all = SIMD4<UInt32>(repeating: .max)
      for x in stride(from: 0, to: wide, by: 4) {
        all &= row.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt32>.self)
      }
      var alpha = UInt32(littleEndian: all[0] & all[1] & all[2] & all[3])
      for x in wide..<width {
        alpha &= UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
      }
      return alpha >> 24 == 255
    }
  }
}

/// Divides color by alpha.
enum Unpremultiply {
  /// 255 / alpha in 17 fractional bits, rounded up: exact to the nearest for every color <= alpha.
  private static let reciprocals: [UInt32] = (0..<256).map { (alpha: UInt32) -> UInt32 in
    let one: UInt32 = 255 << 17
    return alpha == 0 ? 0 : (one + alpha - 1) / alpha
  }

  /// Writes a row of straight pixels from a row of premultiplied ones.
  static func row(
    _ source: UnsafeRawPointer, width: Int, into target: UnsafeMutableRawPointer
  ) {
    reciprocals.withUnsafeBufferPointer { reciprocals in
      let opaque = UInt64(0xFF00_0000_FF00_0000).littleEndian
      var x = 0
      while x < width {
        // Most pixels of an image are opaque or empty: four such pixels are copied at once.
        if x + 4 <= width {
          let first = source.loadUnaligned(fromByteOffset: x * 4, as: UInt64.self)
          let second = source.loadUnaligned(fromByteOffset: x * 4 + 8, as: UInt64.self)
          if first & second & opaque == opaque || first | second == 0 {
            target.storeBytes(of: first, toByteOffset: x * 4, as: UInt64.self)
            target.storeBytes(of: second, toByteOffset: x * 4 + 8, as: UInt64.self)
            x += 4
            continue
          }
        }
        let end = min(x + 4, width)
        while x < end {
          let pixel = source.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          let straight = divide(UInt32(littleEndian: pixel), reciprocals)
          target.storeBytes(of: straight.littleEndian, toByteOffset: x * 4, as: UInt32.self)
          x += 1
        }
      }
    }
  }

  @inline(__always)
  private static func divide(
    _ pixel: UInt32, _ reciprocals: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    let alpha = pixel >> 24
    let reciprocal = reciprocals[Int(alpha)]
    let half: UInt32 = 1 << 16
    // Color above alpha is invalid; it would overflow into its neighbor.
    let red = (min(pixel & 0xFF, alpha) &* reciprocal &+ half) >> 17
    let green = (min(pixel >> 8 & 0xFF, alpha) &* reciprocal &+ half) >> 17
    let blue = (min(pixel >> 16 & 0xFF, alpha) &* reciprocal &+ half) >> 17
    return alpha << 24 | blue << 16 | green << 8 | red
  }
}
