#pragma once
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// Swift treats a GObject's classes as unrelated pointers. These are the upcasts, and the constants that Swift
// does not import because they are casts.

/// Returns the font in cairo's type; NULL when it has none.
///
/// The font retains it.
static inline cairo_scaled_font_t *glaze_pango_scaled_font(PangoFont *font) {
  return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font((PangoCairoFont *)font) : NULL;
}

/// Returns a context of the calling thread's font map.
static inline PangoContext *glaze_pango_context(void) {
  return pango_font_map_create_context(pango_cairo_font_map_get_default());
}

/// Returns a glyph without ink.
static inline PangoGlyph glaze_pango_glyph_empty(void) { return PANGO_GLYPH_EMPTY; }

/// Returns the bit that marks a glyph for a character which no font has.
static inline PangoGlyph glaze_pango_glyph_unknown_flag(void) { return PANGO_GLYPH_UNKNOWN_FLAG; }
