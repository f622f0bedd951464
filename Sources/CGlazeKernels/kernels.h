// The kernels themselves. Compiled once for each kind of processor: NAME(x) gives the functions of
// each compilation names of their own.

#include "CGlazeKernels.h"
// Everything that takes vectors is inlined: no calling convention is involved.
#pragma clang diagnostic ignored "-Wpsabi"
#pragma STDC FP_CONTRACT OFF
#include "lanes.h"
#include "coverage.h"
#include "sampling.h"

// Colours of 1.0 in 8.8 fixed point.
#define UNIT 65280.0f

// Colours of eight pixels, ready to be blended; as in GlazeSource.
typedef struct {
  u8 redBlue, greenAlpha, keep;
} Sources;

// Components in units of 1/65280.
INLINE Sources sources_of(f8 red, f8 green, f8 blue, f8 alpha) {
  f8 a = clamp_f(alpha, 0.0f, UNIT);
  u8 r = __builtin_convertvector(truncate_f(clamp_f(red, 0.0f, UNIT) + 128.5f), u8);
  u8 g = __builtin_convertvector(truncate_f(clamp_f(green, 0.0f, UNIT) + 128.5f), u8);
  u8 b = __builtin_convertvector(truncate_f(clamp_f(blue, 0.0f, UNIT) + 128.5f), u8);
  u8 keep = __builtin_convertvector(truncate_f(65535.5f - a * (65535.0f / UNIT)), u8);
  u8 opaque = __builtin_convertvector(truncate_f(a + 128.5f), u8);
  return (Sources){r | (b << 16), g | (opaque << 16), keep | (keep << 16)};
}

// source + backdrop * (1 - alpha), rounded half up. Nothing changes where the source is zero.
INLINE u8 blend(u8 backdrop, Sources s) {
  u8 redBlue = add_saturating(s.redBlue, multiply_high((backdrop << 8) & 0xFF00FF00, s.keep));
  u8 greenAlpha = add_saturating(s.greenAlpha, multiply_high(backdrop & 0xFF00FF00, s.keep));
  return ((redBlue >> 8) & 0x00FF00FF) | (greenAlpha & 0xFF00FF00);
}

// Eight pixels of a row at x, of which those from its width on are not there.
INLINE u8 load_pixels(const uint32_t *row, int x, int width) {
  if (x + 8 <= width) return *(const unaligned_u8 *)(row + x);
  u8 pixels = 0;
  for (int i = 0; x + i < width; i++) pixels[i] = row[x + i];
  return pixels;
}

INLINE void store_pixels(uint32_t *row, int x, int width, u8 pixels) {
  if (x + 8 <= width) {
    *(unaligned_u8 *)(row + x) = pixels;
  } else {
    for (int i = 0; x + i < width; i++) row[x + i] = pixels[i];
  }
}

// Of eight pixels at x, those before the run's end.
INLINE i8 lanes_in(const GlazeRun *run, int x) { return lane_numbers < (i8)(run->end - x); }

INLINE f8 centres_at(int x) { return (float)x + lane_centres; }

INLINE void blend_at(const GlazeRun *run, int x, Sources sources) {
  store_pixels(run->row, x, run->width, blend(load_pixels(run->row, x, run->width), sources));
}

static void NAME(fill)(const GlazeRun *run, const GlazeSource *source) {
  uint32_t *row = run->row;
  int x = run->start, end = run->end;
  Sources s = {(u8)source->redBlue, (u8)source->greenAlpha, (u8)source->keep};
  if (source->keep == 0) {
    u8 pixels = (u8)glaze_source_pixel(*source);
    for (; x + 8 <= end; x += 8) *(unaligned_u8 *)(row + x) = pixels;
    for (; x < end; x++) row[x] = pixels[0];
    return;
  }
  for (; x + 8 <= end; x += 8)
    *(unaligned_u8 *)(row + x) = blend(*(unaligned_u8 *)(row + x), s);
  if (x < end) {
    u8 backdrop = load_pixels(row, x, run->width);
    store_pixels(row, x, run->width, select_u(lanes_in(run, x), blend(backdrop, s), backdrop));
  }
}

