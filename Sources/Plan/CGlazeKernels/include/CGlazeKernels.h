// The shaders' arithmetic on runs of pixels of one row, a block of eight or sixteen pixels at a time.
//
// The same text is compiled for the processor's baseline, for AVX2 and for AVX-512. None uses fused multiplication or
// approximate instructions, so that all give the same bits on every machine. Pixels are premultiplied RGBA,
// with red in the lowest byte of a 32-bit word.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CGlazeShaders.h"
#include "colormap.h"

/// One color, ready to be blended.
typedef struct GlazeSource {
  uint32_t redBlue;     // 8.8 fixed point, two to a word; even
  uint32_t greenAlpha;
  uint32_t keep;        // the remaining part of the backdrop, of 65535, twice
  bool isInRange;       // all components are in 0...1, so that a part of the color may be blended in integers
  vec4 color;           // the same color, for floating-point targets
} GlazeSource;

/// A target: either in bytes, rows tightly packed, or in floating point.
///
/// In floating point, each row consists of four planes, red, green, blue and alpha, of `stride` numbers, or of
/// one plane for alpha alone. A stride is at least seven more than the width, so that eight numbers can be stored
/// at any pixel.
typedef struct GlazeSurface {
  uint32_t *pixels;
  float *planes;
  int32_t width;
  int32_t height;
  int32_t stride;
  int32_t planeCount;
} GlazeSurface;

/// One size of a texture.
typedef struct GlazeLevel {
  const uint32_t *pixels;
  int32_t width;
  int32_t height;
  const float *planes;  // read instead of `pixels` where it is not NULL, as in GlazeSurface
  int32_t stride;
  int32_t planeCount;
} GlazeLevel;

/// How texels are sampled, in the order of `TextureFilter`.
enum { GlazeNearest = 0, GlazeLinear = 1, GlazeTrilinear = 2 };

/// An image with its sampling parameters.
typedef struct GlazeTexture {
  const GlazeLevel *levels;
  int32_t levelCount;
  int32_t minification;
  int32_t magnification;
  bool isTarget;       // linear, with transparent black around it
} GlazeTexture;

/// An outline in a plane: that of a box, of the inside of its border, or of a clip.
typedef struct GlazeOutline {
  float halfX, halfY;
  float hardness[4];  // added to the distances from min x, max x, min y, max y
  float corner[4];
  float exponent;
  bool isRounded;
  bool isUniform;     // all corners are alike
  bool isClip;        // aliased edges are decided at the pixel's center, not by a polygon
  bool isPlain;       // all edges are antialiased, all corners alike, square or circles, and in an affine plane
                      // no pixel reaches from an edge to the opposite one
} GlazeOutline;

/// A RoundedBox with the values that are the same for all of its pixels.
typedef struct GlazeShape {
  vec4 rowX, rowY, rowW;                // as in RoundedBox
  float inverse;                        // this and the rest: where the plane is affine
  float rightX, downX, rightY, downY;   // change of position per pixel
  float scaleX, scaleY;                 // pixels per unit, across edges of constant x, constant y
  bool isAffine;
  GlazeOutline outline;
} GlazeShape;

/// A prepared BoxInstance.
typedef struct GlazeBox {
  GlazeShape shape;
  GlazeOutline inset;
  vec4 fill, border;
  float opacity;
  bool isBordered;
  float hidden;              // the border's share of a color under it, where it is drawn later; else 0
  GlazeSource inside, line;  // what fills runs inside of the border, and in it: the border over the fill
} GlazeBox;

enum {
  /// The number of rows whose parts are found at a time; a multiple of eight.
  GlazeRowChunk = 64,
  /// The shortest solid run that is drawn on its own; a shorter one costs less together with its neighbors.
  GlazeShortestRun = 8
};

/// Parts of consecutive rows, each from a pixel up to but not including another.
typedef struct GlazeRowParts {
  int32_t visibleStart[GlazeRowChunk], visibleEnd[GlazeRowChunk];  // outside of it, coverage is 0
  int32_t fullStart[GlazeRowChunk], fullEnd[GlazeRowChunk];        // coverage is 1
} GlazeRowParts;

