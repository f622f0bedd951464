// The kernels themselves. They are compiled once for each kind of processor: NAME(x) gives the functions of
// each compilation their own names.

#include "CGlazeKernels.h"
// All functions with vector parameters are inlined, so that no calling convention is involved.
#pragma clang diagnostic ignored "-Wpsabi"
#pragma STDC FP_CONTRACT OFF
#include "lanes.h"
#include "coverage.h"
#include "sampling.h"
#include "colors.h"
#include "dither.h"
#include "deep.h"

static void NAME(fill)(const GlazeRun *run, const GlazeSource *source) {
  uint32_t *row = run->row;
  int x = run->start, end = run->end;
  if (run->planes) {
    for (; x < end; x += 8) {
      i8 lanes = lanes_in(run, x);
      vec4 c = source->color;
      lay_colors(run, x, (Colors){select_f(lanes, splat(c.x), splat(0.0f)),
                                  select_f(lanes, splat(c.y), splat(0.0f)),
                                  select_f(lanes, splat(c.z), splat(0.0f)),
                                  select_f(lanes, splat(c.w), splat(0.0f))});
    }
    return;
  }
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

// Composites unchanged pixels over the run; the first of them lies at its start.
static void NAME(over)(const GlazeRun *run, const uint32_t *pixels) {
  int count = run->end - run->start;
  for (int i = 0; i < count; i += 8) {
    u8 source = load_pixels(pixels, i, count);
    if (run->planes) {
      lay_colors(run, run->start + i, colors_of_pixels(source));
      continue;
    }
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
                    bool isAffine, bool isBordered, bool isPlain) {
  const GlazeBox box = *prepared;
  const GlazeOutline outline = isPlain ? plain(box.shape.outline) : box.shape.outline;
  const GlazeOutline inset = isPlain ? plain(box.inset) : box.inset;
  RowStart start = row_start(&box.shape, run->y);
  vec4 fill = box.fill, border = box.border;
  float opaque = box.opacity * UNIT;
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&box.shape, start, centres, isAffine);
    f8 coverage = coverage_of(&outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * opaque, splat(0.0f));
    f8 red = splat(fill.x), green = splat(fill.y), blue = splat(fill.z), alpha = splat(fill.w);
    if (isBordered) {
      f8 line = 1.0f - coverage_of(&inset, &point);
      f8 rest = 1.0f - border.w * line;
      red = border.x * line + red * rest;
      green = border.y * line + green * rest;
      blue = border.z * line + blue * rest;
      alpha = border.w * line + alpha * rest;
    }
    lay(run, x, red * unit, green * unit, blue * unit, alpha * unit);
  }
}

static void NAME(box)(const GlazeRun *run, const GlazeBox *box, GlazeClips clips) {
  if (box->shape.isAffine) box_run(run, box, clips, true, box->isBordered, false);
  else box_run(run, box, clips, false, box->isBordered, false);
}

#include "rows.h"

