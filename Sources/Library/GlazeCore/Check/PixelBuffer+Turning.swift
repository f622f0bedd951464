package import GlazePlan

// Images that are moved by transforms that map pixels to pixels.
extension PixelBuffer {
  /// The image mirrored horizontally: left is right.
  package var mirrored: PixelBuffer {
    moved(width: width, height: height) { x, y in y * width + width - 1 - x }
  }

  /// The image upside down: the last row is the first.
  package var flipped: PixelBuffer {
    moved(width: width, height: height) { x, y in (height - 1 - y) * width + x }
  }

  /// Returns the image rotated by 90 degrees.
  package func turned(clockwise: Bool) -> PixelBuffer {
    moved(width: height, height: width) { x, y in
      clockwise ? (height - 1 - x) * width + y : x * width + width - 1 - y
    }
  }

  /// Returns an image whose pixels are those of this image, given by their indices in reading
  /// order.
  private func moved(width: Int, height: Int, _ source: (Int, Int) -> Int) -> PixelBuffer {
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
      self.bytes.withUnsafeBytes { old in
        for y in 0..<height {
          for x in 0..<width {
            let pixel = old.loadUnaligned(fromByteOffset: source(x, y) * 4, as: UInt32.self)
            UnsafeMutableRawBufferPointer(target).storeBytes(
              of: pixel, toByteOffset: (y * width + x) * 4, as: UInt32.self)
          }
        }
      }
      count = width * height * 4
    }
    var result = self
    (result.width, result.height, result.bytes) = (width, height, bytes)
    return result
  }

  /// Returns the part of the image that begins at a position.
  func part(x: Int, y: Int, width: Int, height: Int) -> PixelBuffer {
    moved(width: width, height: height) { column, row in (y + row) * self.width + x + column }
  }

  /// Copies a smaller image to a position.
  mutating func insert(_ tile: PixelBuffer, x: Int, y: Int) {
    for row in 0..<tile.height {
      let start = ((y + row) * width + x) * 4
      bytes.replaceSubrange(
        start..<start + tile.width * 4,
        with: tile.bytes[row * tile.width * 4..<(row + 1) * tile.width * 4])
    }
  }
}
