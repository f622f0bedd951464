#pragma once
#include <fontconfig/fontconfig.h>
#include <hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

// Swift sees a GObject's classes as unrelated pointers; these are the upcasts, and the constants that
// Swift does not import because they are casts.

/// The font as cairo uses it; NULL when it has none. The font keeps it.
static inline cairo_scaled_font_t *glaze_pango_scaled_font(PangoFont *font) {
  return PANGO_IS_CAIRO_FONT(font) ? pango_cairo_font_get_scaled_font((PangoCairoFont *)font) : NULL;
}

/// A context of the calling thread's font map.
static inline PangoContext *glaze_pango_context(void) {
  return pango_font_map_create_context(pango_cairo_font_map_get_default());
}

/// A glyph without ink.
static inline PangoGlyph glaze_pango_glyph_empty(void) { return PANGO_GLYPH_EMPTY; }

/// The bit of a glyph that stands for a character which no font has.
static inline PangoGlyph glaze_pango_glyph_unknown_flag(void) { return PANGO_GLYPH_UNKNOWN_FLAG; }
