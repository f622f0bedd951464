// Targets composited over targets. Included inside kernels.h.

#include "blend.h"

INLINE int row_of(const GlazeRun *run) { return (int)run->y; }

// composite.frag with BLEND: the target is read and replaced.
static void NAME(blended)(const GlazeRun *run, const GlazeComposite *composite, GlazeClips clips) {
  TexelRow source = texel_row(&composite->source, row_of(run));
  TexelRow mask = texel_row(&composite->mask, row_of(run));
  fvec most = splat(1.0f + composite->excess);
  for (int x = run->start; x < run->end; x += LANES) {
    fvec factor = splat(composite->opacity);
    if (composite->isMasked) factor *= texels_at(&mask, x).alpha;
    Colors texels = scale_colors(texels_at(&source, x), factor);
    Colors backdrop = load_colors(run, x);
    Colors result = blend_colors(composite->mode, texels, backdrop, most);
    if (clips.count > 0) {
      fvec clip = clip_coverage(clips, run->y, centres_at(x));
      result = weigh_colors(result, clip, backdrop, 1.0f - clip);
    }
    store_colors(run, x, result);
  }
}

// Composites pixels with one opacity over the run; the first of them lies at its start.
static void NAME(faded)(const GlazeRun *given, const uint32_t *pixels, float opacity) {
  const GlazeRun local = *given, *run = &local;
  uvec fade = fade_of(splat(opacity));
  int count = run->end - run->start;
  for (int i = 0; i < count; i += LANES) {
    uvec texels = load_pixels(pixels, i, count);
    // Large parts of a group are empty.
    if (any((ivec)texels)) lay_faded(run, run->start + i, widen(texels), fade);
  }
}

// Composites pixels through the alphas of others; the first of both lie at the start of the run.
static void NAME(faded_by_mask)(const GlazeRun *given, const uint32_t *pixels, const uint32_t *mask,
                                float opacity) {
  const GlazeRun local = *given, *run = &local;
  int count = run->end - run->start;
  for (int i = 0; i < count; i += LANES) {
    uvec texels = load_pixels(pixels, i, count), cover = load_pixels(mask, i, count);
    // Large parts of groups and of masks are empty, or opaque.
    if (!any((ivec)texels) || !any((ivec)(cover >> 24))) continue;
    if (opacity == 1.0f && i + LANES <= count && __builtin_reduce_and(texels & cover) >> 24 == 255) {
      *(unaligned_uvec *)(run->row + run->start + i) = texels;
      continue;
    }
    fvec factor = splat(opacity) * byte_component(cover, 24);
    lay_faded(run, run->start + i, widen(texels), fade_of(factor));
  }
}

// Composites floating-point texels with one opacity over the run; the first of them lies at its start.
static void NAME(faded_floats)(const GlazeRun *given, const float *texels, ptrdiff_t stride, float opacity) {
  const GlazeRun local = *given, *run = &local;
  const fvec factor = splat(opacity * UNIT);
  for (int x = run->start; x < run->end; x += LANES, texels += LANES) {
    Colors c = load_planes(texels, stride);
    // Large parts of a group are empty.
    if (!any((ivec)c.red | (ivec)c.green | (ivec)c.blue | (ivec)c.alpha)) continue;
    if (__builtin_expect(x + LANES > run->end, false)) {
      // Bits beyond the end of the row are undefined.
      ivec lanes = lanes_in(run, x);
      fvec none = splat(0.0f);
      c = (Colors){select_f(lanes, c.red, none), select_f(lanes, c.green, none),
                   select_f(lanes, c.blue, none), select_f(lanes, c.alpha, none)};
    }
    c = scale_colors(c, factor);
    lay_colors(run, x, scale_colors(c, splat(1.0f / UNIT)));
  }
}

