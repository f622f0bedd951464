package import Foundation
package import GlazeGeometry

/// The outline of a short text on one line.
package struct GlyphOutline {
  /// The outline, y down, from the left end of the baseline.
  package let path: CGPath
  /// The advance, in points.
  package let width: CGFloat

  /// Returns the outline of text in a font; an empty one where text needs a library that is not
  /// installed.
  ///
  /// - Parameters:
  ///   - font: a PostScript name, a full name or a family; see `CGFont`.
  ///   - size: the size in points.
  package static func of(_ text: String, font: String, size: CGFloat) -> GlyphOutline {
    let frame = TextFrame(
      TextLayout(text, style: TextStyle(fontName: font, fontSize: size)))
    guard let line = frame.lines.first else {
      return GlyphOutline(path: CGMutablePath(), width: 0)
    }
    let path = CGMutablePath()
    path.addPath(
      TextPainter(frame: frame, brush: nil).outline(of: line),
      transform: CGAffineTransform(translationX: -line.x, y: -line.baseline))
    return GlyphOutline(path: path.copy() ?? path, width: line.width)
  }
}
