// Colors from extended sRGB to the encoding of a frame, and frames of floating point to their formats.
//
// The results do not depend on the processor: there are no fused multiplications and no approximate
// instructions.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GlazeCurveFirst = 107,   // exponent of the first octave, biased as in a float: 2^-20
  GlazeCurveOctaves = 37,  // up to 2^17
  GlazeCurveSteps = 256,   // in an octave, between which the curve is a line
  GlazeCurveCount = GlazeCurveOctaves * GlazeCurveSteps + 1
};

/// A map of colors: decode, limit each channel, change the primaries, compress what is bright, encode.
///
/// Curves are odd, and lines below 2^-20. A curve of NULL is the identity.
typedef struct GlazeColorMap {
  const float *decode;  // GlazeCurveCount values, at the starts of steps
  float matrix[9];      // rows
  bool changesPrimaries;
  const float *tone;    // from the greatest component of light to what it becomes
  float least;          // of light, in the output's primaries
  float most;
  const float *encode;
} GlazeColorMap;

/// Maps unpremultiplied colors in place: red, green, blue, and alpha, which stays.
void glaze_map_colors(const GlazeColorMap *map, float *rgba, ptrdiff_t count);
/// Maps premultiplied pixels of bytes to bytes.
void glaze_map_bytes(const GlazeColorMap *map, const uint8_t *source, uint8_t *target,
                     ptrdiff_t count);
/// Maps premultiplied pixels of bytes to half floats.
void glaze_map_bytes_to_halves(const GlazeColorMap *map, const uint8_t *source, uint16_t *target,
                               ptrdiff_t count);
/// Maps premultiplied pixels of half floats, which must be finite.
void glaze_map_halves(const GlazeColorMap *map, const uint16_t *source, uint16_t *target,
                      ptrdiff_t count);

/// The formats of frames, in the order of `FramePlan.PixelFormat`.
enum { GlazeUnorm8 = 0, GlazeFloat16 = 1, GlazeUnorm10 = 2, GlazeUnorm16 = 3 };

/// Stores a row of four planes of numbers in a format; a stride lies between the planes.
void glaze_store_planes(const float *planes, ptrdiff_t stride, ptrdiff_t count, int format,
                        void *target);
/// Stores pixels of four numbers each in a format.
void glaze_store_floats(const float *rgba, ptrdiff_t count, int format, void *target);
/// Reads pixels of a format as four numbers each.
void glaze_load_floats(const void *source, ptrdiff_t count, int format, float *rgba);
/// Divides colors by alpha; those of alpha 0 become 0.
void glaze_straighten(float *rgba, ptrdiff_t count);
/// Multiplies colors with alpha.
void glaze_premultiply(float *rgba, ptrdiff_t count);
