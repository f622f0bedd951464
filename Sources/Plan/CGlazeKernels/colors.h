// The pixels of targets, in bytes and in floating point. Included inside kernels.h.

// Colors of 1.0 in 8.8 fixed point.
#define UNIT 65280.0f

// Colors of eight pixels, ready to be blended, as in GlazeSource.
typedef struct {
  u8 redBlue, greenAlpha, keep;
} Sources;

// Components from 0 to 65280.
INLINE Sources sources_within(f8 red, f8 green, f8 blue, f8 alpha) {
  u8 r = (u8)truncate_f(red + 128.5f), g = (u8)truncate_f(green + 128.5f);
  u8 b = (u8)truncate_f(blue + 128.5f), opaque = (u8)truncate_f(alpha + 128.5f);
  u8 keep = (u8)truncate_f(65535.5f - alpha * (65535.0f / UNIT));
  return (Sources){r | (b << 16), g | (opaque << 16), keep | (keep << 16)};
}

// Components in units of 1/65280.
INLINE Sources sources_of(f8 red, f8 green, f8 blue, f8 alpha) {
  return sources_within(clamp_f(red, 0.0f, UNIT), clamp_f(green, 0.0f, UNIT),
                        clamp_f(blue, 0.0f, UNIT), clamp_f(alpha, 0.0f, UNIT));
}

// Computes source + backdrop * (1 - alpha), rounded half up. A source of zero does not change anything.
INLINE u8 blend(u8 backdrop, Sources s) {
  u8 redBlue = add_saturating(s.redBlue, multiply_high((backdrop << 8) & 0xFF00FF00, s.keep));
  u8 greenAlpha = add_saturating(s.greenAlpha, multiply_high(backdrop & 0xFF00FF00, s.keep));
  return ((redBlue >> 8) & 0x00FF00FF) | (greenAlpha & 0xFF00FF00);
}

// The last pixels of a row, fewer than eight: few blocks reach beyond the target.
static __attribute__((noinline, cold)) void NAME(load_last)(const uint32_t *pixels, int count, u8 *result) {
  *result = 0;
  if (count > 0) __builtin_memcpy(result, pixels, (size_t)count * sizeof *pixels);
}

static __attribute__((noinline, cold)) void NAME(store_last)(uint32_t *pixels, int count, const u8 *source) {
  if (count > 0) __builtin_memcpy(pixels, source, (size_t)count * sizeof *pixels);
}

// Loads eight pixels of a row at x; those at and beyond its width are not read.
INLINE u8 load_pixels(const uint32_t *row, int x, int width) {
  if (__builtin_expect(x + 8 <= width, true)) return *(const unaligned_u8 *)(row + x);
  u8 pixels;
  NAME(load_last)(row + x, width - x, &pixels);
  return pixels;
}

INLINE void store_pixels(uint32_t *row, int x, int width, u8 pixels) {
  if (__builtin_expect(x + 8 <= width, true)) {
    *(unaligned_u8 *)(row + x) = pixels;
  } else {
    u8 copy = pixels;
    NAME(store_last)(row + x, width - x, &copy);
  }
}

// Whether each of eight pixels at x precedes the run's end.
INLINE i8 lanes_in(const GlazeRun *run, int x) { return lane_numbers < (i8)(run->end - x); }

INLINE f8 centres_at(int x) { return (float)x + lane_centres; }

INLINE void blend_at(const GlazeRun *run, int x, Sources sources) {
  if (__builtin_expect(x + 8 <= run->width, true)) {
    unaligned_u8 *pixels = (unaligned_u8 *)(run->row + x);
    *pixels = blend(*pixels, sources);
  } else {
    store_pixels(run->row, x, run->width, blend(load_pixels(run->row, x, run->width), sources));
  }
}

// The part of the backdrop that an alpha in 8.8 fixed point, twice in each word, leaves, of 65535. 65280 is full
// coverage; in the part that it removes from the backdrop, that is 65535.
INLINE u8 kept(u8 alpha) { return ~add_16(alpha, shift_right_16(alpha, 8)); }

// Unchanged colors in 8.8 fixed point.
INLINE Sources whole_sources(Texels t) {
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, kept(upper_twice(t.greenAlpha))};
}

