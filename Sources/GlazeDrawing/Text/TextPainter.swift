import CCairo
import CPango
import Foundation
import GlazeGeometry

/// Fills the glyphs of laid-out text.
///
/// Glyphs are filled as outlines, not as cached pictures: they then lie at any fraction of a pixel,
/// and no setting of fontconfig for smoothing reaches them. Glyphs with colours of their own are
/// shown as their font draws them, at whole pixels.
struct TextPainter {
  let frame: TextFrame
  /// From the text's points, y down, to raster space.
  let toRaster: CGAffineTransform
  let alpha: CGFloat
  let quantizesGlyphs: Bool

  func paint(_ brush: Brush) {
    guard toRaster.inverse != nil else { return }
    for line in frame.lines { paint(line, brush) }
  }

  private func paint(_ line: TextFrame.Line, _ brush: Brush) {
    var x = line.x
    PangoRuns.forEach(in: line.pointer) { run in
      x += TextMeasure.points(run.startOffset)
      let style = run.styleNumber.flatMap { number in
        frame.styles.indices.contains(number) ? frame.styles[number] : nil
      }
      let width = TextMeasure.points(run.width)
      if let style { paint(run, style, from: x, width: width, line, brush) }
      x += width + TextMeasure.points(run.endOffset)
    }
  }

  private func paint(
    _ run: PangoRuns.Run, _ style: TextStyle, from x: CGFloat, width: CGFloat,
    _ line: TextFrame.Line, _ brush: Brush
  ) {
    guard let font = run.item.pointee.analysis.font else { return }
    if let color = style.backgroundColor {
      let box = CGRect(
        x: x, y: line.baseline - line.metrics.ascent, width: width, height: line.metrics.height)
      fill(box, color, brush)
    }
    let decorations = Decorations(font)
    for bar in decorations.underlines(style.underline) {
      let box = CGRect(x: x, y: line.baseline + bar.top, width: width, height: bar.height)
      fill(box, style.underlineColor ?? style.color, brush)
    }
    let baseline = line.baseline - TextMeasure.points(run.yOffset)
    GlyphRun(font, run, x: x, baseline: baseline, painter: self)?
      .paint(style.color, brush)
    for bar in decorations.strikes(style.strikethrough) {
      let box = CGRect(x: x, y: baseline + bar.top, width: width, height: bar.height)
      fill(box, style.strikethroughColor ?? style.color, brush)
    }
  }

  func fill(_ rect: CGRect, _ color: CGColor, _ brush: Brush) {
    var elements = PathElements()
    elements.addRect(rect, toRaster)
    brush.setColor(color, alpha: alpha)
    brush.fill(elements, rule: .winding)
  }
}

/// Where a font wants lines under and through its glyphs; distances down from the baseline.
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

/// The glyphs of one font in a row.
private struct GlyphRun {
  /// Outlines are taken at most this large, in pixels, and enlarged from there: the sizes that
  /// FreeType scales to have limits.
  private static let largestOutline: Double = 1000

  private let font: UnsafeMutablePointer<PangoFont>
  private let scaled: OpaquePointer
  private let painter: TextPainter
  private var glyphs: [cairo_glyph_t] = []
  /// Boxes for characters that no font has.
  private var unknown: [CGRect] = []

  init?(
    _ font: UnsafeMutablePointer<PangoFont>, _ run: PangoRuns.Run, x: CGFloat,
    baseline: CGFloat, painter: TextPainter
  ) {
    guard let scaled = glaze_pango_scaled_font(font) else { return nil }
    self.font = font
    self.scaled = scaled
    self.painter = painter
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
    let place = painter.quantizesGlyphs ? quantized(point) : point
    glyphs.append(cairo_glyph_t(index: UInt(glyph), x: place.x.native, y: place.y.native))
  }

  /// The nearest place at a quarter of a pixel along the line.
  private func quantized(_ point: CGPoint) -> CGPoint {
    let m = painter.toRaster
    guard let inverse = m.inverse else { return point }
    var pixel = point.applying(m)
    if m.b == 0 { pixel.x = (pixel.x * 4).rounded() / 4 }
    if m.a == 0 { pixel.y = (pixel.y * 4).rounded() / 4 }
    return pixel.applying(inverse)
  }

