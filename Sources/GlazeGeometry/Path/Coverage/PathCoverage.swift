/// A rectangle of whole pixels, y down.
package struct PixelWindow: Sendable, Hashable {
  /// The left column.
  package var x: Int
  /// The top row.
  package var y: Int
  /// How many columns.
  package var width: Int
  /// How many rows.
  package var height: Int

  /// Makes a window.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// How much of every pixel a path covers.
///
/// **Units and space**: pixels, row 0 on top.
package struct PathCoverage: Sendable, Hashable {
  /// The pixels that the path touches, inside the clip.
  package var window: PixelWindow
  /// **Shape**: one byte a pixel, rows tightly packed; 255 is all of the pixel's area.
  package var bytes: [UInt8]
}
