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
#include "target.h"

// One color over the run, in floating point.
INLINE void fill_floats(const GlazeRun *run, vec4 color) {
  const Colors c = {splat(color.x), splat(color.y), splat(color.z), splat(color.w)};
  int x = run->start, end = run->end;
  if (color.w == 1.0f) {
    for (; x + LANES <= end; x += LANES) store_planes(run->planes + x, run->stride, c);
  } else {
    for (; x + LANES <= end; x += LANES) lay_colors(run, x, c);
  }
  if (x >= end) return;
  ivec lanes = lanes_in(run, x);
  fvec none = splat(0.0f);
  lay_colors(run, x, (Colors){select_f(lanes, c.red, none), select_f(lanes, c.green, none),
                              select_f(lanes, c.blue, none), select_f(lanes, c.alpha, none)});
}

static void NAME(clear)(uint32_t *pixels, ptrdiff_t count, uint32_t pixel) {
  // Transparent, white: memset does not read the memory first.
  if (pixel == (pixel & 255) * 0x01010101) {
    __builtin_memset(pixels, (int)(pixel & 255), (size_t)count * sizeof *pixels);
    return;
  }
  const uvec block = (uvec)pixel;
  ptrdiff_t i = 0;
  for (; i + LANES <= count; i += LANES) *(unaligned_uvec *)(pixels + i) = block;
  for (; i < count; i++) pixels[i] = pixel;
}

static void NAME(fill)(const GlazeRun *run, const GlazeSource *source) {
  uint32_t *row = run->row;
  int x = run->start, end = run->end;
  if (run->planes) {
    fill_floats(run, source->color);
    return;
  }
  Sources s = sources_of_source(source);
  if (source->keep == 0) {
    uvec pixels = (uvec)glaze_source_pixel(*source);
    for (; x + LANES <= end; x += LANES) *(unaligned_uvec *)(row + x) = pixels;
    for (; x < end; x++) row[x] = pixels[0];
    return;
  }
  for (; x + LANES <= end; x += LANES)
    *(unaligned_uvec *)(row + x) = blend(*(unaligned_uvec *)(row + x), s);
  if (x < end) {
    uvec backdrop = load_pixels(row, x, run->width);
    store_pixels(row, x, run->width, select_u(lanes_in(run, x), blend(backdrop, s), backdrop));
  }
}

// Composites unchanged pixels over the run; the first of them lies at its start.
static void NAME(over)(const GlazeRun *given, const uint32_t *pixels) {
  const GlazeRun local = *given, *run = &local;
  int count = run->end - run->start;
  for (int i = 0; i < count; i += LANES) {
    uvec source = load_pixels(pixels, i, count);
    if (run->planes) {
      lay_colors(run, run->start + i, colors_of_pixels(source));
      continue;
    }
    // Large parts of a group are empty.
    if (!any((ivec)source)) continue;
    if (i + LANES <= count) {
      uint32_t opaque = __builtin_reduce_and(source) >> 24;
      if (opaque == 255) {
        *(unaligned_uvec *)(run->row + run->start + i) = source;
        continue;
      }
    }
    blend_at(run, run->start + i, whole_sources(widen(source)));
  }
}

// The coverage of a fill under a border that is drawn later, as `under_border` in box.frag.
INLINE fvec under_border(fvec coverage, fvec inset, float hidden) {
  fvec covered = (1.0f - inset) * hidden;
  const float whole = 1.0f + (float)UNDER_BORDER_LEAST;
  return coverage * ((whole - covered) / (whole - coverage * covered));
}

// In floating point, also for colors outside of 0...1 on bytes.
INLINE void box_floats(const GlazeRun *given, const GlazeBox *prepared, GlazeClips clips, bool isAffine,
                       bool isBordered, bool isPlain) {
  const GlazeBox box = *prepared;
  const GlazeRun local = *given, *run = &local;
  const GlazeOutline outline = isPlain ? plain(box.shape.outline) : box.shape.outline;
  const GlazeOutline inset = isPlain ? plain(box.inset) : box.inset;
  RowStart start = row_start(&box.shape, run->y);
  vec4 fill = box.fill, border = box.border;
  float opaque = box.opacity * UNIT;
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x);
    Point point = point_at(&box.shape, start, centres, isAffine);
    fvec coverage = coverage_in(&outline, &point, isPlain);
    fvec inner = isBordered ? coverage_in(&inset, &point, isPlain) : splat(1.0f);
    if (isBordered && box.hidden > 0.0f) coverage = under_border(coverage, inner, box.hidden);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    fvec unit = select_f(lanes_in(run, x), coverage * opaque, splat(0.0f));
    fvec red = splat(fill.x), green = splat(fill.y), blue = splat(fill.z), alpha = splat(fill.w);
    if (isBordered) {
      fvec line = 1.0f - inner;
      fvec rest = 1.0f - border.w * line;
      red = border.x * line + red * rest;
      green = border.y * line + green * rest;
      blue = border.z * line + blue * rest;
      alpha = border.w * line + alpha * rest;
    }
    lay(run, x, red * unit, green * unit, blue * unit, alpha * unit);
  }
}