/// The parts of one row.
typedef struct GlazeRowPart {
  int32_t visibleStart, visibleEnd, fullStart, fullEnd;
} GlazeRowPart;

static inline GlazeRowPart glaze_row_part(const GlazeRowParts *parts, ptrdiff_t row) {
  return (GlazeRowPart){parts->visibleStart[row], parts->visibleEnd[row], parts->fullStart[row],
                        parts->fullEnd[row]};
}

static inline void glaze_set_row_part(GlazeRowParts *parts, ptrdiff_t row, GlazeRowPart part) {
  parts->visibleStart[row] = part.visibleStart;
  parts->visibleEnd[row] = part.visibleEnd;
  parts->fullStart[row] = part.fullStart;
  parts->fullEnd[row] = part.fullEnd;
}

static inline void glaze_set_row_full(GlazeRowParts *parts, ptrdiff_t row, int32_t start, int32_t end) {
  parts->fullStart[row] = start;
  parts->fullEnd[row] = end;
}

/// The edges of a quadrilateral, and the columns that limit it.
typedef struct GlazeQuad {
  double top[4], bottom[4], x[4], slope[4];  // an edge crosses a row at x + (y - top) * slope
  int32_t left, right;
} GlazeQuad;

/// The parts of each row in which a linear function lies in given ranges.
typedef struct GlazeAxis {
  double fullStart, fullEnd, visibleStart, visibleEnd;
  double slope, start;
  bool isAcross;  // the ranges are those of the positions at y = 0, which move by `slope` from row to row;
                  // else those of the function itself, which is `start` at y = 0
} GlazeAxis;

/// A Contour in an affine plane.
typedef struct GlazeContour {
  GlazeAxis x, y;
  double rightX, downX, startX;  // the position in the plane: right * x + down * y + start
  double rightY, downY, startY;
  double halfX, halfY;
  double corner[4];
  double cornerTop[4], cornerBottom[4];  // the rows that each corner's cell touches
  double reach;                          // half a pixel, and the tolerance, in the plane
  bool isRounded, isCircular;
} GlazeContour;

/// The rows of a box to draw, with the parts of its polygon in the clips, of the box, and of the inside of its
/// border.
typedef struct GlazeBoxRows {
  int32_t row;
  int32_t count;
  const GlazeRowParts *limits, *outer, *inner;
  bool isGeneral;  // disables shortcuts, as in GlazeRun
} GlazeBoxRows;

/// An instance in a pass: the index of the pass's draw, and the index in the array of the draw's kind.
typedef struct GlazeItem {
  int32_t draw;
  int32_t instance;
} GlazeItem;

/// An item with the bands of rows that it touches; it touches none when the last is below the first.
typedef struct GlazeTouch {
  GlazeItem item;
  int32_t firstBand;
  int32_t lastBand;
} GlazeTouch;

/// The bands of rows into which a pass's instances are sorted.
typedef struct GlazeBands {
  int32_t height;
  int32_t shift;          // binary logarithm of the rows of a band
  int32_t offset;         // rows that the first band lacks above the target
} GlazeBands;

/// A prepared ImageInstance.
typedef struct GlazeImage {
  GlazeShape shape;
  const GlazeTexture *texture;
  vec4 mapping, clamping, color;
  float texelsX, texelsY;  // texels per unit of the plane
  float bias;
  float level;             // where the plane is affine
  bool isPlain;            // the texels are unchanged: the color is white
  bool isInRange;          // the color's components are in 0...1
  bool isAlphaOnly;        // a texel's alpha is used for all of its components
  bool isDithered;         // where the texture is a target in floating point
} GlazeImage;

/// A prepared MaskedImageInstance.
typedef struct GlazeMaskedImage {
  GlazeImage image;
  const GlazeTexture *mask;  // NULL for a gradient
  vec4 maskX, maskY;         // as in MaskedImageInstance
  float texelsX, texelsY;    // size of the mask
  float bias;
  float level;               // where the plane is affine
  int32_t kind;
  int32_t rampCount;
  float base;                // alpha of the first stop
  float change[3];           // change to the next stop, from `start` on
  float start[3], scale[3];  // scale: 1 / length
  bool isTwice;
} GlazeMaskedImage;