// The part of 65536 that coverage leaves out, twice in each word: 0 for a coverage of 1, and 65535 for 0.
INLINE u8 fade_of(f8 coverage) {
  // The last bit of this number, and of those around it, is 1, so that the sum's lower half is the fade.
  const float integers = 8388608.0f;
  return lower_twice((u8)(coverage * -65535.0f + (integers + 65535.0f)));
}

// Removes a part of colors: nothing for a fade of 0. A fade of 65535 leaves at most 1/256 of a level, which
// does not change any backdrop.
INLINE Texels faded(Texels t, u8 fade) {
  return (Texels){subtract_16(t.redBlue, multiply_high(t.redBlue, fade)),
                  subtract_16(t.greenAlpha, multiply_high(t.greenAlpha, fade))};
}

INLINE Texels texels_of_source(const GlazeSource *s) { return (Texels){(u8)s->redBlue, (u8)s->greenAlpha}; }

INLINE Sources sources_of_source(const GlazeSource *s) {
  return (Sources){(u8)(s->redBlue + 0x00800080), (u8)(s->greenAlpha + 0x00800080), (u8)s->keep};
}

// One color, of which parts are composited.
typedef struct {
  Sources all;
  Texels color;
  u8 removed;  // by all of it from the backdrop, of 65535
} Solid;

INLINE Solid solid_of(const GlazeSource *s) {
  return (Solid){sources_of_source(s), texels_of_source(s), (u8)~s->keep};
}

// The color without a part of it; all of it for a fade of 0.
INLINE Sources solid_sources(const Solid *s, u8 fade) {
  return (Sources){subtract_16(s->all.redBlue, multiply_high(s->color.redBlue, fade)),
                   subtract_16(s->all.greenAlpha, multiply_high(s->color.greenAlpha, fade)),
                   add_16(s->all.keep, multiply_high(s->removed, fade))};
}

// The parts of 65536 that a color's components leave out of texels.
typedef struct {
  u8 redBlue, greenAlpha;
} Tint;