// A box on bytes, with colors in 0...1.
typedef struct {
  GlazeShape shape;
  GlazeOutline outline, inset;
  Solid inside;
  Ramp ramp;  // from the border to the inside
  float hidden;
} ByteBox;

INLINE ByteBox byte_box(const GlazeBox *box, bool isPlain) {
  ByteBox b = {.shape = box->shape, .outline = box->shape.outline, .inset = box->inset,
               .inside = solid_of(&box->inside), .hidden = box->hidden};
  b.ramp = ramp_of(texels_of_source(&box->line), b.inside.color);
  if (isPlain) {
    b.outline = plain(b.outline);
    b.inset = plain(b.inset);
  }
  return b;
}

INLINE void box_bytes(GlazeRun run, const ByteBox *box, GlazeClips clips, bool isAffine, bool isBordered,
                      bool isPlain) {
  RowStart start = row_start(&box->shape, run.y);
  for (int x = run.start; x < run.end; x += LANES) {
    fvec centres = centres_at(x);
    Point point = point_at(&box->shape, start, centres, isAffine);
    fvec coverage = coverage_in(&box->outline, &point, isPlain);
    fvec inner = isBordered ? coverage_in(&box->inset, &point, isPlain) : splat(1.0f);
    if (isBordered && box->hidden > 0.0f) coverage = under_border(coverage, inner, box->hidden);
    if (clips.count > 0) coverage *= clip_coverage(clips, run.y, centres);
    uvec fade = fade_of(coverage) | (uvec)~lanes_in(&run, x);
    if (!isBordered) {
      blend_at(&run, x, solid_sources(&box->inside, fade));
      continue;
    }
    // The border covers what the inside of it does not.
    uvec way = way_of(inner);
    lay_faded(&run, x, double_16(on_ramp(&box->ramp, way)), fade);
  }
}

INLINE bool is_deep(const GlazeRun *run, const GlazeBox *box) {
  return run->planes || !box->inside.isInRange || !box->line.isInRange;
}

static void NAME(box)(const GlazeRun *run, const GlazeBox *box, GlazeClips clips) {
  bool isAffine = box->shape.isAffine;
  ByteBox bytes = byte_box(box, false);
  if (is_deep(run, box)) box_floats(run, box, clips, isAffine, box->isBordered, false);
  else if (isAffine) box_bytes(*run, &bytes, clips, true, box->isBordered, false);
  else box_bytes(*run, &bytes, clips, false, box->isBordered, false);
}

#include "rows.h"

// Composites texels times a color times a factor over a block.
INLINE void lay_texels(const GlazeRun *run, int x, Texels t, vec4 color, fvec factor) {
  lay(run, x, component(t.redBlue, 0) * (color.x * factor),
      component(t.greenAlpha, 0) * (color.y * factor),
      component(t.redBlue, 16) * (color.z * factor),
      component(t.greenAlpha, 16) * (color.w * factor));
}

INLINE fvec texture_u(const GlazeImage *image, const Point *p) {
  return clamp_f(p->x * image->mapping.x + image->mapping.z, image->clamping.x, image->clamping.z);
}
INLINE fvec texture_v(const GlazeImage *image, const Point *p) {
  return clamp_f(p->y * image->mapping.y + image->mapping.w, image->clamping.y, image->clamping.w);
}

// Returns the first texel if texels coincide with pixels in the whole run; else -1.
INLINE ptrdiff_t aligned_texel(const GlazeRun *run, const GlazeImage *image) {
  const GlazeShape *shape = &image->shape;
  if (!shape->isAffine || shape->rowY.x != 0.0f || !image->isPlain) return -1;
  if (image->texture->minification == GlazeTrilinear && image->level * 65535.0f >= 0.5f)
    return -1;
  Point point = point_at(shape, row_start(shape, run->y),
                         (fvec){(float)run->start + 0.5f, (float)run->end - 0.5f}, true);
  fvec u = texture_u(image, &point), v = texture_v(image, &point);
  const GlazeLevel *base = image->texture->levels;
  // The unit is a 256th of a texel; texel centers lie half a 256th from where `fixed_place` cuts.
  float first = u[0] * base->width * 256.0f - 127.5f;
  float last = u[1] * base->width * 256.0f - 127.5f;
  float down = v[0] * base->height * 256.0f - 127.5f;
  int x = (int)clamp_f((fvec)(first / 256.0f), -2.0f, (float)base->width)[0];
  int y = (int)clamp_f((fvec)(down / 256.0f), -2.0f, (float)base->height)[0];
  int count = run->end - run->start;
  if (x < 0 || y < 0 || x + count > base->width || y >= base->height) return -1;
  float offsets[3] = {first - x * 256.0f, last - (x + count - 1) * 256.0f, down - y * 256.0f};
  for (int i = 0; i < 3; i++)
    if (!(offsets[i] > 0.25f && offsets[i] < 0.75f)) return -1;
  return (ptrdiff_t)y * base->width + x;
}

