// The pixels of targets, in bytes and in floating point. Included inside kernels.h.

// Colors of 1.0 in 8.8 fixed point.
#define UNIT 65280.0f

// Colors of a block, ready to be blended, as in GlazeSource.
typedef struct {
  uvec redBlue, greenAlpha, keep;
} Sources;

// Components from 0 to 65280.
INLINE Sources sources_within(fvec red, fvec green, fvec blue, fvec alpha) {
  uvec r = (uvec)truncate_f(red + 128.5f), g = (uvec)truncate_f(green + 128.5f);
  uvec b = (uvec)truncate_f(blue + 128.5f), opaque = (uvec)truncate_f(alpha + 128.5f);
  uvec keep = (uvec)truncate_f(65535.5f - alpha * (65535.0f / UNIT));
  return (Sources){r | (b << 16), g | (opaque << 16), keep | (keep << 16)};
}

// Components in units of 1/65280.
INLINE Sources sources_of(fvec red, fvec green, fvec blue, fvec alpha) {
  return sources_within(clamp_f(red, 0.0f, UNIT), clamp_f(green, 0.0f, UNIT),
                        clamp_f(blue, 0.0f, UNIT), clamp_f(alpha, 0.0f, UNIT));
}

// Computes source + backdrop * (1 - alpha), rounded half up. A source of zero does not change anything.
INLINE uvec blend(uvec backdrop, Sources s) {
  uvec redBlue = add_saturating(s.redBlue, multiply_high((backdrop << 8) & 0xFF00FF00, s.keep));
  uvec greenAlpha = add_saturating(s.greenAlpha, multiply_high(backdrop & 0xFF00FF00, s.keep));
  return ((redBlue >> 8) & 0x00FF00FF) | (greenAlpha & 0xFF00FF00);
}

// The first pixels of a block, `count` or none: few blocks reach beyond the target.
#if defined(LOAD_LANES)
INLINE uint16_t first_lanes(int count) { return count > 0 ? (uint16_t)(0xFFFF >> (16 - count)) : 0; }
INLINE uvec load_first(const uint32_t *pixels, int count) { return LOAD_LANES(pixels, first_lanes(count)); }
INLINE void store_first(uint32_t *pixels, int count, uvec source) { STORE_LANES(pixels, first_lanes(count), source); }
#else
static __attribute__((noinline, cold)) void NAME(copy_first)(void *to, const void *from, int count) {
  if (count > 0) __builtin_memcpy(to, from, (size_t)count * sizeof(uint32_t));
}
INLINE uvec load_first(const uint32_t *pixels, int count) {
  uvec result = 0;
  NAME(copy_first)(&result, pixels, count);
  return result;
}
INLINE void store_first(uint32_t *pixels, int count, uvec source) { NAME(copy_first)(pixels, &source, count); }
#endif

// Loads the block at x of a row; pixels at and beyond its width are not read.
INLINE uvec load_pixels(const uint32_t *row, int x, int width) {
  if (__builtin_expect(x + LANES <= width, true)) return *(const unaligned_uvec *)(row + x);
  return load_first(row + x, width - x);
}

INLINE void store_pixels(uint32_t *row, int x, int width, uvec pixels) {
  if (__builtin_expect(x + LANES <= width, true)) *(unaligned_uvec *)(row + x) = pixels;
  else store_first(row + x, width - x, pixels);
}

// Whether each pixel of the block at x precedes the run's end.
INLINE ivec lanes_in(const GlazeRun *run, int x) { return lane_numbers < (ivec)(run->end - x); }

INLINE fvec centres_at(int x) { return (float)x + lane_centres; }

INLINE void blend_at(const GlazeRun *run, int x, Sources sources) {
  if (__builtin_expect(x + LANES <= run->width, true)) {
    unaligned_uvec *pixels = (unaligned_uvec *)(run->row + x);
    *pixels = blend(*pixels, sources);
  } else {
    store_pixels(run->row, x, run->width, blend(load_pixels(run->row, x, run->width), sources));
  }
}

// The part of the backdrop that an alpha in 8.8 fixed point, twice in each word, leaves, of 65535. 65280 is full
// coverage; in the part that it removes from the backdrop, that is 65535.
INLINE uvec kept(uvec alpha) { return ~add_16(alpha, shift_right_16(alpha, 8)); }

