// The shaders' arithmetic on runs of pixels of one row, eight pixels at a time.
//
// The same text is compiled for the processor's baseline and for AVX2. There is no fused
// multiplication and no approximate instruction in either, so that both give the same bits, on every
// machine. Pixels are premultiplied RGBA, red in the lowest byte of a 32-bit word.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../Shaders/Layout.h"

/// One colour, ready to be blended.
typedef struct GlazeSource {
  uint32_t redBlue;     // 8.8 fixed point, two to a word, with the half that rounding needs
  uint32_t greenAlpha;
  uint32_t keep;        // what remains of the backdrop, of 65535, twice
} GlazeSource;

/// One size of a texture.
typedef struct GlazeLevel {
  const uint32_t *pixels;
  int32_t width;
  int32_t height;
} GlazeLevel;

/// How texels become pixels; the order of `TextureFilter`.
enum { GlazeNearest = 0, GlazeLinear = 1, GlazeTrilinear = 2 };

/// A picture with the way that it is sampled.
typedef struct GlazeTexture {
  const GlazeLevel *levels;
  int32_t levelCount;
  int32_t minification;
  int32_t magnification;
} GlazeTexture;

/// A run of pixels to draw into.
typedef struct GlazeRun {
  uint32_t *row;   // pixel 0 of the row
  int32_t width;   // pixels in the row: nothing behind it is touched
  int32_t start;
  int32_t end;
  float y;         // of the pixels' centres
  bool isGeneral;  // take no short cut; for tests: the picture must be the same
} GlazeRun;

/// The clips of an instance.
typedef struct GlazeClips {
  const RoundedBox *boxes;
  int32_t count;
} GlazeClips;

/// The functions for one kind of processor.
typedef struct GlazeKernels {
  /// Blends one colour over the run.
  void (*fill)(const GlazeRun *run, const GlazeSource *source);
  /// Blends premultiplied pixels over the run; the first of them lies at `run->start`.
  void (*over)(const GlazeRun *run, const uint32_t *pixels);
  /// box.frag.
  void (*box)(const GlazeRun *run, const BoxInstance *box, GlazeClips clips);
  /// image.frag; where `isCovered`, the box's own coverage is known to be 1.
  void (*image)(const GlazeRun *run, const ImageInstance *image, const GlazeTexture *texture,
                GlazeClips clips, bool isCovered);
  /// composite.frag; the first of the pixels lies at `run->start`.
  void (*composite)(const GlazeRun *run, const uint32_t *pixels, float opacity, GlazeClips clips);
} GlazeKernels;

/// The functions for this processor, or, on demand, those that every processor can run.
const GlazeKernels *glaze_kernels(bool baseline);

/// The colour that fills a run whose coverage is 1.
GlazeSource glaze_source(vec4 color);

/// The pixel that an opaque source leaves, whatever was there.
uint32_t glaze_source_pixel(GlazeSource source);