  func paint(_ color: CGColor, _ brush: Brush) {
    for box in unknown { paintUnknown(box, color, brush) }
    guard !glyphs.isEmpty else { return }
    var fontMatrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(scaled, &fontMatrix)
    let m = painter.toRaster
    let enlargement: Double = max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d)).native
    let size: Double = max(abs(fontMatrix.xx), abs(fontMatrix.yy)) * enlargement
    // Too small to leave a trace; FreeType refuses such sizes.
    guard size > 0.02 else { return }
    brush.setColor(color, alpha: painter.alpha)
    if hasColors && size <= Self.largestOutline {
      showColored(&fontMatrix, brush)
    } else if size <= Self.largestOutline {
      var matrix = m.cairo
      cairo_set_matrix(brush.cr, &matrix)
      outline(on: brush.cr, &fontMatrix)
      cairo_identity_matrix(brush.cr)
      fillOutline(brush)
    } else {
      fillEnlarged(&fontMatrix, by: Self.largestOutline / size * enlargement, brush)
    }
  }

  private func outline(on cr: OpaquePointer, _ fontMatrix: inout cairo_matrix_t) {
    select(on: cr, &fontMatrix)
    cairo_new_path(cr)
    cairo_glyph_path(cr, glyphs, Int32(clamping: glyphs.count))
  }

  private func fillOutline(_ brush: Brush) {
    cairo_set_fill_rule(brush.cr, CAIRO_FILL_RULE_WINDING)
    cairo_fill(brush.cr)
  }

  /// Takes the outlines at a smaller scale and enlarges them.
  private func fillEnlarged(
    _ fontMatrix: inout cairo_matrix_t, by scale: Double, _ brush: Brush
  ) {
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    var path: UnsafeMutablePointer<cairo_path_t>?
    Surface(region: region, format: CAIRO_FORMAT_A8, order: .rgba)?.draw { cr in
      cairo_scale(cr, scale, scale)
      outline(on: cr, &fontMatrix)
      path = cairo_copy_path(cr)
    }
    guard let path else { return }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS else { return }
    var matrix = painter.toRaster.cairo
    cairo_new_path(brush.cr)
    cairo_set_matrix(brush.cr, &matrix)
    cairo_append_path(brush.cr, path)
    cairo_identity_matrix(brush.cr)
    fillOutline(brush)
  }

  /// Makes the font the cairo context's own, scaled by its matrix.
  private func select(on cr: OpaquePointer, _ fontMatrix: inout cairo_matrix_t) {
    let options = cairo_font_options_create()
    cairo_scaled_font_get_font_options(scaled, options)
    TextMeasure.setOptions(options)
    cairo_set_font_face(cr, cairo_scaled_font_get_font_face(scaled))
    cairo_set_font_matrix(cr, &fontMatrix)
    cairo_set_font_options(cr, options)
    cairo_font_options_destroy(options)
  }

  private var hasColors: Bool {
    guard let font = pango_font_get_hb_font(font), let face = hb_font_get_face(font) else {
      return false
    }
    return hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
  }

  /// Shows glyphs that bring their colours, which are cairo's BGRA whatever the bitmap's order is.
  private func showColored(_ fontMatrix: inout cairo_matrix_t, _ brush: Brush) {
    var matrix = painter.toRaster.cairo
    func show(_ cr: OpaquePointer) {
      cairo_set_matrix(cr, &matrix)
      select(on: cr, &fontMatrix)
      cairo_show_glyphs(cr, glyphs, Int32(clamping: glyphs.count))
      cairo_identity_matrix(cr)
    }
    var extents = (left: 0.0, top: 0.0, right: 0.0, bottom: 0.0)
    cairo_clip_extents(
      brush.cr, &extents.left, &extents.top, &extents.right, &extents.bottom)
    let clip = CGRect(
      x: extents.left, y: extents.top, width: extents.right - extents.left,
      height: extents.bottom - extents.top)
    let region = PixelRect(touchedBy: clip, in: brush.surface.region)
    guard let shown = Surface(region: region, order: .bgra) else { return }
    shown.draw { cr in
      cairo_set_source_rgba(cr, 0, 0, 0, 1)
      show(cr)
    }
    if brush.surface.order == .rgba { shown.exchangeRedAndBlue() }
    guard let pattern = cairo_pattern_create_for_surface(shown.pointer) else { return }
    defer { cairo_pattern_destroy(pattern) }
    if brush.pass == .coverage {
      cairo_set_source_rgba(brush.cr, 0, 0, 0, 1)
      cairo_mask(brush.cr, pattern)
    } else {
      brush.paint(pattern, alpha: painter.alpha)
    }
    cairo_set_source_rgb(brush.cr, 0, 0, 0)
  }

  /// Draws the frame that stands for a character without a glyph.
  private func paintUnknown(_ box: CGRect, _ color: CGColor, _ brush: Brush) {
    let frame = box.insetBy(dx: box.width / 8, dy: box.height / 8)
    let line = max(box.width / 16, 0.5)
    guard frame.width > 2 * line, frame.height > 2 * line else { return }
    var elements = PathElements()
    elements.addRect(frame, painter.toRaster)
    elements.addRect(frame.insetBy(dx: line, dy: line), painter.toRaster)
    brush.setColor(color, alpha: painter.alpha)
    brush.fill(elements, rule: .evenOdd)
  }
}

extension Surface {
  /// Turns BGRA into RGBA and back.
  fileprivate func exchangeRedAndBlue() {
    withBytes { bytes in
      for y in 0..<height {
        for i in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
          bytes.swapAt(i, i + 2)
        }
      }
    }
  }
}
