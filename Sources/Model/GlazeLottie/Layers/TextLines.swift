import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeScene
import GlazeText

/// Lays out the lines of a text.
struct TextLines {
  /// A character in its place.
  struct Glyph {
    var outline: ContourList
    /// The left end of the baseline.
    var origin: SIMD2<Double>
    var width: Double
    var character: Character
    var word: Int
    var line: Int
    /// The position in the line, from 0.
    var column: Int
  }

  /// A line.
  struct Row {
    /// The left end.
    var start: Double
    /// The width without spaces at the end.
    var width: Double
    var count: Int
    var firstWidth: Double
    var lastWidth: Double
  }

  struct Result {
    var glyphs: [Glyph] = []
    var rows: [Row] = []
  }

  let text: LottieText
  let source: TextSource

  /// The y of the first baseline.
  var top: Double {
    text.box.map { $0.minY.native + source.font(text.font).ascent * text.size } ?? 0
  }

  /// Returns the characters in their places.
  func glyphs(_ reader: PropertyReader, _ node: LottieNode) -> Result {
    var result = Result()
    let font = source.font(text.font)
    var y = top
    var word = 0
    for paragraph in text.lines {
      let measured = paragraph.prefix(Limits.characters).flatMap { shapes($0, font) }
      for glyphs in rows(measured) {
        let row = row(glyphs)
        var x = row.start
        for (column, var glyph) in glyphs.enumerated() {
          if glyph.character.isWhitespace { word += 1 }
          glyph.origin = SIMD2(x, y - text.baseline)
          (glyph.word, glyph.line, glyph.column) = (word, result.rows.count, column)
          result.glyphs.append(glyph)
          x += glyph.width + spacing
        }
        result.rows.append(row)
        y += text.lineHeight
        word += 1
      }
      guard result.glyphs.count < Limits.characters else { break }
    }
    if source.hasGlyphs,
      result.glyphs.contains(where: {
        source.glyph($0.character, font) == nil && !$0.character.isWhitespace
      })
    {
      reader.report.unsupported(.missingGlyphs, at: node)
    }
    return result
  }

  private var spacing: Double { text.tracking / 1000 * text.size }

  private func row(_ glyphs: [Glyph]) -> Row {
    let spaces = glyphs.reversed().prefix { $0.character.isWhitespace }.count
    let shown = glyphs.dropLast(spaces)
    let width =
      shown.reduce(0) { $0 + $1.width + spacing } - (shown.isEmpty ? 0 : spacing)
    return Row(
      start: start(width), width: width, count: glyphs.count, firstWidth: glyphs.first?.width ?? 0,
      lastWidth: glyphs.last?.width ?? 0)
  }

  /// The left end of a line.
  private func start(_ width: Double) -> Double {
    let left = text.box?.minX.native ?? 0
    return left + ((text.box?.width.native ?? 0) - width) * text.alignmentFactor
  }

  /// Breaks the characters of a paragraph where they do not fit its box.
  private func rows(_ all: [Glyph]) -> [[Glyph]] {
    guard let box = text.box, box.width > 0 else { return [all] }
    var rows: [[Glyph]] = []
    var row: [Glyph] = []
    var width = 0.0
    for glyph in all {
      let own = glyph.width + spacing
      if width + glyph.width > box.width, !row.isEmpty, !glyph.character.isWhitespace {
        let space = row.lastIndex { $0.character.isWhitespace }
        let rest = space.map { Array(row[($0 + 1)...]) } ?? []
        rows.append(space.map { Array(row[..<$0]) } ?? row)
        row = rest
        width = row.reduce(0) { $0 + $1.width + spacing }
      }
      row.append(glyph)
      width += own
    }
    return rows + [row]
  }

  // MARK: Glyphs

  /// The size of small capitals, in parts of the text's size.
  private static let smallCapital = 0.7

  /// Returns the outlines and the widths of a character: more than one for small capitals such as
  /// those of ß.
  private func shapes(_ character: Character, _ font: TextSource.Font) -> [Glyph] {
    let capitals = character.uppercased()
    guard text.hasSmallCaps, character.isLowercase, capitals != String(character),
      !source.hasGlyphs || capitals.allSatisfy({ source.glyph($0, font) != nil })
    else { return [shape(character, font, size: text.size)] }
    return capitals.map { shape($0, font, size: text.size * Self.smallCapital) }
  }

  private func shape(_ character: Character, _ font: TextSource.Font, size: Double) -> Glyph {
    var glyph = Glyph(
      outline: ContourList([]), origin: .zero, width: 0, character: character, word: 0, line: 0,
      column: 0)
    if let node = source.glyph(character, font) {
      // Glyphs are drawn at a size of 100.
      let scale = size / 100
      glyph.width = node.number("w", 0) * scale
      glyph.outline = source.outline(of: node).transformed(
        by: CGAffineTransform(scaleX: scale, y: scale))
      return glyph
    }
    let outline = GlyphOutline.of(String(character), font: font.systemName, size: size)
    glyph.width = outline.width.native
    glyph.outline = ContourList(outline.path)
    return glyph
  }
}