// Unchanged colors in 8.8 fixed point.
INLINE Sources whole_sources(Texels t) {
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, kept(upper_twice(t.greenAlpha))};
}

// The part of 65536 that coverage leaves out, twice in each word: 0 for a coverage of 1, and 65535 for 0.
INLINE uvec fade_of(fvec coverage) {
  // The last bit of this number, and of those around it, is 1, so that the sum's lower half is the fade.
  const float integers = 8388608.0f;
  return lower_twice((uvec)(coverage * -65535.0f + (integers + 65535.0f)));
}

// Removes a part of colors: nothing for a fade of 0. A fade of 65535 leaves at most 1/256 of a level, which
// does not change any backdrop.
INLINE Texels faded(Texels t, uvec fade) {
  return (Texels){subtract_16(t.redBlue, multiply_high(t.redBlue, fade)),
                  subtract_16(t.greenAlpha, multiply_high(t.greenAlpha, fade))};
}

INLINE Texels texels_of_source(const GlazeSource *s) { return (Texels){(uvec)s->redBlue, (uvec)s->greenAlpha}; }

INLINE Sources sources_of_source(const GlazeSource *s) {
  return (Sources){(uvec)(s->redBlue + 0x00800080), (uvec)(s->greenAlpha + 0x00800080), (uvec)s->keep};
}

// One color, of which parts are composited.
typedef struct {
  Sources all;
  Texels color;
  uvec removed;  // by all of it from the backdrop, of 65535
} Solid;

INLINE Solid solid_of(const GlazeSource *s) {
  return (Solid){sources_of_source(s), texels_of_source(s), (uvec)~s->keep};
}

// The color without a part of it; all of it for a fade of 0.
INLINE Sources solid_sources(const Solid *s, uvec fade) {
  return (Sources){subtract_16(s->all.redBlue, multiply_high(s->color.redBlue, fade)),
                   subtract_16(s->all.greenAlpha, multiply_high(s->color.greenAlpha, fade)),
                   add_16(s->all.keep, multiply_high(s->removed, fade))};
}

// The parts of 65536 that a color's components leave out of texels.
typedef struct {
  uvec redBlue, greenAlpha;
} Tint;

// Components in 0...1.
INLINE Tint tint_of(vec4 color) {
  fvec parts = (1.0f - (fvec){color.x, color.z, color.y, color.w, 0, 0, 0, 0}) * 65535.0f + 0.5f;
  uvec fades = (uvec)truncate_f(parts);
  return (Tint){(uvec)(fades[0] | (fades[1] << 16)), (uvec)(fades[2] | (fades[3] << 16))};
}

// Texels times a color; unchanged where the color is white.
INLINE Texels tinted(Texels t, const Tint *tint) {
  return (Texels){subtract_16(t.redBlue, multiply_high(t.redBlue, tint->redBlue)),
                  subtract_16(t.greenAlpha, multiply_high(t.greenAlpha, tint->greenAlpha))};
}

// Colors between two, in units of 1/32640: that in which a ramp begins, and the change to its end.
typedef struct {
  Texels begin, change;
} Ramp;

// A part of the way along a ramp from 0 to 1, in units of -1/32768, twice in each word.
INLINE uvec way_of(fvec part) { return lower_twice((uvec)truncate_f(part * -32768.0f)); }

// Exactly the first color where the part is 0, and the last one where it is 1.
INLINE Texels on_ramp(const Ramp *ramp, uvec way) {
  return (Texels){subtract_16(ramp->begin.redBlue, multiply_rounded(ramp->change.redBlue, way)),
                  subtract_16(ramp->begin.greenAlpha, multiply_rounded(ramp->change.greenAlpha, way))};
}

// The ramp between two colors in 8.8 fixed point with even numbers.
INLINE Ramp ramp_of(Texels from, Texels to) {
  Texels begin = {shift_right_16(from.redBlue, 1), shift_right_16(from.greenAlpha, 1)};
  return (Ramp){begin, {subtract_16(shift_right_16(to.redBlue, 1), begin.redBlue),
                        subtract_16(shift_right_16(to.greenAlpha, 1), begin.greenAlpha)}};
}

