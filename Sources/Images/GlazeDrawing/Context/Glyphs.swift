package import CCairo
import Foundation
package import GlazeGeometry

/// Glyphs of one font with their positions.
///
/// They are filled as outlines, not as cached bitmaps: so they can lie at any fraction of a pixel,
/// and fontconfig's settings for antialiasing do not affect them. Glyphs with their own colors are
/// drawn as their font defines them, at whole pixels.
package struct Glyphs {
  /// The largest size, in pixels, at which outlines are taken; larger ones are enlarged from there,
  /// since the sizes that FreeType scales to have limits.
  private static let largestOutline: Double = 1000

  private let glyphs: [cairo_glyph_t]
  private let font: OpaquePointer
  private let haveColors: Bool

  /// Makes glyphs of a cairo font, which must live until they are drawn.
  package init(_ glyphs: [cairo_glyph_t], font: OpaquePointer, haveColors: Bool) {
    self.glyphs = glyphs
    self.font = font
    self.haveColors = haveColors
  }

  /// Turns off all options that would let outlines depend on the pixels.
  package static func setOptions(_ options: OpaquePointer?) {
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
  }

  func paint(_ toRaster: CGAffineTransform, _ brush: Brush, alpha: CGFloat) {
    var fontMatrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &fontMatrix)
    let m = toRaster
    let enlargement: Double = max(abs(m.a) + abs(m.c), abs(m.b) + abs(m.d)).native
    let size: Double = max(abs(fontMatrix.xx), abs(fontMatrix.yy)) * enlargement
    // Smaller text is invisible, and FreeType refuses such sizes.
    guard size > 0.02 else { return }
    var matrix = m.cairo
    if size > Self.largestOutline {
      fillEnlarged(&fontMatrix, by: Self.largestOutline / size * enlargement, &matrix, brush)
    } else if haveColors {
      showColored(&fontMatrix, &matrix, brush, alpha: alpha)
    } else {
      cairo_set_matrix(brush.cr, &matrix)
      outline(on: brush.cr, &fontMatrix)
      cairo_identity_matrix(brush.cr)
      fillOutline(brush)
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

  /// Fills outlines that are taken at a smaller scale and enlarged.
  private func fillEnlarged(
    _ fontMatrix: inout cairo_matrix_t, by scale: Double, _ matrix: inout cairo_matrix_t,
    _ brush: Brush
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
    cairo_new_path(brush.cr)
    cairo_set_matrix(brush.cr, &matrix)
    cairo_append_path(brush.cr, path)
    cairo_identity_matrix(brush.cr)
    fillOutline(brush)
  }

  /// The outlines in the glyphs' own coordinates; empty for bitmap glyphs.
  package var outline: PathElements {
    var fontMatrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(font, &fontMatrix)
    let size: Double = max(abs(fontMatrix.xx), abs(fontMatrix.yy))
    // Outlines are exact to 1/256 of a pixel, so larger ones are more precise.
    let scale = size > 0 ? Self.largestOutline / size : 1
    let region = PixelRect(x: 0, y: 0, width: 1, height: 1)
    var elements = PathElements()
    Surface(region: region, format: CAIRO_FORMAT_A8, order: .rgba)?.draw { cr in
      cairo_scale(cr, scale, scale)
      outline(on: cr, &fontMatrix)
      guard let path = cairo_copy_path(cr) else { return }
      elements = PathElements(path.pointee)
      cairo_path_destroy(path)
    }
    return elements
  }

  /// Sets the font of the cairo context, scaled by its matrix.
  private func select(on cr: OpaquePointer, _ fontMatrix: inout cairo_matrix_t) {
    let options = cairo_font_options_create()
    cairo_scaled_font_get_font_options(font, options)
    Self.setOptions(options)
    cairo_set_font_face(cr, cairo_scaled_font_get_font_face(font))
    cairo_set_font_matrix(cr, &fontMatrix)
    cairo_set_font_options(cr, options)
    cairo_font_options_destroy(options)
  }

  /// Draws glyphs with their own colors, which cairo returns as BGRA whatever the bitmap's order.
  private func showColored(
    _ fontMatrix: inout cairo_matrix_t, _ matrix: inout cairo_matrix_t, _ brush: Brush,
    alpha: CGFloat
  ) {
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
      cairo_set_matrix(cr, &matrix)
      select(on: cr, &fontMatrix)
      cairo_show_glyphs(cr, glyphs, Int32(clamping: glyphs.count))
      cairo_identity_matrix(cr)
    }
    if brush.surface.order == .rgba { shown.exchangeRedAndBlue() }
    guard let pattern = cairo_pattern_create_for_surface(shown.pointer) else { return }
    defer { cairo_pattern_destroy(pattern) }
    if brush.pass == .coverage {
      cairo_set_source_rgba(brush.cr, 0, 0, 0, 1)
      cairo_mask(brush.cr, pattern)
    } else {
      brush.paint(pattern, alpha: alpha)
    }
    cairo_set_source_rgb(brush.cr, 0, 0, 0)
  }
}

extension Surface {
  /// Converts BGRA to RGBA and back.
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

extension PathElements {
  /// Copies a cairo path; empty for one that failed.
  fileprivate init(_ path: cairo_path_t) {
    self.init()
    guard path.status == CAIRO_STATUS_SUCCESS, let data = path.data else { return }
    var i = 0
    while i < Int(path.num_data) {
      let header = data[i].header
      func point(_ n: Int) -> CGPoint { CGPoint(x: data[i + n].point.x, y: data[i + n].point.y) }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: move(to: point(1))
      case CAIRO_PATH_LINE_TO: line(to: point(1))
      case CAIRO_PATH_CURVE_TO: cubic(to: point(3), control1: point(1), control2: point(2))
      default: close()
      }
      i += max(Int(header.length), 1)
    }
  }
}