/// A prepared ParticleInstance.
typedef struct GlazeParticle {
  const GlazeTexture *texture;
  float x, y;              // the center, in pixels
  float slopeU, slopeV;
  vec4 inverse;            // u and v are dot(pixel - middle, xy) and zw, before the division by W
  float wX, wY;            // change of 1 / W per pixel, where it is 1 in the center
  float scaleU, scaleV;    // pixels per unit across the edges, where W is 1 everywhere
  float limitU, limitV;    // the centers of the outermost texels
  vec4 mapping, color;
  float level;
  float minX, minY, maxX, maxY;  // all pixels that are covered have their centers in here
  bool isAffine;
  bool addsUp;             // the color is added to the backdrop
} GlazeParticle;

/// A target that lies under another: texel = pixel - (x, y); transparent outside.
typedef struct GlazeLayer {
  GlazeSurface surface;
  int32_t x;
  int32_t y;
} GlazeLayer;

/// A prepared CompositeInstance.
typedef struct GlazeComposite {
  GlazeLayer source;
  GlazeLayer mask;
  bool isMasked;
  float opacity;
  float excess;            // how far components may exceed 1
  int32_t mode;            // as in BlendMode
} GlazeComposite;

/// A prepared ColorMatrixInstance.
typedef struct GlazeMatrix {
  GlazeLayer source;
  vec4 red, green, blue, alpha, bias;
  float opacity;
  float excess;            // how far components may exceed 1
} GlazeMatrix;

/// A prepared CoverageInstance.
typedef struct GlazeMask {
  const uint8_t *bytes;    // rows tightly packed; 255 is a whole pixel
  int32_t width;
  int32_t height;
  int32_t x;               // the position of its first pixel
  int32_t y;
  vec4 color;
} GlazeMask;

/// A prepared BlurInstance.
typedef struct GlazeBlur {
  GlazeLayer source;
  const float *weights;    // of the center, and of each tap on one side; with both sides they add up to 1
  int32_t taps;            // on either side
  bool isAlphaOnly;        // the target has alpha alone
} GlazeBlur;

/// Components in units of 1/32640, two to a word.
typedef struct GlazeComponents {
  uint32_t redBlue;
  uint32_t greenAlpha;
} GlazeComponents;

/// Premultiplied colors along a segment: begin - way * (slope - way * bend), for a way from 0 to 1. Where the alpha
/// decreases, the way starts at the end, so that no sum leaves 16 bits.
typedef struct GlazeCurve {
  GlazeComponents begin;
  GlazeComponents slope;
  GlazeComponents bend;
} GlazeCurve;

/// A stop of a gradient, with the segment from the one before it.
typedef struct GlazeStop {
  vec4 color;              // unpremultiplied
  vec4 change;             // from the stop before
  GlazeCurve curve;        // from the stop before; of colors that are limited to 0...1
  GlazeComponents solid;   // the color, premultiplied and limited
  bool isReversed;         // the curve begins here
  bool isInRange;          // all components are in 0...1
  float place;
  float start;             // the location of the stop before
  float scale;             // 1 / (place - start)
} GlazeStop;

/// A prepared GradientInstance.
typedef struct GlazeGradient {
  GlazeShape shape;
  vec4 line;
  const GlazeStop *stops;
  int32_t count;
  int32_t kind;
  float opacity;
  float beyond;            // the next number after the first stop's place
  bool isDithered;
  bool isFlat;             // the plane is affine, also where the shortcut for that is disabled
  bool isSorted;           // the stops are in the order of their places
  bool isInRange;          // the same, and all colors are in 0...1
  int32_t ditherX;         // the pattern's pixel on the target's first pixel
  int32_t ditherY;
} GlazeGradient;

