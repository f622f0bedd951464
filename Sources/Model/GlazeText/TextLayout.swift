package import Foundation
package import GlazeDrawing
package import GlazeGeometry

/// Text with its layout options, which determine an image of the text completely.
///
/// **Units and space**: points; x to the right and y **down** from the top left corner of `size`.
///
/// The first line's baseline is its ascent, rounded to a point, below the top. Lines follow at
/// ascent + descent + leading of their fonts. Line breaking, shaping, the order of mixed directions
/// and font fallback are Pango's. Cairo fills the outlines, never hinted, so that the desktop's
/// settings for antialiasing and hinting have no effect.
///
/// Observed: Apple documentation of CATextLayer. Pango's choice: the positions of line breaks, and
/// kern, which is added half before and half after a character and not at a line's edges.
package struct TextLayout: Sendable, Hashable {
  /// The position of an ellipsis in a line that does not fit.
  package enum Truncation: Sendable, Hashable, CaseIterable {
    /// No ellipsis: the line is clipped.
    case none
    /// At the start of the line.
    case start
    /// In the middle of the line.
    case middle
    /// At the end of the line.
    case end
  }

  struct Piece: Sendable, Hashable {
    let run: TextRun
    let paragraph: ParagraphStyle
  }

  let pieces: [Piece]
  /// The size of the box for the text.
  package var size = CGSize.zero
  /// A Boolean value that indicates whether lines wrap at the width; line ends in the text always
  /// break.
  package var isWrapped = false
  /// The truncation of lines that are wider than the box and, when wrapped, of the text after the
  /// last line that fits the height.
  package var truncation = Truncation.none
  /// The alignment in paragraphs whose own alignment is natural.
  package var alignment = NSTextAlignment.natural
  /// A Boolean value that indicates whether the first baseline is at an integral point.
  package var alignsFirstBaseline = true
  /// The number of pixels in a point, for `makeImage()`.
  package var scale: CGFloat = 1
  /// A Boolean value that indicates whether glyphs begin at quarters of a pixel instead of at their
  /// exact positions.
  package var quantizesGlyphs = false

  /// Makes a layout of plain text.
  package init(_ text: String, style: TextStyle, paragraph: ParagraphStyle = ParagraphStyle()) {
    pieces = [Piece(run: TextRun(text, style), paragraph: paragraph)]
  }

  /// Makes a layout of an attributed string; see `NSAttributedString.Key` for the supported
  /// attributes.
  ///
  /// Font, size and color are only those of the string, as Apple documents for text layers.
  package init(_ text: NSAttributedString) {
    var pieces: [Piece] = []
    let all = text.string as NSString
    let range = NSRange(location: 0, length: text.length)
    text.enumerateAttributes(in: range, options: []) { attributes, range, _ in
      let paragraph = (attributes[.paragraphStyle] as? NSParagraphStyle)?.values
      pieces.append(
        Piece(
          run: TextRun(all.substring(with: range), TextStyle(attributes: attributes)),
          paragraph: paragraph ?? ParagraphStyle()))
    }
    self.pieces = pieces
  }

  /// The library that text needs, if it is not installed; then nothing is laid out or drawn.
  package static var missingLibrary: MissingLibrary? { TextMeasure.missingLibrary }

  /// The requested fonts that are not installed, with those that replace them.
  package var substitutions: [FontSubstitution] {
    let names = Set(pieces.map(\.run.style.fontName))
    for name in names { _ = FontLibrary.face(named: name) }
    return FontDiagnostics.substitutions.filter { names.contains($0.requested) }
  }

  /// Returns the size of the text, in points, not rounded.
  ///
  /// - Parameter width: the width at which lines wrap when `isWrapped` is set; nil does not wrap.
  ///   Truncation and `size` are ignored.
  package func measure(width: CGFloat? = nil) -> CGSize {
    var layout = self
    layout.truncation = .none
    layout.isWrapped = isWrapped && width != nil
    layout.size = CGSize(width: width ?? 0, height: .infinity)
    return TextFrame(layout).usedSize
  }

  /// Returns an image of `size` times `scale`, rounded up to whole pixels; nil for an empty size.
  ///
  /// **Shape**: premultiplied sRGB RGBA, the text at the top, clipped to `size`.
  package func makeImage() throws(DrawingError) -> CGImage? {
    if let library = Self.missingLibrary { throw .missingLibrary(library) }
    let bounds = CGRect(origin: .zero, size: size)
    guard
      let context = try CGContext(layerBacking: bounds, scale: scale, isFlipped: true)
    else { return nil }
    draw(in: context)
    return context.makeImage()
  }

  /// Draws the text into a context whose user space has the box at the origin, y down.
  ///
  /// Clip, alpha, blend mode and shadow of the context apply; the text is not clipped to `size`.
  package func draw(in context: CGContext) {
    let frame = TextFrame(self)
    context.paintText { brush in
      var brush = brush
      if quantizesGlyphs { brush.quantizesGlyphs = true }
      TextPainter(frame: frame, brush: brush).paint()
    }
  }
}
