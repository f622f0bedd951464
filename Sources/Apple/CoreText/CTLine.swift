public import CoreGraphics
public import Foundation
public import GlazeDrawing
import GlazeText

/// A line of laid-out text.
///
/// A line must stay on the thread that made it. Observed: Apple header CTLine.h.
public final class CTLine {
  let lines: TextLines
  let index: Int

  init(_ lines: TextLines, _ index: Int) { (self.lines, self.index) = (lines, index) }
}

/// Lays out text in one line; line ends become spaces.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  let text = NSMutableAttributedString(attributedString: attrString)
  let all = text.string as NSString
  for place in (0..<all.length).reversed() where isLineEnd(all.character(at: place)) {
    text.replaceCharacters(in: NSRange(location: place, length: 1), with: " ")
  }
  var layout = TextLayout(text)
  layout.alignsFirstBaseline = false
  layout.size = CGSize(width: 0, height: CGFloat.infinity)
  return CTLine(TextLines(layout), 0)
}

private func isLineEnd(_ unit: unichar) -> Bool { unit == 10 || unit == 13 || unit == 0x2029 }

/// Draws a line with its baseline at `textPosition`, y up, and moves the position to its end.
///
/// Colors and strokes are those of the attributes; only the translation of the text matrix is used.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  guard line.index < line.lines.count else { return }
  line.lines.draw(line.index, at: context.textPosition, in: context)
  context.textPosition.x += line.lines.bounds(of: line.index).width
}

/// Returns a line's width in points, and writes its other measures to the arguments that are not
/// nil.
@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  guard line.index < line.lines.count else { return 0 }
  let bounds = line.lines.bounds(of: line.index)
  ascent?.pointee = bounds.ascent
  descent?.pointee = bounds.descent
  leading?.pointee = bounds.leading
  return Double(bounds.width)
}
