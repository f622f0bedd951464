package import Foundation
package import GlazeDrawing
package import GlazeGeometry

/// Text and how it is to be laid out: all that a picture of text depends on.
///
/// **Units and space**: points; x to the right and y **down** from the top left corner of `size`.
///
/// The first line's baseline is its ascent, rounded to a point, below the top. Lines follow at
/// ascent + descent + leading of their fonts. Line breaking, shaping, the order of mixed directions
/// and font fallback are Pango's; outlines are filled by cairo, never hinted, so that the settings
/// of the desktop for smoothing and hinting have no effect.
///
/// Observed: Apple documentation of CATextLayer. Where lines break inside is Pango's choice, as is
/// that kern is spread half before and half after a character and not added at a line's edges.
package struct TextLayout: Sendable, Hashable {
  /// Where an ellipsis stands for what does not fit.
  package enum Truncation: Sendable, Hashable, CaseIterable {
    /// Nowhere: what does not fit is cut off.
    case none
    /// At the begin of the line.
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
  /// The box that the text is laid out in.
  package var size = CGSize.zero
  /// Whether lines break at the width; line ends in the text always break.
  package var isWrapped = false
  /// What happens to lines longer than the width and, when wrapped, to what follows the last line
  /// that fits the height.
  package var truncation = Truncation.none
  /// How lines lie in paragraphs whose own alignment is natural.
  package var alignment = NSTextAlignment.natural
  /// Whether the first baseline lies at a whole point.
  package var alignsFirstBaseline = true
  /// Pixels a point in `makeImage()`.
  package var scale: CGFloat = 1
  /// Whether glyphs begin at quarters of a pixel, instead of exactly where they belong.
  package var quantizesGlyphs = false

  /// Makes a layout of plain text.
  package init(_ text: String, style: TextStyle, paragraph: ParagraphStyle = ParagraphStyle()) {
    pieces = [Piece(run: TextRun(text, style), paragraph: paragraph)]
  }

  /// Makes a layout of an attributed string; see `NSAttributedString.Key` for what is honored.
  ///
  /// Font, size and color are those of the string only, as Apple documents for text layers.
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

  /// The library that text needs, where it is not installed: nothing is laid out or drawn then.
  package static var missingLibrary: MissingLibrary? { TextMeasure.missingLibrary }

  /// The names of the fonts that the text asks for.
  package var fontNames: Set<String> { Set(pieces.map(\.run.style.fontName)) }

  /// Returns the size that the text takes, in points, not rounded.
  ///
  /// - Parameter width: where lines break when `isWrapped` is set; nil breaks nowhere. Truncation
  ///   and `size` do not count.
  package func measure(width: CGFloat? = nil) -> CGSize {
    var layout = self
    layout.truncation = .none
    layout.isWrapped = isWrapped && width != nil
    layout.size = CGSize(width: width ?? 0, height: .infinity)
    return TextFrame(layout).usedSize
  }

  /// Returns a picture of `size` times `scale`, rounded up to whole pixels; nil for an empty size.
  ///
  /// **Shape**: premultiplied sRGB RGBA, the text at the top; what lies outside of `size` is cut.
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
  /// Clip, alpha, blend mode and shadow of the context apply; nothing is cut at `size`.
  package func draw(in context: CGContext) {
    let frame = TextFrame(self)
    context.paintText { brush in
      var brush = brush
      if quantizesGlyphs { brush.quantizesGlyphs = true }
      TextPainter(frame: frame, brush: brush).paint()
    }
  }
}