// Composites texels times a color times a factor over eight pixels.
INLINE void lay_texels(const GlazeRun *run, int x, Texels t, vec4 color, f8 factor) {
  lay(run, x, component(t.redBlue, 0) * (color.x * factor),
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

// The result of `lay_texels` for texels when color and coverage are 1, with the same roundings.
INLINE Sources sources_of_texels(Texels t) {
  u8 keep = (u8)truncate_f(65535.5f - component(t.greenAlpha, 16) * (65535.0f / UNIT));
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, keep | (keep << 16)};
}

// Returns the first texel if texels coincide with pixels in the whole run; else -1.
INLINE ptrdiff_t aligned_texel(const GlazeRun *run, const GlazeImage *image) {
  const GlazeShape *shape = &image->shape;
  if (!shape->isAffine || shape->rowY.x != 0.0f || !image->isPlain) return -1;
  if (image->texture->minification == GlazeTrilinear && image->level * 65535.0f >= 0.5f)
    return -1;
  Point point = point_at(shape, row_start(shape, run->y),
                         (f8){(float)run->start + 0.5f, (float)run->end - 0.5f}, true);
  f8 u = texture_u(image, &point), v = texture_v(image, &point);
  const GlazeLevel *base = image->texture->levels;
  // The unit is a 256th of a texel; texel centers lie half a 256th from where `fixed_place` cuts.
  float first = u[0] * base->width * 256.0f - 127.5f;
  float last = u[1] * base->width * 256.0f - 127.5f;
  float down = v[0] * base->height * 256.0f - 127.5f;
  int x = (int)clamp_f((f8)(first / 256.0f), -2.0f, (float)base->width)[0];
  int y = (int)clamp_f((f8)(down / 256.0f), -2.0f, (float)base->height)[0];
  int count = run->end - run->start;
  if (x < 0 || y < 0 || x + count > base->width || y >= base->height) return -1;
  float offsets[3] = {first - x * 256.0f, last - (x + count - 1) * 256.0f, down - y * 256.0f};
  for (int i = 0; i < 3; i++)
    if (!(offsets[i] > 0.25f && offsets[i] < 0.75f)) return -1;
  return (ptrdiff_t)y * base->width + x;
}

// `isPlain`: the texels are the colors, and the coverage is full.
INLINE void image_run(const GlazeRun *run, const GlazeImage *prepared, GlazeClips clips,
                      bool isCovered, bool isAffine, bool isPlain) {
  const GlazeImage image = *prepared;
  RowStart start = row_start(&image.shape, run->y);
  f8 noise = dither_at(run->start, (int)run->y);
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&image.shape, start, centres, isAffine);
    f8 coverage = isCovered ? splat(1.0f) : coverage_of(&image.shape.outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    f8 level = isAffine ? splat(image.level)
                        : mip_level(&image, point.rightX, point.downX, point.rightY, point.downY);
    f8 u = texture_u(&image, &point), v = texture_v(&image, &point);
    if (image.texture->levels->planes) {
      Colors c = image.texture->isTarget ? sample_floats(image.texture->levels, u, v)
                                          : sample_deep(image.texture, u, v, level);
      if (image.isAlphaOnly) c.red = c.green = c.blue = c.alpha;
      f8 unit = coverage * UNIT;
      c = (Colors){c.red * (image.color.x * unit), c.green * (image.color.y * unit),
                   c.blue * (image.color.z * unit), c.alpha * (image.color.w * unit)};
      if (image.isDithered) lay_fade(run, x, c, noise);
      else lay(run, x, c.red, c.green, c.blue, c.alpha);
      continue;
    }
    Texels texels = image.texture->isTarget ? sample_target(image.texture, u, v)
                                             : sample(image.texture, u, v, level);
    if (image.isAlphaOnly) texels = alpha_texels(texels);
    if (isPlain && x + 8 <= run->end) blend_at(run, x, sources_of_texels(texels));
    else lay_texels(run, x, texels, image.color, coverage);
  }
}

static void NAME(image)(const GlazeRun *run, const GlazeImage *image, GlazeClips clips,
                        bool isCovered) {
  const GlazeClips none = {NULL, 0};
  if (!image->shape.isAffine) {
    image_run(run, image, clips, isCovered, false, false);
  } else if (isCovered && clips.count == 0) {
    ptrdiff_t texel = image->texture->levels->planes ? -1 : aligned_texel(run, image);
    if (texel >= 0) NAME(over)(run, image->texture->levels->pixels + texel);
    else if (image->isPlain && !run->planes) image_run(run, image, none, true, true, true);
    else image_run(run, image, none, true, true, false);
  } else {
    image_run(run, image, clips, isCovered, true, false);
  }
}

#include "rectangles.h"
#include "particle.h"
#include "composite.h"
#include "mask.h"
#include "gradient.h"
#include "masked.h"
#include "shadow_table.h"
#include "shadow.h"
#include "blur.h"

const GlazeKernels NAME(kernels) = {
  .fill = NAME(fill),
  .box = NAME(box),
  .quadRows = NAME(quad_rows),
  .contourRows = NAME(contour_rows),
  .boxRows = NAME(box_rows),
  .touch = NAME(touch),
  .rectangles = NAME(rectangles),
  .image = NAME(image),
  .maskedImage = NAME(masked_image),
  .particle = NAME(particle),
  .composite = NAME(composite),
  .matrix = NAME(matrix),
  .coverage = NAME(coverage),
  .gradient = NAME(gradient),
  .shadow = NAME(shadow),
  .shadowTable = NAME(shadow_table),
  .blurAcross = NAME(blur_across),
  .blurDown = NAME(blur_down),
};
