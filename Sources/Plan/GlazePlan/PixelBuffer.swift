/// A finished frame in memory: premultiplied sRGB RGBA, 8 bits for each component, row 0 at the
/// top, no padding.
package struct PixelBuffer: Sendable, Equatable {
  package var width: Int
  package var height: Int
  /// The pixels, `width * height * 4` bytes.
  package var bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
