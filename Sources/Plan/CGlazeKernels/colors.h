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

// Loads eight pixels of a row at x; those at and beyond its width are not read.
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

// Whether each of eight pixels at x precedes the run's end.
INLINE i8 lanes_in(const GlazeRun *run, int x) { return lane_numbers < (i8)(run->end - x); }

INLINE f8 centres_at(int x) { return (float)x + lane_centres; }

INLINE void blend_at(const GlazeRun *run, int x, Sources sources) {
  store_pixels(run->row, x, run->width, blend(load_pixels(run->row, x, run->width), sources));
}

INLINE Sources sources_of_pixels(u8 pixels) {
  Texels t = widen(pixels);
  u8 alpha = pixels >> 24;
  alpha |= alpha << 8;
  // An alpha of 255 is 65280 in 8.8, and 65535 in the part that it removes from the backdrop: 257 times the
  // alpha.
  return (Sources){t.redBlue + 0x00800080, t.greenAlpha + 0x00800080, ~(alpha | (alpha << 16))};
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
  if (run->planes) {
    Colors old = load_planes(run->planes + x, run->stride);
    Colors new = {select_f(lanes, c.red, old.red), select_f(lanes, c.green, old.green),
                  select_f(lanes, c.blue, old.blue), select_f(lanes, c.alpha, old.alpha)};
    store_planes(run->planes + x, run->stride, new);
  } else {
    u8 old = load_pixels(run->row, x, run->width);
    store_pixels(run->row, x, run->width, select_u(lanes, pixels_of_colors(c), old));
  }
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
  else if (result.surface.planes) result.surface.planes += y * 4 * layer->surface.stride;
  else result.surface.pixels += y * layer->surface.width;
  return result;
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
    ptrdiff_t stride = surface->stride;
    c.red[i] = p[0];
    c.green[i] = p[stride];
    c.blue[i] = p[2 * stride];
    c.alpha[i] = p[3 * stride];
  }
  *result = surface->planes ? c : colors_of_pixels(pixels);
}

// Loads the layer under eight pixels at x.
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

// Bilinear in floating point, with transparent black around the level.
INLINE Colors sample_floats(const GlazeLevel *level, f8 u, f8 v) {
  f8 width = splat((float)level->width), height = splat((float)level->height);
  f8 x = min_f(max_f(u * width - 0.5f, splat(-1.0f)), width);
  f8 y = min_f(max_f(v * height - 0.5f, splat(-1.0f)), height);
  i8 left = floor_f(x), top = floor_f(y);
  f8 right = x - to_f(left), down = y - to_f(top);
  Colors sum = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
  for (int corner = 0; corner < 4; corner++) {
    i8 column = left + (corner & 1), row = top + (corner >> 1);
    f8 weight = (corner & 1 ? right : 1.0f - right) * (corner & 2 ? down : 1.0f - down);
    i8 isInside = (column >= 0) & (column < level->width) & (row >= 0) & (row < level->height);
    column &= isInside;
    row &= isInside;
    weight = select_f(isInside, weight, splat(0.0f));
    Colors texels;
    for (int i = 0; i < 8; i++) {
      const float *p = level->planes + (ptrdiff_t)row[i] * 4 * level->stride + column[i];
      texels.red[i] = p[0];
      texels.green[i] = p[level->stride];
      texels.blue[i] = p[2 * level->stride];
      texels.alpha[i] = p[3 * level->stride];
    }
    sum.red += texels.red * weight;
    sum.green += texels.green * weight;
    sum.blue += texels.blue * weight;
    sum.alpha += texels.alpha * weight;
  }
  return sum;
}
