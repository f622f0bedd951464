package import Foundation
package import GlazeGeometry

/// The appearance of a run of characters.
package struct TextStyle: Sendable, Hashable {
  /// The name of the font; see `CGFont`.
  package var fontName = "Helvetica"
  /// The size in points; text with a size that is 0, negative or not finite is invisible.
  package var fontSize: CGFloat = 12
  /// The color of the glyphs; color glyphs keep their own colors and use only its alpha.
  package var color = CGColor.black
  /// The color behind the glyphs, as high as the line; nil for none.
  package var backgroundColor: CGColor?
  /// The points added after each character.
  package var kern: CGFloat = 0
  /// A Boolean value that indicates whether the font's kerning is used.
  package var usesFontKerning = true
  /// A Boolean value that indicates whether the font's ligatures are used.
  package var usesLigatures = true
  /// The points that the glyphs are raised by.
  package var baselineOffset: CGFloat = 0
  /// A line under the glyphs; empty for none.
  package var underline: NSUnderlineStyle = []
  /// The color of the underline; nil for that of the glyphs.
  package var underlineColor: CGColor?
  /// A line through the glyphs; empty for none.
  package var strikethrough: NSUnderlineStyle = []
  /// The color of the line through the glyphs; nil for that of the glyphs.
  package var strikethroughColor: CGColor?
  /// The width of a line along the outlines, in hundredths of the font's size; above 0 without the
  /// fill, below 0 over the filled glyphs.
  package var strokeWidth: CGFloat = 0
  /// The color of the outlines; nil for that of the glyphs.
  package var strokeColor: CGColor?

  /// Makes the default style.
  package init() {}

  /// Makes a plain style.
  package init(fontName: String, fontSize: CGFloat, color: CGColor = .black) {
    self.fontName = fontName
    self.fontSize = fontSize
    self.color = color
  }

  init(attributes: [NSAttributedString.Key: Any]) {
    if let font = attributes[.font] as? CTFont { (fontName, fontSize) = (font.name, font.size) }
    if let color = (attributes[.foregroundColor] ?? attributes[.coreTextColor]) as? CGColor {
      self.color = color
    }
    backgroundColor = attributes[.backgroundColor] as? CGColor
    if let number = Self.number(attributes[.kern]) {
      kern = number
      usesFontKerning = number != 0
    }
    if let number = Self.number(attributes[.tracking]) { kern += number }
    if let number = Self.number(attributes[.ligature]) { usesLigatures = number != 0 }
    if let number = Self.number(attributes[.baselineOffset]) { baselineOffset = number }
    underline = Self.line(attributes[.underlineStyle])
    underlineColor = attributes[.underlineColor] as? CGColor
    strikethrough = Self.line(attributes[.strikethroughStyle])
    strikethroughColor = attributes[.strikethroughColor] as? CGColor
    if let number = Self.number(attributes[.strokeWidth]) { strokeWidth = number }
    strokeColor = attributes[.strokeColor] as? CGColor
  }

  private static func line(_ value: Any?) -> NSUnderlineStyle {
    if let style = value as? NSUnderlineStyle { return style }
    return number(value).map { NSUnderlineStyle(rawValue: Int(clamping: $0)) } ?? []
  }

  /// Returns a finite number, in whatever box.
  private static func number(_ value: Any?) -> CGFloat? {
    let number: CGFloat? =
      switch value {
      case let v as CGFloat: v
      case let v as Double: CGFloat(v)
      case let v as Float: CGFloat(v)
      case let v as Int: CGFloat(v)
      case let v as NSNumber: CGFloat(v.doubleValue)
      default: nil
      }
    return number.flatMap { $0.isFinite && abs($0) < 1_000_000 ? $0 : nil }
  }
}

/// The layout of a paragraph, with the values of an `NSParagraphStyle`.
package struct ParagraphStyle: Sendable, Hashable {
  package var alignment = NSTextAlignment.natural
  package var lineBreakMode = NSLineBreakMode.byWordWrapping
  package var writingDirection = NSWritingDirection.natural
  package var lineSpacing: CGFloat = 0
  package var spacingAfter: CGFloat = 0
  package var spacingBefore: CGFloat = 0
  package var lineHeightMultiple: CGFloat = 0
  package var minimumLineHeight: CGFloat = 0
  package var maximumLineHeight: CGFloat = 0
  package var firstLineIndent: CGFloat = 0
  package var headIndent: CGFloat = 0
  package var tailIndent: CGFloat = 0

  /// Makes the default style.
  package init() {}
}

/// Characters of one style.
package struct TextRun: Sendable, Hashable {
  package var text: String
  package var style: TextStyle

  /// Makes a run.
  package init(_ text: String, _ style: TextStyle) {
    self.text = text
    self.style = style
  }
}

/// The text between two line ends; an empty one has the height of its style.
struct Paragraph {
  var style: ParagraphStyle
  var runs: [TextRun] = []
  /// The style of the paragraph's line end, for an empty one.
  var endStyle: TextStyle

  var isEmpty: Bool { runs.isEmpty }

  /// The length in bytes of UTF-8.
  var length: Int { runs.reduce(0) { $0 + $1.text.utf8.count } }

  /// A Boolean value that indicates whether the text decides the direction of its paragraph, as its
  /// first letter does, or need not.
  var hasDirection: Bool {
    style.writingDirection != .natural
      || runs.contains { $0.text.unicodeScalars.contains(where: \.properties.isAlphabetic) }
  }

  /// Returns the beginning of the paragraph, up to the first end of a character from a length on.
  func prefix(_ length: Int) -> Paragraph {
    var result = self
    result.runs = []
    var rest = length
    for run in runs where rest > 0 {
      result.runs.append(TextRun(run.text.prefix(bytes: rest), run.style))
      rest -= run.text.utf8.count
    }
    return result
  }

  /// Splits text at line feeds, carriage returns and paragraph separators.
  static func split(_ text: [(run: TextRun, paragraph: ParagraphStyle)]) -> [Paragraph] {
    var result: [Paragraph] = []
    var current: Paragraph?
    var wasReturn = false
    for (run, style) in text {
      let scalars = run.text.unicodeScalars
      var start = scalars.startIndex
      func close(at end: String.Index) {
        if start < end { current?.runs.append(TextRun(String(scalars[start..<end]), run.style)) }
      }
      for index in scalars.indices {
        let scalar = scalars[index]
        defer { wasReturn = scalar == "\r" }
        let isEnd = scalar == "\n" || scalar == "\r" || scalar == "\u{2029}"
        if scalar == "\n" && wasReturn {
          start = scalars.index(after: index)
          continue
        }
        if current == nil { current = Paragraph(style: style, endStyle: run.style) }
        guard isEnd else { continue }
        close(at: index)
        start = scalars.index(after: index)
        if let current { result.append(current) }
        current = nil
      }
      close(at: scalars.endIndex)
    }
    if let current { result.append(current) }
    return result
  }
}

extension String {
  /// Returns the beginning of the text, up to the first end of a character from a length on.
  fileprivate func prefix(bytes length: Int) -> String {
    guard var end = utf8.index(startIndex, offsetBy: length, limitedBy: endIndex) else {
      return self
    }
    while String.Index(end, within: self) == nil { end = utf8.index(after: end) }
    return String(self[..<end])
  }
}