static void NAME(composite)(const GlazeRun *run, const GlazeComposite *composite,
                            GlazeClips clips) {
  if (composite->mode != BLEND_SOURCE_OVER) {
    NAME(blended)(run, composite, clips);
    return;
  }
  TexelRow source = texel_row(&composite->source, row_of(run));
  float opacity = clamp_f(splat(composite->opacity), 0.0f, 1.0f)[0];
  bool isBytes = source.surface.pixels && !run->planes;
  bool isWhole = run->start >= source.x && run->end <= source.x + source.surface.width;
  if (!run->isGeneral && clips.count == 0 && !composite->isMasked && source.surface.pixels
      && isWhole) {
    const uint32_t *pixels = source.surface.pixels + (run->start - source.x);
    if (opacity == 1.0f) {
      NAME(over)(run, pixels);
      return;
    }
    if (!run->planes) {
      NAME(faded)(run, pixels, opacity);
      return;
    }
  }
  // Rows of planes have room for a block at each of their pixels.
  if (!run->isGeneral && clips.count == 0 && !composite->isMasked && source.surface.planes && run->planes
      && isWhole) {
    NAME(faded_floats)(run, source.surface.planes + (run->start - source.x), source.surface.stride, opacity);
    return;
  }
  TexelRow mask = texel_row(&composite->mask, row_of(run));
  if (!run->isGeneral && clips.count == 0 && composite->isMasked && isBytes && isWhole && mask.surface.pixels
      && run->start >= mask.x && run->end <= mask.x + mask.surface.width) {
    NAME(faded_by_mask)(run, source.surface.pixels + (run->start - source.x),
                        mask.surface.pixels + (run->start - mask.x), opacity);
    return;
  }
  for (int x = run->start; x < run->end; x += LANES) {
    fvec factor = splat(opacity);
    if (composite->isMasked) factor *= texels_at(&mask, x).alpha;
    if (clips.count > 0) factor *= clip_coverage(clips, run->y, centres_at(x));
    factor = select_f(lanes_in(run, x), factor, splat(0.0f));
    if (!run->isGeneral && !any(factor != 0.0f)) continue;
    if (isBytes) {
      uvec texels = pixels_at(&source, x);
      if (run->isGeneral || any((ivec)texels)) lay_faded(run, x, widen(texels), fade_of(factor));
      continue;
    }
    Colors c = texels_at(&source, x);
    // Large parts of a group are empty.
    if (!run->isGeneral && !any((ivec)c.red | (ivec)c.green | (ivec)c.blue | (ivec)c.alpha)) continue;
    c = scale_colors(c, factor * UNIT);
    lay(run, x, c.red, c.green, c.blue, c.alpha);
  }
}

INLINE fvec matrix_row(vec4 row, float bias, fvec red, fvec green, fvec blue, fvec alpha, float most) {
  return clamp_f(
    row.x * red + row.y * green + row.z * blue + row.w * alpha + bias, 0.0f, most);
}

static void NAME(matrix)(const GlazeRun *run, const GlazeMatrix *prepared, GlazeClips clips) {
  const GlazeMatrix m = *prepared;
  const float most = 1.0f + m.excess;
  TexelRow source = texel_row(&m.source, row_of(run));
  for (int x = run->start; x < run->end; x += LANES) {
    fvec factor = splat(m.opacity * UNIT);
    if (clips.count > 0) factor *= clip_coverage(clips, run->y, centres_at(x));
    factor = select_f(lanes_in(run, x), factor, splat(0.0f));
    Colors c = texels_at(&source, x);
    ivec isSeen = c.alpha > 0.0f;
    fvec inverse = 1.0f / c.alpha;
    fvec red = select_f(isSeen, c.red * inverse, splat(0.0f));
    fvec green = select_f(isSeen, c.green * inverse, splat(0.0f));
    fvec blue = select_f(isSeen, c.blue * inverse, splat(0.0f));
    fvec opaque = select_f(isSeen, c.alpha, splat(0.0f));
    fvec alpha = matrix_row(m.alpha, m.bias.w, red, green, blue, opaque, 1.0f) * factor;
    lay(run, x, matrix_row(m.red, m.bias.x, red, green, blue, opaque, most) * alpha,
        matrix_row(m.green, m.bias.y, red, green, blue, opaque, most) * alpha,
        matrix_row(m.blue, m.bias.z, red, green, blue, opaque, most) * alpha, alpha);
  }
}