INLINE fvec image_coverage(const GlazeRun *run, const GlazeImage *image, const Point *p, GlazeClips clips,
                         int x, bool isCovered) {
  fvec coverage = isCovered ? splat(1.0f) : coverage_of(&image->shape.outline, p);
  if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
  return coverage;
}

INLINE fvec image_level(const GlazeImage *image, const Point *p, bool isAffine) {
  return isAffine ? splat(image->level) : mip_level(image, p->rightX, p->downX, p->rightY, p->downY);
}

// Composites colors times that of the image times coverage.
INLINE void lay_floats(const GlazeRun *run, int x, const GlazeImage *image, Colors c, fvec coverage, fvec noise) {
  fvec unit = coverage * UNIT;
  c = (Colors){c.red * (image->color.x * unit), c.green * (image->color.y * unit),
               c.blue * (image->color.z * unit), c.alpha * (image->color.w * unit)};
  if (image->isDithered) lay_fade(run, x, c, noise);
  else lay(run, x, c.red, c.green, c.blue, c.alpha);
}

// A target in floating point whose rows are parallel to the run.
INLINE void target_row(const GlazeRun *given, const GlazeImage *prepared, GlazeClips clips, bool isCovered,
                       bool isAlphaOnly) {
  const GlazeRun local = *given, *run = &local;
  const GlazeImage image = *prepared;
  const GlazeLevel *level = image.texture->levels;
  RowStart start = row_start(&image.shape, run->y);
  fvec noise = dither_at(run->start, (int)run->y);
  Point point = point_at(&image.shape, start, centres_at(run->start), true);
  TargetPlace y = target_place(texture_v(&image, &point), level->height);
  TargetRow row;
  for (int begin = run->start; begin < run->end; begin += PixelsOfRow) {
    int end = begin + PixelsOfRow < run->end ? begin + PixelsOfRow : run->end;
    fvec ends = {(float)begin + 0.5f, (float)end - 0.5f};
    point = point_at(&image.shape, start, ends, true);
    ivec low = target_place(texture_u(&image, &point), level->width).low;
    int first = low[0] < low[1] ? low[0] : low[1], last = (low[0] < low[1] ? low[1] : low[0]) + 1;
    // Very large coordinates are rounded to more than a texel.
    if (last > first + ColumnsOfRow - LANES) last = first + ColumnsOfRow - LANES;
    mix_columns(level, y, first, last, isAlphaOnly, &row);
    for (int x = begin; x < end; x += LANES) {
      point = point_at(&image.shape, start, centres_at(x), true);
      TargetPlace place = target_place(texture_u(&image, &point), level->width);
      Colors c = sample_target_row(&row, place, last, isAlphaOnly);
      if (isAlphaOnly && all(c.alpha == 0.0f)) continue;
      fvec coverage = image_coverage(run, &image, &point, clips, x, isCovered);
      lay_floats(run, x, &image, c, select_f(lanes_in(run, x), coverage, splat(0.0f)), noise);
    }
  }
}

// Whether the samples of a row lie in a row of texels, and not too far from each other.
INLINE bool is_target_row(const GlazeImage *image) {
  const GlazeShape *s = &image->shape;
  if (!image->texture->isTarget || !s->isAffine || s->rowY.x != 0.0f) return false;
  float step = image->mapping.x * s->rowX.x * s->inverse * (float)image->texture->levels->width;
  return step <= (float)MostTexelsOfPixel && step >= -(float)MostTexelsOfPixel;
}

