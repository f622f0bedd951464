import GlazeGeometry
import GlazePlan

extension PixelBuffer {
  /// The pixels as an image, which shares their bytes.
  ///
  /// Pixels of other encodings are converted to half floats of extended sRGB.
  package var image: CGImage {
    output == .standard
      ? CGImage(width: width, height: height, premultipliedRGBA: bytes)
      : CGImage(width: width, height: height, deepPixels: extendedSRGB)
  }

  /// Throws unless an image fits into a caller's memory.
  package static func checkRoom(
    width: Int, height: Int, in buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int
  ) throws(GlazeError) {
    let row = width * 4
    guard bytesPerRow >= row else {
      throw GlazeError(
        .invalidArgument,
        "rows of \(width) pixels need \(row) bytes, and bytesPerRow is \(bytesPerRow)")
    }
    let (above, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
    guard !overflow, buffer.count >= row, buffer.count - row >= above else {
      throw GlazeError(
        .invalidArgument,
        "an image of \(width) x \(height) pixels with \(bytesPerRow) bytes a row does not fit into "
          + "\(buffer.count) bytes")
    }
  }

  /// Writes the rows into memory that has room for them.
  package func write(
    to buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int, format: PixelFormat
  ) {
    let row = width * 4
    byteRows.withUnsafeBytes { source in
      for y in 0..<height {
        let from = UnsafeRawBufferPointer(rebasing: source[y * row..<(y + 1) * row])
        let to = UnsafeMutableRawBufferPointer(
          rebasing: buffer[y * bytesPerRow..<y * bytesPerRow + row])
        to.copyMemory(from: from)
        if format != .rgba8Premultiplied { Self.convert(to, format) }
      }
    }
  }

  /// Turns a row of premultiplied R, G, B, A into another format.
  private static func convert(_ row: UnsafeMutableRawBufferPointer, _ format: PixelFormat) {
    for pixel in stride(from: 0, to: row.count, by: 4) {
      if !format.isPremultiplied {
        let alpha = Int(row[pixel + 3])
        if alpha > 0, alpha < 255 {
          for part in 0..<3 {
            row[pixel + part] = UInt8(min(255, (Int(row[pixel + part]) * 255 + alpha / 2) / alpha))
          }
        }
      }
      if format.isBGR { row.swapAt(pixel, pixel + 2) }
    }
  }
}
