import CPango
import Foundation
import GlazeGeometry

/// One paragraph as a Pango layout.
final class ParagraphLayout {
  let style: ParagraphStyle
  private let pointer: OpaquePointer
  /// A context of this paragraph alone, since a change of a context lays out all its layouts again.
  private let context: OpaquePointer
  private let box: TextLayout
  private let emptyMetrics: LineMetrics

  /// - Parameter firstStyle: the number of the first run's style. Pango passes it on as the run's
  ///   foreground color, the only attribute that neither splits text that is shaped together nor
  ///   gets lost in an ellipsis.
  init?(_ paragraph: Paragraph, in box: TextLayout, firstStyle: Int) {
    guard let context = TextMeasure.makeContext() else { return nil }
    guard let layout = pango_layout_new(context) else {
      g_object_unref(UnsafeMutableRawPointer(context))
      return nil
    }
    self.context = context
    pointer = layout
    style = paragraph.style
    self.box = box
    let base = paragraph.runs.first?.style ?? paragraph.endStyle
    emptyMetrics = TextMeasure.metrics(of: base.fontName, size: base.fontSize)
    setText(paragraph.runs, firstStyle: firstStyle)
    setDirection()
    setShape()
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  private func setText(_ runs: [TextRun], firstStyle: Int) {
    guard let attributes = pango_attr_list_new() else { return }
    var text = ""
    for (i, run) in runs.enumerated() {
      let start = UInt32(clamping: text.utf8.count)
      // Pango's text ends at a zero.
      text += run.text.utf8.contains(0) ? run.text.replacing("\0", with: "\u{200B}") : run.text
      let end = UInt32(clamping: text.utf8.count)
      for attribute in run.style.attributes(number: firstStyle + i) {
        attribute.pointee.start_index = start
        attribute.pointee.end_index = end
        pango_attr_list_insert(attributes, attribute)
      }
    }
    if let hyphens = pango_attr_insert_hyphens_new(0) {
      pango_attr_list_insert(attributes, hyphens)
    }
    pango_layout_set_text(pointer, text, Int32(clamping: text.utf8.count))
    pango_layout_set_attributes(pointer, attributes)
    pango_attr_list_unref(attributes)
  }

  private func setDirection() {
    let isNatural = style.writingDirection == .natural
    pango_context_set_base_dir(
      context, style.writingDirection == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_layout_context_changed(pointer)
    pango_layout_set_auto_dir(pointer, isNatural ? 1 : 0)
  }

  private func setShape() {
    pango_layout_set_single_paragraph_mode(pointer, 1)
    if box.isWrapped {
      pango_layout_set_width(pointer, TextMeasure.units(max(right - least, 0)))
      pango_layout_set_indent(pointer, TextMeasure.units(firstLead - style.headIndent))
      pango_layout_set_wrap(
        pointer,
        style.lineBreakMode == .byCharWrapping ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
      pango_layout_set_justify(pointer, alignment == .justified ? 1 : 0)
    } else if box.truncation != .none {
      pango_layout_set_width(pointer, TextMeasure.units(max(right - firstLead, 0)))
      pango_layout_set_ellipsize(pointer, box.truncation.pango)
    }
  }

  /// Limits the layout to `count` lines, and replaces the rest with an ellipsis.
  func truncate(to count: Int, _ truncation: TextLayout.Truncation) {
    pango_layout_set_ellipsize(pointer, truncation.pango)
    pango_layout_set_height(pointer, -Int32(clamping: count))
  }

  var lines: [UnsafeMutablePointer<PangoLayoutLine>] {
    var result: [UnsafeMutablePointer<PangoLayoutLine>] = []
    var node = pango_layout_get_lines_readonly(pointer)
    while let current = node {
      if let data = current.pointee.data {
        result.append(data.assumingMemoryBound(to: PangoLayoutLine.self))
      }
      node = current.pointee.next
    }
    return result
  }

  // MARK: Horizontal

  private var alignment: NSTextAlignment {
    style.alignment == .natural ? box.alignment : style.alignment
  }

  private var firstLead: CGFloat { style.firstLineIndent }
  private var least: CGFloat { min(firstLead, style.headIndent) }

  /// The end of lines, from the leading edge.
  private var right: CGFloat {
    style.tailIndent > 0 ? style.tailIndent : box.size.width + style.tailIndent
  }

  /// The distance of a line from the leading edge.
  func lead(_ index: Int) -> CGFloat { index == 0 ? firstLead : style.headIndent }

  /// Returns the left end and the width of a line.
  func extent(
    of line: UnsafeMutablePointer<PangoLayoutLine>, index: Int
  ) -> (x: CGFloat, width: CGFloat) {
    var units: Int32 = 0
    PangoRuns.forEach(in: line) { units = units &+ $0.width &+ $0.startOffset &+ $0.endOffset }
    let width = TextMeasure.points(units)
    let isRTL = pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    let rest = right - lead(index) - width
    let leading: CGFloat = isRTL ? box.size.width - right : lead(index)
    switch alignment {
    case .left: return (leading, width)
    case .right: return (leading + rest, width)
    case .center: return (leading + rest / 2, width)
    case .natural, .justified: return (isRTL ? leading + rest : leading, width)
    }
  }

  // MARK: Vertical

  /// Returns the height of a line from its fonts.
  func metrics(of line: UnsafeMutablePointer<PangoLayoutLine>) -> LineMetrics {
    var result: LineMetrics?
    PangoRuns.forEach(in: line) { run in
      guard let font = run.item.pointee.analysis.font else { return }
      let own = TextMeasure.metrics(of: font)
      let rise = TextMeasure.points(run.yOffset)
      if result == nil {
        result = LineMetrics(
          ascent: own.ascent + rise, descent: own.descent - rise, leading: own.leading)
      } else {
        result?.include(own, raisedBy: rise)
      }
    }
    var metrics = result ?? emptyMetrics
    metrics.apply(style)
    return metrics
  }
}

extension TextLayout.Truncation {
  fileprivate var pango: PangoEllipsizeMode {
    switch self {
    case .none: PANGO_ELLIPSIZE_NONE
    case .start: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .end: PANGO_ELLIPSIZE_END
    }
  }
}

extension TextStyle {
  /// Returns Pango's attributes of this style.
  fileprivate func attributes(number: Int) -> [UnsafeMutablePointer<PangoAttribute>] {
    var result: [UnsafeMutablePointer<PangoAttribute>?] = []
    if let description = TextMeasure.description(of: fontName, size: fontSize) {
      result.append(pango_attr_font_desc_new(description))
      pango_font_description_free(description)
    }
    let high = UInt16(truncatingIfNeeded: number >> 16)
    result.append(pango_attr_foreground_new(high, UInt16(truncatingIfNeeded: number), 0))
    if kern != 0 { result.append(pango_attr_letter_spacing_new(TextMeasure.units(kern))) }
    if baselineOffset != 0 {
      result.append(pango_attr_rise_new(TextMeasure.units(baselineOffset)))
    }
    var features: [String] = []
    if !usesFontKerning { features.append("kern=0") }
    if !usesLigatures { features += ["liga=0", "clig=0"] }
    if !features.isEmpty {
      result.append(pango_attr_font_features_new(features.joined(separator: ",")))
    }
    return result.compactMap(\.self)
  }
}

/// The runs of a line from left to right.
enum PangoRuns {
  struct Run {
    let item: UnsafeMutablePointer<PangoItem>
    let glyphs: UnsafeMutablePointer<PangoGlyphString>
    /// The distance that the run is raised by, in Pango's units.
    let yOffset: Int32
    let startOffset: Int32
    let endOffset: Int32

    /// The width of all glyphs, in Pango's units.
    var width: Int32 {
      (0..<Int(max(glyphs.pointee.num_glyphs, 0))).reduce(0) { $0 &+ advance($1) }
    }

    /// Returns the width of a glyph, in Pango's units.
    ///
    /// Pango widens an ellipsis until the line is full; this method returns the width of its glyph.
    func advance(_ index: Int) -> Int32 {
      let info = glyphs.pointee.glyphs[index]
      let isEllipsis = item.pointee.analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0
      guard isEllipsis, let font = item.pointee.analysis.font else { return info.geometry.width }
      var logical = PangoRectangle()
      pango_font_get_glyph_extents(font, info.glyph, nil, &logical)
      return logical.width
    }

    /// The number of the run's style.
    var styleNumber: Int? {
      var node = item.pointee.analysis.extra_attrs
      while let current = node {
        if let data = current.pointee.data {
          let attribute = data.assumingMemoryBound(to: PangoAttribute.self)
          if attribute.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND {
            let color = data.assumingMemoryBound(to: PangoAttrColor.self).pointee.color
            return Int(color.red) << 16 | Int(color.green)
          }
        }
        node = current.pointee.next
      }
      return nil
    }
  }

  static func forEach(
    in line: UnsafeMutablePointer<PangoLayoutLine>, _ body: (Run) -> Void
  ) {
    var node = line.pointee.runs
    while let current = node {
      if let data = current.pointee.data {
        let run = data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        if let item = run.item, let glyphs = run.glyphs {
          body(
            Run(
              item: item, glyphs: glyphs, yOffset: run.y_offset,
              startOffset: run.start_x_offset, endOffset: run.end_x_offset))
        }
      }
      node = current.pointee.next
    }
  }
}
