import CCairo
import CPango
import Foundation
import GlazeDrawing
import GlazeGeometry

/// Draws laid-out text: glyphs, the backgrounds behind them, and lines under and through them.
struct TextPainter {
  let frame: TextFrame
  /// Draws in the text's points, y down; nil when only outlines are needed.
  let brush: TextBrush?

  func paint() {
    for line in frame.lines { paint(line) }
  }

  func paint(_ line: TextFrame.Line) {
    forEachRun(of: line) { run, style, x in
      if let style { paint(run, style, from: x, width: TextMeasure.points(run.width), line) }
    }
  }

  /// Returns the outlines of a line's glyphs, in the text's points.
  func outline(of line: TextFrame.Line) -> CGPath {
    let path = CGMutablePath()
    forEachRun(of: line) { run, _, x in
      guard let font = run.item.pointee.analysis.font else { return }
      let baseline = line.baseline - TextMeasure.points(run.yOffset)
      GlyphRun(font, run, x: x, baseline: baseline, brush: brush)?.addOutline(to: path)
    }
    return path
  }

  private func forEachRun(
    of line: TextFrame.Line, _ body: (PangoRuns.Run, TextStyle?, CGFloat) -> Void
  ) {
    var x = line.x
    PangoRuns.forEach(in: line.pointer) { run in
      x += TextMeasure.points(run.startOffset)
      let style = run.styleNumber.flatMap { number in
        frame.styles.indices.contains(number) ? frame.styles[number] : nil
      }
      body(run, style, x)
      x += TextMeasure.points(run.width) + TextMeasure.points(run.endOffset)
    }
  }

  private func paint(
    _ run: PangoRuns.Run, _ style: TextStyle, from x: CGFloat, width: CGFloat,
    _ line: TextFrame.Line
  ) {
    guard let brush, let font = run.item.pointee.analysis.font else { return }
    if let color = style.backgroundColor {
      let box = CGRect(
        x: x, y: line.baseline - line.metrics.ascent, width: width, height: line.metrics.height)
      brush.fill([box], color)
    }
    let decorations = Decorations(font)
    for bar in decorations.underlines(style.underline) {
      let box = CGRect(x: x, y: line.baseline + bar.top, width: width, height: bar.height)
      brush.fill([box], style.underlineColor ?? style.color)
    }
    let baseline = line.baseline - TextMeasure.points(run.yOffset)
    GlyphRun(font, run, x: x, baseline: baseline, brush: brush)?.paint(style)
    for bar in decorations.strikes(style.strikethrough) {
      let box = CGRect(x: x, y: baseline + bar.top, width: width, height: bar.height)
      brush.fill([box], style.strikethroughColor ?? style.color)
    }
  }
}

/// The font's positions of lines under and through its glyphs, as distances down from the baseline.
private struct Decorations {
  struct Bar {
    let top: CGFloat
    let height: CGFloat
  }

  private var underline = Bar(top: 0, height: 0)
  private var strike = Bar(top: 0, height: 0)

  init(_ font: UnsafeMutablePointer<PangoFont>) {
    guard let metrics = pango_font_get_metrics(font, nil) else { return }
    defer { pango_font_metrics_unref(metrics) }
    underline = Bar(
      top: -TextMeasure.points(pango_font_metrics_get_underline_position(metrics)),
      height: TextMeasure.points(pango_font_metrics_get_underline_thickness(metrics)))
    strike = Bar(
      top: -TextMeasure.points(pango_font_metrics_get_strikethrough_position(metrics)),
      height: TextMeasure.points(pango_font_metrics_get_strikethrough_thickness(metrics)))
  }

  func underlines(_ style: NSUnderlineStyle) -> [Bar] { bars(underline, style) }

  func strikes(_ style: NSUnderlineStyle) -> [Bar] { bars(strike, style) }

