public import Foundation
public import GlazeDrawing
import GlazeGeometry

extension CGContext {
  /// The position of the next text, in user space: the translation of the text matrix.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set {
      textMatrix.tx = newValue.x
      textMatrix.ty = newValue.y
    }
  }

  /// Sets the typeface of text; default Helvetica.
  ///
  /// The typeface is not part of the saved state.
  public func setFont(_ font: CGFont) { self.font = font }

  /// Sets the size of text in units of text space; default 12.
  ///
  /// The size is not part of the saved state.
  public func setFontSize(_ size: CGFloat) { fontSize = size }

  /// Sets the typeface and size of text.
  public func selectFont(name: String, size: CGFloat) {
    font = CGFont(name) ?? .fallback
    fontSize = size
  }

  /// Draws one line of text in the text drawing mode, its baseline at `textPosition`, and moves the
  /// position to the line's end.
  ///
  /// Text space has y up, so that text is upright where user space has y up, and upside down where
  /// it has y down, unless the text matrix flips it. Shaping and fallback are Pango's;
  /// right-to-left text also begins at the position. Line ends become spaces.
  public func showText(_ text: String) {
    let style = TextStyle(fontName: font.name, fontSize: fontSize, color: fillColor)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let frame = TextFrame(TextLayout(lines.joined(separator: " "), style: style))
    guard let line = frame.lines.first else { return }
    let toText = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -line.x, ty: line.baseline)
    let toUser = toText.concatenating(textMatrix)
    if textDrawingMode == .fill {
      paintText(in: toUser) { TextPainter(frame: frame, brush: $0).paint() }
    } else {
      let outline = CGMutablePath()
      outline.addPath(TextPainter(frame: frame, brush: nil).outline(of: line), transform: toUser)
      drawText(outline)
    }
    textMatrix = textMatrix.translatedBy(x: line.width, y: 0)
  }

  /// Draws one line of text at a point of user space; see `showText(_:)`.
  public func showText(_ text: String, at point: CGPoint) {
    textPosition = point
    showText(text)
  }
}
