import Foundation
import GlazeDrawing
import GlazeGeometry
import GlazeLayers
import GlazeScene
import GlazeText

/// Makes the layers of texts: the outlines of their glyphs, which are the document's own or those
/// of an installed font.
struct TextBuilder {
  let animator: Animator
  let timeline: Timeline
  let reader: PropertyReader
  let source: TextSource
  let budget: Budget

  /// A character in its place.
  struct Glyph {
    var outline: ContourList
    /// The left end of the baseline.
    var origin: SIMD2<Double>
    var width: Double
    var character: Character
    var word: Int
    var line: Int
  }

  /// Returns the layer of a text; nil for one that draws nothing.
  func layer(_ node: LottieNode) -> CALayer? {
    guard let t = node["t"], let documents = documents(t, named: node["nm"]?.text),
      !documents.isEmpty
    else { return nil }
    if t["p"]?["m"] != nil { reader.report.unsupported(.textPath, at: node) }
    if documents.contains(where: { $0.1.hasSmallCaps }) {
      reader.report.unsupported(.smallCaps, at: node)
    }
    let animators = TextAnimators(t, reader)
    guard documents.count > 1 else { return layer(documents[0].1, animators, node) }
    // Each text is shown from its keyframe to the next one's.
    let holder = TransformChain.holder()
    for (index, (frame, text)) in documents.enumerated() {
      let begin = index == 0 ? -Limits.number : frame
      let end = index + 1 < documents.count ? documents[index + 1].0 : Limits.number
      guard begin < end, let visibility = Visibility(begin..<end, timeline, animator),
        let layer = layer(text, animators, node)
      else { continue }
      visibility.set(on: layer)
      holder.addSublayer(layer)
    }
    return holder
  }

  private func documents(_ t: LottieNode, named name: String?) -> [(Double, LottieText)]? {
    guard let given = t["d"] else { return nil }
    let slot = given["sid"]?.text
    let node = reader.resolved(given)
    let replacement =
      (name.flatMap { source.replacements[$0] } ?? slot.flatMap { source.replacements[$0] })
    var result: [(Double, LottieText)]
    if let keys = node["k"] ?? given["k"] {
      result = keys.elements.compactMap { key in
        key["s"].map { (key.number("t", 0), LottieText($0)) }
      }
    } else {
      // Documents before version 4.4.14 have no keyframes of texts.
      result = given["t"]?.text == nil ? [] : [(0, LottieText(given))]
    }
    if let replacement {
      for index in result.indices { result[index].1.text = replacement }
    }
    return result
  }

  private func layer(_ text: LottieText, _ animators: TextAnimators, _ node: LottieNode) -> CALayer?
  {
    let glyphs = TextLines(text: text, source: source).glyphs(animators.tracking, reader, node)
    guard !glyphs.isEmpty else { return nil }
    let holder = TransformChain.holder()
    if animators.isEmpty {
      for layer in styled(text, glyphs) { holder.addSublayer(layer) }
      return holder
    }
    let units = animators.units(glyphs)
    for (index, glyph) in glyphs.enumerated() {
      guard budget.takeLayer() else { break }
      let layers = styled(text, [glyph], animators, units, index)
      guard !layers.isEmpty else { continue }
      let own = TransformChain.holder()
      for layer in layers { own.addSublayer(layer) }
      animators.move(own, glyph, index, units, animator, timeline)
      holder.addSublayer(own)
    }
    return holder
  }

  /// Returns the fill and the stroke of glyphs.
  private func styled(
    _ text: LottieText, _ glyphs: [Glyph], _ animators: TextAnimators? = nil,
    _ units: TextAnimators.Units? = nil, _ index: Int = 0
  ) -> [CALayer] {
    // A glyph that moves by itself has its origin at its place.
    let contours = glyphs.flatMap { glyph in
      let place = animators == nil ? glyph.origin : .zero
      return glyph.outline.transformed(
        by: CGAffineTransform(translationX: place.x, y: place.y)
      ).contours
    }
    guard !contours.isEmpty else { return [] }
    let path = ContourList(contours).path()
    var layers: [CALayer] = []
    if let color = text.color {
      let fill = CAShapeLayer()
      fill.anchorPoint = .zero
      fill.path = path
      fill.fillColor = color.cgColor
      if let animators, let units {
        animators.color("fc", fill, "fillColor", color, index, units, animator, timeline)
      }
      layers.append(fill)
    }
    if let color = text.strokeColor, text.strokeWidth > 0 {
      let stroke = CAShapeLayer()
      stroke.anchorPoint = .zero
      stroke.path = path
      stroke.fillColor = nil
      stroke.strokeColor = color.cgColor
      stroke.lineWidth = text.strokeWidth
      stroke.lineJoin = .round
      if let animators, let units {
        animators.color("sc", stroke, "strokeColor", color, index, units, animator, timeline)
      }
      layers.insert(stroke, at: text.isStrokeAbove ? layers.count : 0)
    }
    return layers
  }
}