  private func bars(_ bar: Bar, _ style: NSUnderlineStyle) -> [Bar] {
    if style.contains(.double) {
      return [bar, Bar(top: bar.top + 2 * bar.height, height: bar.height)]
    }
    if style.contains(.thick) { return [Bar(top: bar.top, height: 2 * bar.height)] }
    return style.contains(.single) ? [bar] : []
  }
}

/// Consecutive glyphs of one font.
private struct GlyphRun {
  private let font: UnsafeMutablePointer<PangoFont>
  private let scaled: OpaquePointer
  private let brush: TextBrush?
  private var glyphs: [cairo_glyph_t] = []
  /// The boxes for characters that no font has.
  private var unknown: [CGRect] = []

  init?(
    _ font: UnsafeMutablePointer<PangoFont>, _ run: PangoRuns.Run, x: CGFloat,
    baseline: CGFloat, brush: TextBrush?
  ) {
    guard let scaled = glaze_pango_scaled_font(font) else { return nil }
    self.font = font
    self.scaled = scaled
    self.brush = brush
    var x = x
    for i in 0..<Int(max(run.glyphs.pointee.num_glyphs, 0)) {
      let info = run.glyphs.pointee.glyphs[i]
      let advance = TextMeasure.points(run.advance(i))
      let point = CGPoint(
        x: x + TextMeasure.points(info.geometry.x_offset),
        y: baseline + TextMeasure.points(info.geometry.y_offset))
      add(info.glyph, at: point, advance: advance)
      x += advance
    }
  }

  private mutating func add(_ glyph: PangoGlyph, at point: CGPoint, advance: CGFloat) {
    if glyph == glaze_pango_glyph_empty() { return }
    if glyph & glaze_pango_glyph_unknown_flag() != 0 {
      let height = advance
      unknown.append(CGRect(x: point.x, y: point.y - height, width: advance, height: height))
      return
    }
    let place = brush.map { $0.quantizesGlyphs ? quantized(point, $0) : point } ?? point
    glyphs.append(cairo_glyph_t(index: UInt(glyph), x: place.x.native, y: place.y.native))
  }

  /// Returns the nearest position at a quarter of a pixel along the line.
  private func quantized(_ point: CGPoint, _ brush: TextBrush) -> CGPoint {
    let m = brush.toRaster
    guard let inverse = m.inverse else { return point }
    var pixel = point.applying(m)
    if m.b == 0 { pixel.x = (pixel.x * 4).rounded() / 4 }
    if m.a == 0 { pixel.y = (pixel.y * 4).rounded() / 4 }
    return pixel.applying(inverse)
  }

  func paint(_ style: TextStyle) {
    guard let brush else { return }
    for box in unknown { paintUnknown(box, style.color) }
    guard !glyphs.isEmpty else { return }
    let glyphs = Glyphs(glyphs, font: scaled, haveColors: hasColors)
    if style.strokeWidth <= 0 { brush.fill(glyphs, style.color) }
    if style.strokeWidth != 0 {
      let width = abs(style.strokeWidth) / 100 * style.fontSize
      brush.stroke(glyphs, style.strokeColor ?? style.color, width: width)
    }
  }

  /// Adds the outlines to a path.
  func addOutline(to path: CGMutablePath) {
    for box in unknown { path.addRect(box) }
    guard !glyphs.isEmpty else { return }
    path.addPath(CGPath(elements: Glyphs(glyphs, font: scaled, haveColors: false).outline))
  }

  private var hasColors: Bool {
    guard let font = pango_font_get_hb_font(font), let face = hb_font_get_face(font) else {
      return false
    }
    return hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
  }

  /// Draws the frame that represents a character without a glyph.
  private func paintUnknown(_ box: CGRect, _ color: CGColor) {
    let frame = box.insetBy(dx: box.width / 8, dy: box.height / 8)
    let line = max(box.width / 16, 0.5)
    guard frame.width > 2 * line, frame.height > 2 * line else { return }
    brush?.fill([frame, frame.insetBy(dx: line, dy: line)], color)
  }
}