INLINE Sources sources_of_pixels(u8 pixels) {
  Texels t = widen(pixels);
  u8 alpha = pixels >> 24;
  alpha |= alpha << 8;
  // Alpha of 255 is 65280 in 8.8 and 65535 in what it takes from the backdrop: 257 times itself.
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, ~(alpha | (alpha << 16))};
}

static void NAME(over)(const GlazeRun *run, const uint32_t *pixels) {
  int count = run->end - run->start;
  for (int i = 0; i < count; i += 8) {
    u8 source = load_pixels(pixels, i, count);
    if (i + 8 <= count) {
      uint32_t opaque = __builtin_reduce_and(source) >> 24;
      if (opaque == 255) {
        *(unaligned_u8 *)(run->row + run->start + i) = source;
        continue;
      }
    }
    blend_at(run, run->start + i, sources_of_pixels(source));
  }
}

INLINE void box_run(const GlazeRun *run, const GlazeBox *prepared, GlazeClips clips,
                    bool isAffine, bool isBordered) {
  const GlazeBox box = *prepared;
  RowStart start = row_start(&box.shape, run->y);
  vec4 fill = box.fill, border = box.border;
  float opaque = box.opacity * UNIT;
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&box.shape, start, centres, isAffine);
    f8 coverage = coverage_of(&box.shape.outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * opaque, splat(0.0f));
    f8 red = splat(fill.x), green = splat(fill.y), blue = splat(fill.z), alpha = splat(fill.w);
    if (isBordered) {
      f8 line = 1.0f - coverage_of(&box.inset, &point);
      f8 rest = 1.0f - border.w * line;
      red = border.x * line + red * rest;
      green = border.y * line + green * rest;
      blue = border.z * line + blue * rest;
      alpha = border.w * line + alpha * rest;
    }
    blend_at(run, x, sources_of(red * unit, green * unit, blue * unit, alpha * unit));
  }
}

static void NAME(box)(const GlazeRun *run, const GlazeBox *box, GlazeClips clips) {
  const GlazeClips none = {NULL, 0};
  if (!box->shape.isAffine) box_run(run, box, clips, false, box->isBordered);
  else if (clips.count > 0) box_run(run, box, clips, true, box->isBordered);
  else if (box->isBordered) box_run(run, box, none, true, true);
  else box_run(run, box, none, true, false);
}

INLINE f8 component(u8 pair, int shift) {
  return __builtin_convertvector((i8)((pair >> shift) & 0xFFFF), f8);
}

// Texels times a colour times a factor.
INLINE Sources tint(Texels t, vec4 color, f8 factor) {
  return sources_of(component(t.redBlue, 0) * (color.x * factor),
                    component(t.greenAlpha, 0) * (color.y * factor),
                    component(t.redBlue, 16) * (color.z * factor),
                    component(t.greenAlpha, 16) * (color.w * factor));
}

INLINE f8 texture_u(const GlazeImage *image, const Point *p) {
  return clamp_f(p->x * image->mapping.x + image->mapping.z, image->clamping.x, image->clamping.z);
}
INLINE f8 texture_v(const GlazeImage *image, const Point *p) {
  return clamp_f(p->y * image->mapping.y + image->mapping.w, image->clamping.y, image->clamping.w);
}

// What `tint` makes of texels when colour and coverage are 1, in the same roundings.
INLINE Sources sources_of_texels(Texels t) {
  u8 keep = (u8)truncate_f(65535.5f - component(t.greenAlpha, 16) * (65535.0f / UNIT));
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, keep | (keep << 16)};
}

