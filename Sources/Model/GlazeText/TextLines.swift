package import Foundation
package import GlazeDrawing
import GlazeGeometry

/// Laid-out lines, each of which can be measured and drawn.
///
/// **Units and space**: points, y down from the top of the box that the text was laid out in.
///
/// The lines must stay on one thread, as Pango's fonts must.
package final class TextLines {
  private let frame: TextFrame

  /// Lays out text.
  package init(_ layout: TextLayout) { frame = TextFrame(layout) }

  /// The number of lines.
  package var count: Int { frame.lines.count }

  /// The size of all lines.
  package var usedSize: CGSize { frame.usedSize }

  /// Returns the start of a line's baseline.
  package func origin(of index: Int) -> CGPoint {
    CGPoint(x: frame.lines[index].x, y: frame.lines[index].baseline)
  }

  /// Returns the lowest point of a line's glyphs.
  package func bottom(of index: Int) -> CGFloat { frame.lines[index].bottom }

  /// Returns a line's width, ascent, descent and the gap below it.
  package func bounds(
    of index: Int
  ) -> (width: CGFloat, ascent: CGFloat, descent: CGFloat, leading: CGFloat) {
    let line = frame.lines[index]
    return (line.width, line.metrics.ascent, line.metrics.descent, line.metrics.leading)
  }

  /// Draws a line, the start of its baseline at a point of user space whose y points up.
  package func draw(_ index: Int, at point: CGPoint, in context: CGContext) {
    let line = frame.lines[index]
    let toUser = CGAffineTransform(
      a: 1, b: 0, c: 0, d: -1, tx: point.x - line.x, ty: point.y + line.baseline)
    context.paintText(in: toUser) { TextPainter(frame: frame, brush: $0).paint(line) }
  }
}