// Components in 0...1.
INLINE Tint tint_of(vec4 color) {
  f8 parts = (1.0f - (f8){color.x, color.z, color.y, color.w, 0, 0, 0, 0}) * 65535.0f + 0.5f;
  u8 fades = (u8)truncate_f(parts);
  return (Tint){(u8)(fades[0] | (fades[1] << 16)), (u8)(fades[2] | (fades[3] << 16))};
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
INLINE u8 way_of(f8 part) { return lower_twice((u8)truncate_f(part * -32768.0f)); }

// Exactly the first color where the part is 0, and the last one where it is 1.
INLINE Texels on_ramp(const Ramp *ramp, u8 way) {
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
INLINE void lay_faded(const GlazeRun *run, int x, Texels t, u8 fade) {
  blend_at(run, x, whole_sources(faded(t, fade)));
}

INLINE f8 component(u8 pair, int shift) {
  return __builtin_convertvector((i8)((pair >> shift) & 0xFFFF), f8);
}

// Premultiplied colors of eight pixels.
typedef struct {
  f8 red, green, blue, alpha;
} Colors;

INLINE Colors scale_colors(Colors c, f8 factor) {
  return (Colors){c.red * factor, c.green * factor, c.blue * factor, c.alpha * factor};
}

INLINE f8 byte_component(u8 pixels, int shift) {
  return __builtin_convertvector((i8)((pixels >> shift) & 0xFF), f8) * (1.0f / 255.0f);
}

INLINE Colors colors_of_pixels(u8 pixels) {
  return (Colors){byte_component(pixels, 0), byte_component(pixels, 8),
                  byte_component(pixels, 16), byte_component(pixels, 24)};
}

INLINE u8 byte_of(f8 component) {
  return __builtin_convertvector(truncate_f(clamp_f(component, 0.0f, 1.0f) * 255.0f + 0.5f), u8);
}

INLINE u8 pixels_of_colors(Colors c) {
  return byte_of(c.red) | (byte_of(c.green) << 8) | (byte_of(c.blue) << 16)
       | (byte_of(c.alpha) << 24);
}

INLINE f8 load_floats(const float *p) { return *(const unaligned_f8 *)p; }
INLINE void store_floats(float *p, f8 a) { *(unaligned_f8 *)p = a; }

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

// Loads the target at eight pixels.
INLINE Colors load_colors(const GlazeRun *run, int x) {
  if (run->planes) return load_planes(run->planes + x, run->stride);
  return colors_of_pixels(load_pixels(run->row, x, run->width));
}

// Replaces the pixels in the run.
INLINE void store_colors(const GlazeRun *run, int x, Colors c) {
  i8 lanes = lanes_in(run, x) & (lane_numbers >= (i8)(run->start - x));
  if (run->planes && x >= run->start && x + 8 <= run->end) {
    store_planes(run->planes + x, run->stride, c);
  } else if (run->planes) {
    Colors old = load_planes(run->planes + x, run->stride);
    Colors new = {select_f(lanes, c.red, old.red), select_f(lanes, c.green, old.green),
                  select_f(lanes, c.blue, old.blue), select_f(lanes, c.alpha, old.alpha)};
    store_planes(run->planes + x, run->stride, new);
  } else {
    u8 old = load_pixels(run->row, x, run->width);
    store_pixels(run->row, x, run->width, select_u(lanes, pixels_of_colors(c), old));
  }
}

// The same for a target of alpha alone.
INLINE void store_alphas(const GlazeRun *run, int x, f8 alpha) {
  float *alphas = run->planes + x;
  i8 lanes = lanes_in(run, x) & (lane_numbers >= (i8)(run->start - x));
  store_floats(alphas, select_f(lanes, alpha, load_floats(alphas)));
}

// Source over, into floating point.
INLINE void lay_colors(const GlazeRun *run, int x, Colors c) {
  Colors old = load_planes(run->planes + x, run->stride);
  f8 keep = 1.0f - c.alpha;
  store_planes(run->planes + x, run->stride,
               (Colors){c.red + old.red * keep, c.green + old.green * keep,
                        c.blue + old.blue * keep, c.alpha + old.alpha * keep});
}

// Source over, with components in units of 1/65280. Components of zero do not change anything.
INLINE void lay(const GlazeRun *run, int x, f8 red, f8 green, f8 blue, f8 alpha) {
  if (run->planes) {
    lay_colors(run, x, scale_colors((Colors){red, green, blue, alpha}, splat(1.0f / UNIT)));
  } else {
    blend_at(run, x, sources_of(red, green, blue, alpha));
  }
}

// The same for components from 0 to the alpha, which is at most 65280.
INLINE void lay_premultiplied(const GlazeRun *run, int x, f8 red, f8 green, f8 blue, f8 alpha) {
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
                                                                 u8 *result) {
  u8 pixels = 0;
  for (int i = 0; i < 8; i++)
    if (texel + i >= 0 && texel + i < surface->width) pixels[i] = surface->pixels[texel + i];
  *result = pixels;
}

// Loads the pixels of a layer of bytes under eight pixels at x; transparent outside of it.
INLINE u8 pixels_at(const TexelRow *row, int x) {
  int texel = x - row->x;
  if (texel >= 0 && texel + 8 <= row->surface.width)
    return *(const unaligned_u8 *)(row->surface.pixels + texel);
  u8 pixels;
  NAME(partial_pixels)(&row->surface, texel, &pixels);
  return pixels;
}

// Loads eight pixels at x, not all of which lie in the layer.
static __attribute__((noinline)) void NAME(partial_texels)(const TexelRow *row, int x,
                                                           Colors *result) {
  const GlazeSurface *surface = &row->surface;
  u8 pixels = 0;
  Colors c = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
  for (int i = 0; i < 8; i++) {
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

// Loads the layer under eight pixels at x, unless it has alpha alone.
INLINE Colors texels_at(const TexelRow *row, int x) {
  int texel = x - row->x;
  if (texel >= 0 && texel + 8 <= row->surface.width) {
    if (row->surface.planes) return load_planes(row->surface.planes + texel, row->surface.stride);
    return colors_of_pixels(*(const unaligned_u8 *)(row->surface.pixels + texel));
  }
  Colors result;
  NAME(partial_texels)(row, x, &result);
  return result;
}

// Loads the alphas of any layer.
INLINE f8 alphas_at(const TexelRow *row, int x) {
  const GlazeSurface *surface = &row->surface;
  int texel = x - row->x;
  if (texel >= 0 && texel + 8 <= surface->width) {
    if (!surface->planes) return byte_component(*(const unaligned_u8 *)(surface->pixels + texel), 24);
    return load_floats(surface->planes + (surface->planeCount - 1) * (ptrdiff_t)surface->stride + texel);
  }
  Colors result;
  NAME(partial_texels)(row, x, &result);
  return result.alpha;
}