// Where texels fall on pixels one to one, all over the run: the first texel; else nil.
INLINE const uint32_t *aligned_texels(const GlazeRun *run, const GlazeImage *image) {
  const GlazeShape *shape = &image->shape;
  if (!shape->isAffine || shape->rowY.x != 0.0f || !image->isPlain) return NULL;
  if (image->texture->minification == GlazeTrilinear && image->level * 65535.0f >= 0.5f)
    return NULL;
  Point point = point_at(shape, row_start(shape, run->y),
                         (f8){(float)run->start + 0.5f, (float)run->end - 0.5f}, true);
  f8 u = texture_u(image, &point), v = texture_v(image, &point);
  const GlazeLevel *base = image->texture->levels;
  // In 256ths of a texel; texels' centres lie half a 256th from where `fixed_place` cuts.
  float first = u[0] * base->width * 256.0f - 127.5f;
  float last = u[1] * base->width * 256.0f - 127.5f;
  float down = v[0] * base->height * 256.0f - 127.5f;
  int x = (int)clamp_f((f8)(first / 256.0f), -2.0f, (float)base->width)[0];
  int y = (int)clamp_f((f8)(down / 256.0f), -2.0f, (float)base->height)[0];
  int count = run->end - run->start;
  if (x < 0 || y < 0 || x + count > base->width || y >= base->height) return NULL;
  float offsets[3] = {first - x * 256.0f, last - (x + count - 1) * 256.0f, down - y * 256.0f};
  for (int i = 0; i < 3; i++)
    if (!(offsets[i] > 0.25f && offsets[i] < 0.75f)) return NULL;
  return base->pixels + (size_t)y * (size_t)base->width + x;
}

// `isPlain`: the texels are the colours, and nothing covers them.
INLINE void image_run(const GlazeRun *run, const GlazeImage *prepared, GlazeClips clips,
                      bool isCovered, bool isAffine, bool isPlain) {
  const GlazeImage image = *prepared;
  RowStart start = row_start(&image.shape, run->y);
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&image.shape, start, centres, isAffine);
    f8 coverage = isCovered ? splat(1.0f) : coverage_of(&image.shape.outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    f8 level = isAffine ? splat(image.level)
                        : mip_level(&image, point.rightX, point.downX, point.rightY, point.downY);
    Texels texels = sample(image.texture, texture_u(&image, &point), texture_v(&image, &point),
                           level);
    Sources sources = isPlain && x + 8 <= run->end ? sources_of_texels(texels)
                                                   : tint(texels, image.color, coverage);
    blend_at(run, x, sources);
  }
}

static void NAME(image)(const GlazeRun *run, const GlazeImage *image, GlazeClips clips,
                        bool isCovered) {
  const GlazeClips none = {NULL, 0};
  if (!image->shape.isAffine) {
    image_run(run, image, clips, isCovered, false, false);
  } else if (isCovered && clips.count == 0) {
    const uint32_t *texels = aligned_texels(run, image);
    if (texels) NAME(over)(run, texels);
    else if (image->isPlain) image_run(run, image, none, true, true, true);
    else image_run(run, image, none, true, true, false);
  } else {
    image_run(run, image, clips, isCovered, true, false);
  }
}

static void NAME(composite)(const GlazeRun *run, const uint32_t *pixels, float opacity,
                            GlazeClips clips) {
  if (!run->isGeneral && clips.count == 0 && opacity == 1.0f) {
    NAME(over)(run, pixels);
    return;
  }
  for (int x = run->start; x < run->end; x += 8) {
    f8 factor = splat(opacity);
    if (clips.count > 0) factor *= clip_coverage(clips, run->y, centres_at(x));
    factor = select_f(lanes_in(run, x), factor, splat(0.0f));
    u8 texels = load_pixels(pixels, x - run->start, run->end - run->start);
    blend_at(run, x, tint(widen(texels), (vec4)1.0f, factor));
  }
}

const GlazeKernels NAME(kernels) = {
  .fill = NAME(fill),
  .over = NAME(over),
  .box = NAME(box),
  .image = NAME(image),
  .composite = NAME(composite),
};