// In floating point, also for colors outside of 0...1 on bytes.
INLINE void image_floats(const GlazeRun *run, const GlazeImage *prepared, GlazeClips clips,
                         bool isCovered, bool isAffine) {
  const GlazeImage image = *prepared;
  RowStart start = row_start(&image.shape, run->y);
  fvec noise = dither_at(run->start, (int)run->y);
  for (int x = run->start; x < run->end; x += LANES) {
    Point point = point_at(&image.shape, start, centres_at(x), isAffine);
    fvec coverage = image_coverage(run, &image, &point, clips, x, isCovered);
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    fvec level = image_level(&image, &point, isAffine);
    fvec u = texture_u(&image, &point), v = texture_v(&image, &point);
    if (image.texture->levels->planes) {
      Colors c = image.texture->isTarget ? sample_floats(image.texture->levels, u, v, image.isAlphaOnly)
                                          : sample_deep(image.texture, u, v, level);
      if (image.isAlphaOnly) c.red = c.green = c.blue = c.alpha;
      lay_floats(run, x, &image, c, coverage, noise);
      continue;
    }
    Texels texels = image.texture->isTarget ? sample_target(image.texture, u, v)
                                             : sample(image.texture, u, v, level);
    if (image.isAlphaOnly) texels = alpha_texels(texels);
    lay_texels(run, x, texels, image.color, coverage);
  }
}

// Images of bytes on bytes.
INLINE void image_bytes(const GlazeRun *given, const GlazeImage *prepared, GlazeClips clips,
                        bool isCovered, bool isAffine, bool isPlain) {
  const GlazeRun local = *given, *run = &local;
  const GlazeImage image = *prepared;
  RowStart start = row_start(&image.shape, run->y);
  Tint tint = tint_of(image.color);
  for (int x = run->start; x < run->end; x += LANES) {
    Point point = point_at(&image.shape, start, centres_at(x), isAffine);
    fvec coverage = image_coverage(run, &image, &point, clips, x, isCovered);
    fvec level = image_level(&image, &point, isAffine);
    fvec u = texture_u(&image, &point), v = texture_v(&image, &point);
    Texels texels = image.texture->isTarget ? sample_target(image.texture, u, v)
                                             : sample(image.texture, u, v, level);
    if (!isPlain) {
      if (image.isAlphaOnly) texels = alpha_texels(texels);
      texels = tinted(texels, &tint);
    }
    if (isCovered && clips.count == 0 && x + LANES <= run->end) blend_at(run, x, whole_sources(texels));
    else lay_faded(run, x, texels, fade_of(coverage) | (uvec)~lanes_in(run, x));
  }
}

static void NAME(image)(const GlazeRun *run, const GlazeImage *image, GlazeClips clips,
                        bool isCovered) {
  const GlazeClips none = {NULL, 0};
  bool isAffine = image->shape.isAffine;
  if (image->texture->levels->planes && !run->isGeneral && is_target_row(image)) {
    if (image->isAlphaOnly) target_row(run, image, clips, isCovered, true);
    else target_row(run, image, clips, isCovered, false);
  } else if (run->planes || image->texture->levels->planes || !image->isInRange) {
    ptrdiff_t texel = isCovered && clips.count == 0 && !image->texture->levels->planes
      ? aligned_texel(run, image) : -1;
    if (texel >= 0) NAME(over)(run, image->texture->levels->pixels + texel);
    else if (isAffine) image_floats(run, image, clips, isCovered, true);
    else image_floats(run, image, clips, isCovered, false);
  } else if (!isAffine) {
    image_bytes(run, image, clips, isCovered, false, false);
  } else if (isCovered && clips.count == 0) {
    ptrdiff_t texel = aligned_texel(run, image);
    if (texel >= 0) NAME(over)(run, image->texture->levels->pixels + texel);
    else if (image->isPlain) image_bytes(run, image, none, true, true, true);
    else image_bytes(run, image, none, true, true, false);
  } else {
    image_bytes(run, image, clips, isCovered, true, false);
  }
}

ROWS(image_rows, GlazeImage, NAME(image))

#include "rectangles.h"
#include "particle.h"
#include "composite.h"
#include "mask.h"
#include "gradient.h"
#include "masked_gradient.h"
#include "masked.h"
#include "shadow_table.h"
#include "shadow.h"
#include "blur.h"

const GlazeKernels NAME(kernels) = {
  .clear = NAME(clear),
  .fill = NAME(fill),
  .box = NAME(box),
  .quadRows = NAME(quad_rows),
  .contourRows = NAME(contour_rows),
  .boxRows = NAME(box_rows),
  .touch = NAME(touch),
  .rectangles = NAME(rectangles),
  .imageRows = NAME(image_rows),
  .maskedImageRows = NAME(masked_image_rows),
  .particle = NAME(particle),
  .composite = NAME(composite),
  .matrix = NAME(matrix),
  .coverage = NAME(coverage),
  .gradientRows = NAME(gradient_rows),
  .maskedGradient = NAME(masked_gradient),
  .shadow = NAME(shadow),
  .shadowTable = NAME(shadow_table),
  .blurAcross = NAME(blur_across),
  .blurDown = NAME(blur_down),
};
