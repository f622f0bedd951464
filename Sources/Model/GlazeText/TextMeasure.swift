import CCairo
internal import CGlazeLazy
import CPango
import Foundation
import GlazeDrawing
import GlazeGeometry

/// Converts between points and Pango's units, and measures fonts.
enum TextMeasure {
  /// The largest size of a font, in points, for which advances still add up in Pango's 32 bits.
  static let largestFont: Double = 10_000
  private static let smallestFont: Double = 0.1

  /// The missing library that text needs: cairo, which Pango needs too, or Pango.
  static var missingLibrary: MissingLibrary? {
    MissingLibrary(GLAZE_LAZY_CAIRO, for: "Text") ?? MissingLibrary(GLAZE_LAZY_PANGO, for: "Text")
  }

  /// Makes a Pango context of this thread that is independent of the desktop's settings; nil
  /// without Pango.
  static func makeContext() -> OpaquePointer? {
    guard missingLibrary == nil, let context = glaze_pango_context() else { return nil }
    // A point is a pixel, glyphs are placed by their advances, and nothing is hinted.
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    let options = cairo_font_options_create()
    Glyphs.setOptions(options)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    // Otherwise the locale chooses between the faces of Chinese and Japanese.
    pango_context_set_language(context, pango_language_from_string("en"))
    return context
  }

  static func units(_ points: CGFloat) -> Int32 {
    guard points.isFinite else { return points > 0 ? 1 << 30 : 0 }
    let bound: Double = 1_073_741_824
    return Int32(clamping: min(max((points.native * Double(PANGO_SCALE)).rounded(), -bound), bound))
  }

  static func points(_ units: Int32) -> CGFloat { CGFloat(units) / CGFloat(PANGO_SCALE) }

  /// Returns a description that must be freed; nil without Pango.
  static func description(of name: String, size: CGFloat) -> OpaquePointer? {
    guard missingLibrary == nil, let description = pango_font_description_new() else { return nil }
    let face = FontLibrary.face(named: name)
    pango_font_description_set_family(description, face.family)
    pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(face.weight)))
    pango_font_description_set_style(
      description, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_stretch(
      description, PangoStretch(rawValue: UInt32(face.stretch + 4)))
    let bounded = min(max(size.native, smallestFont), largestFont)
    pango_font_description_set_absolute_size(description, bounded * Double(PANGO_SCALE))
    return description
  }

  /// Returns the height of a line in one font, without fallback.
  static func metrics(of name: String, size: CGFloat) -> LineMetrics {
    withFont(name, size: size) { metrics(of: $0) } ?? LineMetrics()
  }

  /// Returns the height of capitals in one font; for a font without that information, that of most
  /// fonts.
  static func capHeight(of name: String, size: CGFloat) -> CGFloat {
    withFont(name, size: size) { font in
      var units: hb_position_t = 0
      guard let shaped = pango_font_get_hb_font(font),
        hb_ot_metrics_get_position(shaped, HB_OT_METRICS_TAG_CAP_HEIGHT, &units) != 0
      else { return size * 0.7 }
      return abs(points(units))
    } ?? 0
  }

  /// Calls `body` with a face at a size; returns nil when there is none.
  private static func withFont<Result>(
    _ name: String, size: CGFloat, _ body: (UnsafeMutablePointer<PangoFont>) -> Result
  ) -> Result? {
    guard size > 0, let context = makeContext() else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    guard let description = description(of: name, size: size) else { return nil }
    defer { pango_font_description_free(description) }
    guard let font = pango_context_load_font(context, description) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(font)) }
    return body(font)
  }

  static func metrics(of font: UnsafeMutablePointer<PangoFont>) -> LineMetrics {
    guard let metrics = pango_font_get_metrics(font, nil) else { return LineMetrics() }
    defer { pango_font_metrics_unref(metrics) }
    let ascent = points(pango_font_metrics_get_ascent(metrics))
    let descent = points(pango_font_metrics_get_descent(metrics))
    let height = points(pango_font_metrics_get_height(metrics))
    return LineMetrics(
      ascent: ascent, descent: descent, leading: max(height - ascent - descent, 0))
  }
}
