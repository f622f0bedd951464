package import GlazeGeometry

/// A finished frame in memory: premultiplied RGBA in the encoding of its output, row 0 at the top,
/// no padding.
package struct PixelBuffer: Sendable, Equatable {
  package var width: Int
  package var height: Int
  /// The pixels, `width * height * format.bytesPerPixel` bytes.
  package var bytes: [UInt8]
  /// The format of the pixels; by default 8 bits for each component.
  ///
  /// Pixels of `.unorm10` are words in the byte order of the machine, with red in the lowest bits.
  package var format = FramePlan.PixelFormat.unorm8
  /// The encoding of the pixels; by default sRGB.
  package var output = OutputColor.standard
  /// The number of the encoding for which the format stores 1; 1 except in 8-bit copies of frames
  /// whose numbers exceed 1.
  package var range: Float = 1

  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
