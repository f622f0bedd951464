import CPango
import Foundation
import GlazeGeometry

/// Laid-out lines.
///
/// A frame must stay on one thread, as Pango's fonts must.
final class TextFrame {
  /// A line and its position, in points, y down.
  struct Line {
    /// Pango's line, which its paragraph retains.
    let pointer: UnsafeMutablePointer<PangoLayoutLine>
    /// The left end.
    var x: CGFloat
    var baseline: CGFloat
    let width: CGFloat
    let metrics: LineMetrics
  }

  private(set) var lines: [Line] = []
  /// The styles, whose indices are the foreground attributes of Pango's runs.
  private(set) var styles: [TextStyle] = []
  /// The size of all lines.
  private(set) var usedSize = CGSize.zero

  private let layout: TextLayout
  /// Retains the objects that the lines point to.
  private var paragraphs: [ParagraphLayout] = []
  private var bottom: CGFloat = 0

  init(_ layout: TextLayout) {
    self.layout = layout
    let text = layout.pieces.map { piece in
      let isVisible = piece.run.style.fontSize > 0 && piece.run.style.fontSize.isFinite
      return (isVisible ? piece.run : TextRun("", piece.run.style), piece.paragraph)
    }
    place(Paragraph.split(text))
    alignFirstBaseline()
  }

  private func place(_ all: [Paragraph]) {
    for (i, paragraph) in all.enumerated() {
      // Lines that begin below the box are invisible.
      if bottom > layout.size.height { return }
      let before = lines.count
      guard let (paragraph, first) = layOut(paragraph) else { return }
      append(first, isFirst: i == 0)
      guard layout.isWrapped, layout.truncation != .none else { continue }
      let fitting = lines[before...].prefix { $0.bottom <= layout.size.height + 0.001 }.count
      let isCut = fitting < lines.count - before
      let isLast = i == all.count - 1
      if !isCut && (isLast || fits(all[i + 1])) { continue }
      if isCut && fitting == 0 && before > 0 {
        // The last fitting line ended the previous paragraph, which has its ellipsis already.
        removeLines(from: before)
        return
      }
      // The last line that fits takes the rest of its paragraph, or indicates the next one.
      let ending = !isCut && layout.truncation == .end ? "\u{2026}" : ""
      guard isCut || !ending.isEmpty,
        let shortened = makeParagraph(paragraph, ending: ending)
      else { return }
      shortened.truncate(to: max(fitting, 1), layout.truncation)
      removeLines(from: before)
      append(shortened, isFirst: i == 0)
      return
    }
  }

  /// Lays out a paragraph, or as much of its beginning as reaches below the box.
  ///
  /// Lines are filled one after another, so that what follows changes only the last lines of a
  /// beginning; unless it decides the direction, or is seen after an ellipsis.
  private func layOut(_ paragraph: Paragraph) -> (Paragraph, ParagraphLayout)? {
    var length = expectedLength(of: paragraph)
    while length < paragraph.length {
      let beginning = paragraph.prefix(length)
      guard let part = makeParagraph(beginning, ending: "") else { return nil }
      if beginning.hasDirection, reachesBelow(part) { return (beginning, part) }
      length *= 4
    }
    return makeParagraph(paragraph, ending: "").map { (paragraph, $0) }
  }

  /// Returns a length that nearly always reaches below the box, in bytes of UTF-8; no limit for
  /// paragraphs that must be laid out in full.
  private func expectedLength(of paragraph: Paragraph) -> Int {
    guard layout.isWrapped, layout.size.height.isFinite,
      layout.truncation == .none || layout.truncation == .end,
      let size = paragraph.runs.map(\.style.fontSize).min(), size > 0
    else { return .max }
    let area = layout.size.width * max(layout.size.height - bottom, 0)
    let expected = area / (size * size) * 3
    guard expected.isFinite else { return .max }
    return max(Int(clamping: min(expected, 0x1p30)), 256)
  }

  /// Returns whether the last two lines of a paragraph begin below the box.
  private func reachesBelow(_ paragraph: ParagraphLayout) -> Bool {
    var top = bottom
    for line in paragraph.lines.dropLast(2) {
      top += paragraph.metrics(of: line).height + paragraph.style.lineSpacing
      if top > layout.size.height { return true }
    }
    return false
  }

  /// Returns whether the first line of another paragraph fits below.
  private func fits(_ paragraph: Paragraph) -> Bool {
    guard let next = makeParagraph(paragraph, ending: "") else { return false }
    guard let line = next.lines.first else { return true }
    let metrics = next.metrics(of: line)
    let top = bottom + paragraph.style.spacingBefore
    return top + metrics.ascent + metrics.descent <= layout.size.height + 0.001
  }

  private func makeParagraph(_ paragraph: Paragraph, ending: String) -> ParagraphLayout? {
    var paragraph = paragraph
    if !ending.isEmpty {
      paragraph.runs.append(
        TextRun(ending, paragraph.runs.last?.style ?? paragraph.endStyle))
    }
    let firstStyle = styles.count
    styles += paragraph.runs.map(\.style)
    return ParagraphLayout(paragraph, in: layout, firstStyle: firstStyle)
  }

  private func removeLines(from index: Int) {
    lines.removeSubrange(index...)
    paragraphs.removeLast()
    bottom = lines.last.map { $0.baseline + $0.metrics.descent + $0.metrics.leading } ?? 0
  }

  private func append(_ paragraph: ParagraphLayout, isFirst: Bool) {
    paragraphs.append(paragraph)
    let style = paragraph.style
    if !isFirst { bottom += style.spacingBefore }
    // Lines that begin below the box are invisible; glyphs of the first one may reach up into it.
    var isBelow = false
    for (i, line) in paragraph.lines.enumerated() where !isBelow {
      isBelow = bottom > layout.size.height
      let metrics = paragraph.metrics(of: line)
      let (x, width) = paragraph.extent(of: line, index: i)
      lines.append(
        Line(
          pointer: line, x: x, baseline: bottom + metrics.ascent, width: width, metrics: metrics))
      let lineBottom = bottom + metrics.height
      bottom = lineBottom + style.lineSpacing
      usedSize.width = max(usedSize.width, width + abs(paragraph.lead(i)))
      usedSize.height = lineBottom
    }
    bottom += style.spacingAfter
  }

  private func alignFirstBaseline() {
    guard layout.alignsFirstBaseline, let first = lines.first else { return }
    let shift = first.baseline.rounded() - first.baseline
    for i in lines.indices { lines[i].baseline += shift }
  }
}

extension TextFrame.Line {
  /// The lowest point of the glyphs, without the gap to the next line.
  var bottom: CGFloat { baseline + metrics.descent }
}

/// The height of a line, in points.
struct LineMetrics {
  var ascent: CGFloat = 0
  var descent: CGFloat = 0
  var leading: CGFloat = 0

  var height: CGFloat { ascent + descent + leading }

  /// Extends the metrics for another font on the line.
  mutating func include(_ other: LineMetrics, raisedBy rise: CGFloat) {
    ascent = max(ascent, other.ascent + rise)
    descent = max(descent, other.descent - rise)
    leading = max(leading, other.leading)
  }

  /// Stretches or shrinks the line, above its glyphs, to the height that the paragraph requires.
  mutating func apply(_ style: ParagraphStyle) {
    var wanted = height
    if style.lineHeightMultiple > 0 { wanted *= style.lineHeightMultiple }
    if style.maximumLineHeight > 0 { wanted = min(wanted, style.maximumLineHeight) }
    if style.minimumLineHeight > 0 { wanted = max(wanted, style.minimumLineHeight) }
    ascent += wanted - height
  }
}