/// The appearance of a shadow around a corner; lengths are in standard deviations along x.
typedef struct GlazeShadowLook {
  float corner[4];  // sides of the cells: of the corner, of its neighbors along x and along y, and of
                    // the opposite corner
  float exponent;   // of the corners' curves
  float halfX;      // half the box; infinite where the opposite edge is out of reach
  float halfY;
  float sigmaY;     // standard deviation along y
  bool isGrid;      // the texels lie in rows and columns of the plane
} GlazeShadowLook;

/// A prepared ShadowInstance.
typedef struct GlazeShadow {
  GlazeShape shape;
  vec4 color;
  float sigmaX, sigmaY;
  const float *tables[4];  // of the corners
  float cells[4];          // from here on in standard deviations along x
  float reachX, reachY;    // from the box's center to where the blur begins
  float scale;             // of the plane's units
  float aspect;            // standard deviation along y
  float bulge;
  bool isUniform;          // the corners are alike
  bool isGrid;             // the tables lie in rows and columns of the plane
  bool isDithered;
} GlazeShadow;

/// The distance of a corner's curve from a circle at its middle, in cells.
float glaze_shadow_bulge(float exponent);

/// Prepares a box or a clip; `isGeneral` disables the shortcut for affine planes.
void glaze_prepare_shape(GlazeShape *shape, const RoundedBox *box, bool isClip, bool isGeneral);
void glaze_prepare_box(GlazeBox *box, const BoxInstance *instance, bool isGeneral);
/// - Returns: false when there is nothing to draw.
bool glaze_prepare_particle(GlazeParticle *particle, const ParticleInstance *instance,
                            const GlazeTexture *texture, bool addsUp);
void glaze_prepare_image(GlazeImage *image, const ImageInstance *instance,
                         const GlazeTexture *texture, bool isGeneral);
/// `mask` is NULL for a gradient.
void glaze_prepare_masked_image(GlazeMaskedImage *image, const MaskedImageInstance *instance,
                                const GlazeTexture *texture, const GlazeTexture *mask,
                                bool isGeneral);
void glaze_prepare_gradient(GlazeGradient *gradient, const GradientInstance *instance,
                            const GlazeStop *stops, bool isGeneral);
/// `tables` contains all tables of the plan, one after the other.
void glaze_prepare_shadow(GlazeShadow *shadow, const ShadowInstance *instance, const float *tables,
                          bool isGeneral);

/// Prepares a stop; `before` is the stop before it, or itself.
GlazeStop glaze_stop(const GradientStop *stop, const GradientStop *before);

/// A run of pixels to draw into.
typedef struct GlazeRun {
  uint32_t *row;   // pixel 0 of the row; NULL for a floating-point target
  float *planes;   // the row's red plane for a floating-point target; else NULL
  int32_t stride;  // from plane to plane
  float most;      // the largest number that the target's format holds
  int32_t width;   // pixels in the row: nothing after it is touched
  int32_t start;
  int32_t end;
  float y;         // of the pixels' centers
  bool isGeneral;  // disables shortcuts, for tests: the image must be the same
} GlazeRun;

/// Rows of a target in bytes.
typedef struct GlazeRows {
  uint32_t *pixels;  // of the target's first row
  int32_t width;
  int32_t start;     // rows to draw in
  int32_t end;
} GlazeRows;

/// The clips of an instance.
typedef struct GlazeClips {
  const GlazeShape *shapes;
  int32_t count;
} GlazeClips;

/// The number of pixels that are blurred at a time, and the number of a row's numbers that are copied for it;
/// the last of these keep rows from colliding in the cache.
enum { GlazeBlurBlock = 32, GlazeBlurPadding = 16, GlazeBlurColumns = 128 + GlazeBlurPadding };

/// The most pixels that a kernel computes at a time, of which it may store all into rows of planes.
enum { GlazeMostLanes = 16 };

