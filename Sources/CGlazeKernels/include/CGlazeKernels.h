// The shaders' arithmetic on runs of pixels of one row, eight pixels at a time.
//
// The same text is compiled for the processor's baseline and for AVX2. There is no fused
// multiplication and no approximate instruction in either, so that both give the same bits, on every
// machine. Pixels are premultiplied RGBA, red in the lowest byte of a 32-bit word.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CGlazeShaders.h"

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

/// An outline in a plane: of a box, of the inside of its border, or of a clip.
typedef struct GlazeOutline {
  float halfX, halfY;
  float hardness[4];  // added to the distances from min x, max x, min y, max y
  float corner[4];
  float exponent;
  bool isRounded;
  bool isUniform;     // all corners are alike
  bool isClip;        // hard edges are decided at the pixel's centre, not by a polygon
} GlazeOutline;

/// A RoundedBox with what is the same for all of its pixels.
typedef struct GlazeShape {
  vec4 rowX, rowY, rowW;                // as in RoundedBox
  float inverse;                        // the rest: where the plane is affine
  float rightX, downX, rightY, downY;   // change of position per pixel
  float scaleX, scaleY;                 // pixels per unit, across edges of constant x, constant y
  bool isAffine;
  GlazeOutline outline;
} GlazeShape;

/// A BoxInstance, prepared.
typedef struct GlazeBox {
  GlazeShape shape;
  GlazeOutline inset;
  vec4 fill, border;
  float opacity;
  bool isBordered;
} GlazeBox;

/// An ImageInstance, prepared.
typedef struct GlazeImage {
  GlazeShape shape;
  const GlazeTexture *texture;
  vec4 mapping, clamping, color;
  float texelsX, texelsY;  // texels per unit of the plane
  float bias;
  float level;             // where the plane is affine
  bool isPlain;            // the colour is white
} GlazeImage;

/// Prepares a box or a clip; `isGeneral`: without the short cut for affine planes.
void glaze_prepare_shape(GlazeShape *shape, const RoundedBox *box, bool isClip, bool isGeneral);
void glaze_prepare_box(GlazeBox *box, const BoxInstance *instance, bool isGeneral);
void glaze_prepare_image(GlazeImage *image, const ImageInstance *instance,
                         const GlazeTexture *texture, bool isGeneral);

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
  const GlazeShape *shapes;
  int32_t count;
} GlazeClips;

/// The functions for one kind of processor.
typedef struct GlazeKernels {
  /// Blends one colour over the run.
  void (*fill)(const GlazeRun *run, const GlazeSource *source);
  /// Blends premultiplied pixels over the run; the first of them lies at `run->start`.
  void (*over)(const GlazeRun *run, const uint32_t *pixels);
  /// box.frag.
  void (*box)(const GlazeRun *run, const GlazeBox *box, GlazeClips clips);
  /// image.frag; where `isCovered`, the box's own coverage is known to be 1.
  void (*image)(const GlazeRun *run, const GlazeImage *image, GlazeClips clips, bool isCovered);
  /// composite.frag; the first of the pixels lies at `run->start`.
  void (*composite)(const GlazeRun *run, const uint32_t *pixels, float opacity, GlazeClips clips);
} GlazeKernels;

/// The functions for this processor, or, on demand, those that every processor can run.
const GlazeKernels *glaze_kernels(bool baseline);

/// The colour that fills a run whose coverage is 1.
GlazeSource glaze_source(vec4 color, float opacity);

/// The pixel that an opaque source leaves, whatever was there.
uint32_t glaze_source_pixel(GlazeSource source);
