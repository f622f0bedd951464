import Foundation

extension ExternalSource {
  /// The reason why the CPU cannot read the image; nil when it can.
  ///
  /// - Complexity: For a dma-buf, a few system calls.
  package var obstacle: String? {
    switch kind {
    case .texture: "it is in an OpenGL context; draw with Device.currentContext"
    case .eglImage: "it is on an EGL display; draw with OpenGL"
    case .dmaBuffer(let buffer) where buffer.modifier != DMABuffer.linear:
      "its rows are not linear (modifier \(buffer.modifier.map { "\($0)" } ?? "unknown"))"
    case .dmaBuffer(let buffer):
      MappedPlanes(buffer) == nil
        ? "its memory is smaller than its planes, or cannot be mapped" : nil
    case .memory: nil
    }
  }

  /// The pixels in the format of images: premultiplied RGBA, row 0 at the top.
  ///
  /// - Returns: nil for an image that the CPU cannot read.
  /// - Complexity: O(pixels).
  package func readPixels() -> [UInt8]? {
    switch kind {
    case .texture, .eglImage: return nil
    case .memory(let bytes, let bytesPerRow, let format):
      return fill { pixels in
        Self.copy(
          bytes, offset: 0, bytesPerRow: bytesPerRow, isBGR: format.isBGR, alpha, to: pixels,
          width: width)
      }
    case .dmaBuffer(let buffer):
      guard buffer.modifier == DMABuffer.linear, let memory = MappedPlanes(buffer) else {
        return nil
      }
      return fill { pixels in memory.read(alpha, to: pixels) }
    }
  }

  /// The pixels of a video whose colors are not those of sRGB, as opaque half floats of extended
  /// sRGB.
  ///
  /// - Returns: nil for an image that the CPU cannot read.
  /// - Complexity: O(pixels).
  package func readWidePixels() -> [Float16]? {
    guard case .dmaBuffer(let buffer) = kind, buffer.modifier == DMABuffer.linear,
      let memory = MappedPlanes(buffer)
    else { return nil }
    let count = width * height * 4
    return [Float16](unsafeUninitializedCapacity: count) { pixels, initialized in
      memory.readWide(to: UnsafeMutableBufferPointer(rebasing: pixels[..<count]))
      initialized = count
    }
  }

  private func fill(_ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> [UInt8] {
    let count = width * height * 4
    return [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
      write(UnsafeMutableBufferPointer(rebasing: pixels[..<count]))
      initialized = count
    }
  }

  /// Copies rows of four bytes for each pixel.
  static func copy(
    _ bytes: UnsafeRawBufferPointer, offset: Int, bytesPerRow: Int, isBGR: Bool, _ alpha: Alpha,
    to pixels: UnsafeMutableBufferPointer<UInt8>, width: Int
  ) {
    let (red, blue) = isBGR ? (2, 0) : (0, 2)
    let height = pixels.count / (width * 4)
    for y in 0..<height {
      let source = UnsafeRawBufferPointer(
        rebasing: bytes[(offset + y * bytesPerRow)...].prefix(width * 4))
      let row = UnsafeMutableBufferPointer(
        rebasing: pixels[(y * width * 4)..<((y + 1) * width * 4)])
      if !isBGR, alpha == .premultiplied {
        UnsafeMutableRawBufferPointer(row).copyMemory(from: source)
        continue
      }
      for x in stride(from: 0, to: width * 4, by: 4) {
        let a = alpha == .opaque ? 255 : source[x + 3]
        var (r, g, b) = (source[x + red], source[x + 1], source[x + blue])
        if alpha == .straight {
          (r, g, b) =
            (PixelMath.multiply(r, a), PixelMath.multiply(g, a), PixelMath.multiply(b, a))
        }
        (row[x], row[x + 1], row[x + 2], row[x + 3]) = (r, g, b, a)
      }
    }
  }
}