/// The functions for one kind of processor.
typedef struct GlazeKernels {
  /// Sets pixels to one value.
  void (*clear)(uint32_t *pixels, ptrdiff_t count, uint32_t pixel);
  /// Blends one color over the run.
  void (*fill)(const GlazeRun *run, const GlazeSource *source);
  /// box.frag.
  void (*box)(const GlazeRun *run, const GlazeBox *box, GlazeClips clips);
  /// Finds the pixels of rows whose centers lie in a quadrilateral, as both parts; at most GlazeRowChunk rows.
  void (*quadRows)(const GlazeQuad *quad, int32_t row, int32_t count, GlazeRowParts *parts);
  /// Finds the parts of rows in the visible part of limits, or in their full part. The full part is also in the
  /// limits' full part. The parts may be the limits themselves.
  void (*contourRows)(const GlazeContour *contour, int32_t row, int32_t count, bool isInFull,
                      const GlazeRowParts *limits, GlazeRowParts *parts);
  /// The same for rows; clips are evaluated outside of the full part of the limits.
  void (*boxRows)(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeBox *box,
                  GlazeClips clips);
  /// Finds the bands of rectangles.
  void (*touch)(const GlazeBands *bands, const RectangleInstance *rectangles, int32_t count,
                GlazeItem first, GlazeTouch *touches);
  /// rectangle.frag, for a target of bytes.
  void (*rectangles)(const GlazeRows *rows, const RectangleInstance *rectangles,
                     const GlazeItem *items, ptrdiff_t count);
  /// image.frag, on rows, of which `inner` is not used.
  void (*imageRows)(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeImage *image,
                    GlazeClips clips);
  /// masked_image.frag, as imageRows.
  void (*maskedImageRows)(const GlazeSurface *surface, const GlazeBoxRows *rows,
                          const GlazeMaskedImage *image, GlazeClips clips);
  /// particle.frag, on a number of rows from the run's on.
  void (*particle)(const GlazeRun *run, int32_t rows, const GlazeParticle *particle,
                   GlazeClips clips);
  /// composite.frag.
  void (*composite)(const GlazeRun *run, const GlazeComposite *composite, GlazeClips clips);
  /// color_matrix.frag.
  void (*matrix)(const GlazeRun *run, const GlazeMatrix *matrix, GlazeClips clips);
  /// coverage.frag; the run lies inside of the mask.
  void (*coverage)(const GlazeRun *first, int32_t rows, const GlazeMask *mask, GlazeClips clips);
  /// gradient.frag, as imageRows.
  void (*gradientRows)(const GlazeSurface *surface, const GlazeBoxRows *rows,
                       const GlazeGradient *gradient, GlazeClips clips);
  /// masked_gradient.frag; the run lies inside of the mask, whose color is not used. `isCovered`: the box covers all
  /// pixels.
  void (*maskedGradient)(const GlazeRun *first, int32_t rows, const GlazeMask *mask,
                         const GlazeGradient *gradient, GlazeClips clips, bool isCovered);
  /// shadow.frag.
  void (*shadow)(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips);
  /// Fills a table of SHADOW_TABLE_SIDE rows and columns with the appearance of a shadow.
  void (*shadowTable)(const GlazeShadowLook *look, float *texels);
  /// blur.frag along a row; `scratch` holds 4 * (width + 2 * taps + 2 * GlazeBlurBlock) numbers,
  /// where the width is the run's.
  void (*blurAcross)(const GlazeRun *run, const GlazeBlur *blur, float *scratch);
  /// blur.frag down the columns, for runs in consecutive rows; `scratch` holds
  /// 4 * (count + 2 * taps) * GlazeBlurColumns + 4 * count * GlazeBlurBlock numbers.
  void (*blurDown)(const GlazeRun *runs, int32_t count, const GlazeBlur *blur, float *scratch);
} GlazeKernels;

/// Kinds of processors, from those of which every processor of the architecture is one up to the newest.
typedef enum GlazeProcessor { GlazeBaseline, GlazeAVX2, GlazeAVX512, GlazeNewest = GlazeAVX512 } GlazeProcessor;

/// The functions for this processor, using at most the instructions of a kind; all give the same bits.
const GlazeKernels *glaze_kernels(GlazeProcessor most);

/// The color that fills a run whose coverage is 1.
GlazeSource glaze_source(vec4 color, float opacity);

/// The pixel that results from an opaque source, for any backdrop.
uint32_t glaze_source_pixel(GlazeSource source);
