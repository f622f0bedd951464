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

  /// The premultiplied pixels of an image in extended sRGB.
  package init(_ image: CGImage) {
    guard let halves = image.deepPixels else {
      self.init(width: image.width, height: image.height, bytes: image.pixels)
      return
    }
    self.init(
      width: image.width, height: image.height, bytes: halves.withUnsafeBytes { [UInt8]($0) })
    format = .float16
  }

  /// Throws unless an image fits into a caller's memory.
  package static func checkRoom(
    width: Int, height: Int, in buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
    format: PixelFormat
  ) throws(GlazeError) {
    let row = width * format.bytesPerPixel
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
    to buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int, format target: PixelFormat
  ) {
    let row = width * target.bytesPerPixel
    let isDirect = format == .unorm8 && target.component == .unsigned8
    // Deep pixels are divided by alpha before they are rounded.
    let floats = isDirect ? [] : floats(isStraight: !target.isPremultiplied)
    for y in 0..<height {
      let to = UnsafeMutableRawBufferPointer(
        rebasing: buffer[y * bytesPerRow..<y * bytesPerRow + row])
      if isDirect {
        bytes.withUnsafeBytes {
          to.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[y * row..<(y + 1) * row]))
        }
        if !target.isPremultiplied { Self.straighten(to) }
      } else {
        floats.withUnsafeBytes {
          let source = UnsafeRawBufferPointer(rebasing: $0[y * width * 16..<(y + 1) * width * 16])
          target.store(source, count: width, in: to)
        }
      }
      if target.isBGR {
        for pixel in stride(from: 0, to: to.count, by: 4) { to.swapAt(pixel, pixel + 2) }
      }
    }
  }

  /// Divides the colors of a row of bytes by alpha.
  private static func straighten(_ row: UnsafeMutableRawBufferPointer) {
    for pixel in stride(from: 0, to: row.count, by: 4) {
      let alpha = Int(row[pixel + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for part in 0..<3 {
        row[pixel + part] = UInt8(min(255, (Int(row[pixel + part]) * 255 + alpha / 2) / alpha))
      }
    }
  }
}

extension PixelFormat {
  /// Stores pixels of four floats each.
  fileprivate func store(
    _ floats: UnsafeRawBufferPointer, count: Int, in target: UnsafeMutableRawBufferPointer
  ) {
    switch component {
    case .unsigned8: FramePlan.PixelFormat.unorm8.store(floats, count: count, in: target)
    case .unsigned16: FramePlan.PixelFormat.unorm16.store(floats, count: count, in: target)
    case .half: FramePlan.PixelFormat.float16.store(floats, count: count, in: target)
    case .float: target.copyMemory(from: floats)
    }
  }
}
