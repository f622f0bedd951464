/// A rectangle of integer pixels, y down.
package struct PixelWindow: Sendable, Hashable {
  /// The left column.
  package var x: Int
  /// The top row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Makes a window.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// The part of every pixel that a path covers.
///
/// **Units and space**: pixels, row 0 at the top.
package struct PathCoverage: Sendable, Hashable {
  /// The pixels that the path touches, inside the clip.
  package var window: PixelWindow
  /// **Shape**: one byte for each pixel, rows tightly packed; 255 is the whole area of the pixel.
  package var bytes: [UInt8]
}