// From units of 1/32640 to 8.8 fixed point.
INLINE Texels double_16(Texels t) {
  return (Texels){add_16(t.redBlue, t.redBlue), add_16(t.greenAlpha, t.greenAlpha)};
}

// Composites colors of which a part is left out; bytes only.
INLINE void lay_faded(const GlazeRun *run, int x, Texels t, uvec fade) {
  blend_at(run, x, whole_sources(faded(t, fade)));
}

INLINE fvec component(uvec pair, int shift) {
  return __builtin_convertvector((ivec)((pair >> shift) & 0xFFFF), fvec);
}

// Premultiplied colors of a block.
typedef struct {
  fvec red, green, blue, alpha;
} Colors;

INLINE Colors scale_colors(Colors c, fvec factor) {
  return (Colors){c.red * factor, c.green * factor, c.blue * factor, c.alpha * factor};
}

INLINE fvec byte_component(uvec pixels, int shift) {
  return __builtin_convertvector((ivec)((pixels >> shift) & 0xFF), fvec) * (1.0f / 255.0f);
}

INLINE Colors colors_of_pixels(uvec pixels) {
  return (Colors){byte_component(pixels, 0), byte_component(pixels, 8),
                  byte_component(pixels, 16), byte_component(pixels, 24)};
}

INLINE uvec byte_of(fvec component) {
  return __builtin_convertvector(truncate_f(clamp_f(component, 0.0f, 1.0f) * 255.0f + 0.5f), uvec);
}

INLINE uvec pixels_of_colors(Colors c) {
  return byte_of(c.red) | (byte_of(c.green) << 8) | (byte_of(c.blue) << 16)
       | (byte_of(c.alpha) << 24);
}

INLINE fvec load_floats(const float *p) { return *(const unaligned_fvec *)p; }
INLINE void store_floats(float *p, fvec a) { *(unaligned_fvec *)p = a; }

INLINE Colors load_planes(const float *p, ptrdiff_t stride) {
  return (Colors){load_floats(p), load_floats(p + stride), load_floats(p + 2 * stride),
                  load_floats(p + 3 * stride)};
}

INLINE void store_planes(float *p, ptrdiff_t stride, Colors c) {
  store_floats(p, c.red);
  store_floats(p + stride, c.green);
  store_floats(p + 2 * stride, c.blue);
  store_floats(p + 3 * stride, c.alpha);
}

// Loads the target under a block.
INLINE Colors load_colors(const GlazeRun *run, int x) {
  if (run->planes) return load_planes(run->planes + x, run->stride);
  return colors_of_pixels(load_pixels(run->row, x, run->width));
}

// Replaces the pixels in the run.
INLINE void store_colors(const GlazeRun *run, int x, Colors c) {
  ivec lanes = lanes_in(run, x) & (lane_numbers >= (ivec)(run->start - x));
  if (run->planes && x >= run->start && x + LANES <= run->end) {
    store_planes(run->planes + x, run->stride, c);
  } else if (run->planes) {
    Colors old = load_planes(run->planes + x, run->stride);
    Colors new = {select_f(lanes, c.red, old.red), select_f(lanes, c.green, old.green),
                  select_f(lanes, c.blue, old.blue), select_f(lanes, c.alpha, old.alpha)};
    store_planes(run->planes + x, run->stride, new);
  } else {
    uvec old = load_pixels(run->row, x, run->width);
    store_pixels(run->row, x, run->width, select_u(lanes, pixels_of_colors(c), old));
  }
}

// The same for a target of alpha alone.
INLINE void store_alphas(const GlazeRun *run, int x, fvec alpha) {
  float *alphas = run->planes + x;
  ivec lanes = lanes_in(run, x) & (lane_numbers >= (ivec)(run->start - x));
  store_floats(alphas, select_f(lanes, alpha, load_floats(alphas)));
}

// Source over, into floating point.
INLINE void lay_colors(const GlazeRun *run, int x, Colors c) {
  Colors old = load_planes(run->planes + x, run->stride);
  fvec keep = 1.0f - c.alpha;
  store_planes(run->planes + x, run->stride,
               (Colors){c.red + old.red * keep, c.green + old.green * keep,
                        c.blue + old.blue * keep, c.alpha + old.alpha * keep});
}