/// Lays out the lines of a text.
struct TextLines {
  let text: LottieText
  let source: TextSource

  /// Returns the characters in their places.
  ///
  /// - Parameter spacing: the points added after each character.
  func glyphs(
    _ spacing: Double, _ reader: PropertyReader, _ node: LottieNode
  ) -> [TextBuilder.Glyph] {
    var result: [TextBuilder.Glyph] = []
    let font = source.font(text.font)
    var y = 0.0
    var (word, line) = (0, 0)
    if let box = text.box { y = box.minY.native + font.ascent * text.size }
    for paragraph in text.lines {
      let measured = paragraph.prefix(Limits.characters).map { shape($0, font) }
      for row in rows(measured, spacing) {
        let width =
          row.reduce(0) { $0 + $1.width + self.spacing(spacing) }
          - (row.isEmpty ? 0 : self.spacing(spacing))
        var x = start(width)
        for var glyph in row {
          if glyph.character.isWhitespace { word += 1 }
          glyph.origin = SIMD2(x, y - text.baseline)
          (glyph.word, glyph.line) = (word, line)
          result.append(glyph)
          x += glyph.width + self.spacing(spacing)
        }
        y += text.lineHeight
        line += 1
        word += 1
      }
      guard result.count < Limits.characters else { break }
    }
    if source.hasGlyphs,
      result.contains(where: {
        source.glyph($0.character, font) == nil && !$0.character.isWhitespace
      })
    {
      reader.report.unsupported(.missingGlyphs, at: node)
    }
    return result
  }

  private func spacing(_ more: Double) -> Double { text.tracking / 1000 * text.size + more }

  /// The left end of a line.
  private func start(_ width: Double) -> Double {
    let box = text.box
    switch text.alignment {
    case 1: return (box?.maxX.native ?? 0) - width
    case 2: return (box?.midX.native ?? 0) - width / 2
    default: return box?.minX.native ?? 0
    }
  }

  /// Breaks the characters of a paragraph where they do not fit its box.
  private func rows(_ all: [TextBuilder.Glyph], _ more: Double) -> [[TextBuilder.Glyph]] {
    guard let box = text.box, box.width > 0 else { return [all] }
    var rows: [[TextBuilder.Glyph]] = []
    var row: [TextBuilder.Glyph] = []
    var width = 0.0
    for glyph in all {
      let own = glyph.width + spacing(more)
      if width + glyph.width > box.width, !row.isEmpty, !glyph.character.isWhitespace {
        let space = row.lastIndex { $0.character.isWhitespace }
        let rest = space.map { Array(row[($0 + 1)...]) } ?? []
        rows.append(space.map { Array(row[..<$0]) } ?? row)
        row = rest
        width = row.reduce(0) { $0 + $1.width + spacing(more) }
      }
      row.append(glyph)
      width += own
    }
    return rows + [row]
  }

  /// Returns the outline and the width of a character.
  private func shape(_ character: Character, _ font: TextSource.Font) -> TextBuilder.Glyph {
    var glyph = TextBuilder.Glyph(
      outline: ContourList([]), origin: .zero, width: 0, character: character, word: 0, line: 0)
    if let node = source.glyph(character, font) {
      // Glyphs are drawn at a size of 100.
      let scale = text.size / 100
      glyph.width = node.number("w", 0) * scale
      glyph.outline = source.outline(of: node).transformed(
        by: CGAffineTransform(scaleX: scale, y: scale))
      return glyph
    }
    let outline = GlyphOutline.of(String(character), font: font.systemName, size: text.size)
    glyph.width = outline.width.native
    glyph.outline = ContourList(outline.path)
    return glyph
  }
}