// Source over, with components in units of 1/65280. Components of zero do not change anything.
INLINE void lay(const GlazeRun *run, int x, fvec red, fvec green, fvec blue, fvec alpha) {
  if (run->planes) {
    lay_colors(run, x, scale_colors((Colors){red, green, blue, alpha}, splat(1.0f / UNIT)));
  } else {
    blend_at(run, x, sources_of(red, green, blue, alpha));
  }
}

// The same for components from 0 to the alpha, which is at most 65280.
INLINE void lay_premultiplied(const GlazeRun *run, int x, fvec red, fvec green, fvec blue, fvec alpha) {
  if (run->planes) {
    lay_colors(run, x, scale_colors((Colors){red, green, blue, alpha}, splat(1.0f / UNIT)));
  } else {
    blend_at(run, x, sources_within(red, green, blue, alpha));
  }
}

// A row of a layer.
typedef struct {
  GlazeSurface surface;  // its first row is that row; its width is 0 where the layer has none
  int x;
} TexelRow;

INLINE TexelRow texel_row(const GlazeLayer *layer, int row) {
  TexelRow result = {layer->surface, layer->x};
  ptrdiff_t y = row - layer->y;
  if (y < 0 || y >= layer->surface.height) result.surface.width = 0;
  else if (result.surface.planes) result.surface.planes += y * layer->surface.planeCount * layer->surface.stride;
  else result.surface.pixels += y * layer->surface.width;
  return result;
}

static __attribute__((noinline, cold)) void NAME(partial_pixels)(const GlazeSurface *surface, int texel,
                                                                 uvec *result) {
  uvec pixels = 0;
  for (int i = 0; i < LANES; i++)
    if (texel + i >= 0 && texel + i < surface->width) pixels[i] = surface->pixels[texel + i];
  *result = pixels;
}

// Loads the pixels of a layer of bytes under the block at x; transparent outside of it.
INLINE uvec pixels_at(const TexelRow *row, int x) {
  int texel = x - row->x;
  if (texel >= 0 && texel + LANES <= row->surface.width)
    return *(const unaligned_uvec *)(row->surface.pixels + texel);
  uvec pixels;
  NAME(partial_pixels)(&row->surface, texel, &pixels);
  return pixels;
}

// Loads the block at x, not all of which lies in the layer.
static __attribute__((noinline)) void NAME(partial_texels)(const TexelRow *row, int x,
                                                           Colors *result) {
  const GlazeSurface *surface = &row->surface;
  uvec pixels = 0;
  Colors c = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
  for (int i = 0; i < LANES; i++) {
    int texel = x - row->x + i;
    if (texel < 0 || texel >= surface->width) continue;
    if (!surface->planes) {
      pixels[i] = surface->pixels[texel];
      continue;
    }
    const float *p = surface->planes + texel;
    if (surface->planeCount == 1) {
      c.alpha[i] = p[0];
      continue;
    }
    ptrdiff_t stride = surface->stride;
    c.red[i] = p[0];
    c.green[i] = p[stride];
    c.blue[i] = p[2 * stride];
    c.alpha[i] = p[3 * stride];
  }
  *result = surface->planes ? c : colors_of_pixels(pixels);
}

// Loads the layer under the block at x, unless it has alpha alone.
INLINE Colors texels_at(const TexelRow *row, int x) {
  int texel = x - row->x;
  if (texel >= 0 && texel + LANES <= row->surface.width) {
    if (row->surface.planes) return load_planes(row->surface.planes + texel, row->surface.stride);
    return colors_of_pixels(*(const unaligned_uvec *)(row->surface.pixels + texel));
  }
  Colors result;
  NAME(partial_texels)(row, x, &result);
  return result;
}

// Loads the alphas of any layer.
INLINE fvec alphas_at(const TexelRow *row, int x) {
  const GlazeSurface *surface = &row->surface;
  int texel = x - row->x;
  if (texel >= 0 && texel + LANES <= surface->width) {
    if (!surface->planes) return byte_component(*(const unaligned_uvec *)(surface->pixels + texel), 24);
    return load_floats(surface->planes + (surface->planeCount - 1) * (ptrdiff_t)surface->stride + texel);
  }
  Colors result;
  NAME(partial_texels)(row, x, &result);
  return result.alpha;
}
