// Texture sampling for eight pixels. Included inside kernels.h.
//
// Filtered texels are 8.8 fixed point, two components to a word, and the places between texels are
// counted in 256ths, as graphics processors do.

typedef struct {
  u8 redBlue, greenAlpha;
} Texels;

typedef struct {
  i8 low, high;  // the two neighbours, clamped to the texture
  u8 weight;     // of the high one, in 256ths, twice in each word
} Taps;

INLINE Texels widen(u8 texels) {
  return (Texels){(texels << 8) & 0xFF00FF00, texels & 0xFF00FF00};
}

// Weight in 65536ths, twice in each word; exactly a where it is 0.
INLINE u8 mix_16(u8 a, u8 b, u8 weight) {
  return add_16(subtract_16(a, multiply_high(a, weight)), multiply_high(b, weight));
}

INLINE i8 clamp_i(i8 a, i8 high) {
  a &= ~(a >> 31);
  i8 above = a > high;
  return (a & ~above) | (high & above);
}

// The levels that the lanes sample: mostly the same one.
typedef struct {
  const GlazeTexture *texture;
  const GlazeLevel *level;  // nil where the lanes differ
  i8 numbers, width, height;
} Levels;

INLINE Levels one_level(const GlazeTexture *texture, int number) {
  const GlazeLevel *level = &texture->levels[number];
  return (Levels){texture, level, (i8)number, (i8)level->width, (i8)level->height};
}

INLINE Levels each_level(const GlazeTexture *texture, i8 numbers) {
  if (all(numbers == (i8)numbers[0])) return one_level(texture, numbers[0]);
  Levels levels = {texture, NULL, numbers, numbers, numbers};
  for (int i = 0; i < 8; i++) {
    levels.width[i] = texture->levels[numbers[i]].width;
    levels.height[i] = texture->levels[numbers[i]].height;
  }
  return levels;
}

INLINE u8 fetch(const Levels *levels, i8 x, i8 y) {
  u8 index = __builtin_convertvector(y, u8) * __builtin_convertvector(levels->width, u8)
           + __builtin_convertvector(x, u8);
  u8 texels;
  if (levels->level) {
    const uint32_t *pixels = levels->level->pixels;
    for (int i = 0; i < 8; i++) texels[i] = pixels[index[i]];
  } else {
    for (int i = 0; i < 8; i++)
      texels[i] = levels->texture->levels[levels->numbers[i]].pixels[index[i]];
  }
  return texels;
}

INLINE Texels sample_nearest(const Levels *levels, f8 u, f8 v) {
  f8 width = to_f(levels->width), height = to_f(levels->height);
  i8 x = truncate_f(min_f(max_f(u * width, splat(0.0f)), width));
  i8 y = truncate_f(min_f(max_f(v * height, splat(0.0f)), height));
  return widen(fetch(levels, clamp_i(x, levels->width - 1), clamp_i(y, levels->height - 1)));
}

INLINE i8 fixed_place(f8 coordinate, f8 size) {
  f8 place = coordinate * size * 256.0f - 127.5f;
  return floor_f(min_f(max_f(place, splat(-256.0f)), size * 256.0f));
}

INLINE Taps taps_of(f8 coordinate, i8 size) {
  i8 place = fixed_place(coordinate, to_f(size));
  i8 low = place >> 8;
  u8 weight = (u8)(place & 255);
  return (Taps){clamp_i(low, size - 1), clamp_i(low + 1, size - 1), weight | (weight << 16)};
}

INLINE u8 mix_components(u8 a, u8 b, u8 c, u8 d, u8 right, u8 down) {
  u8 left = 0x01000100 - right;
  return mix_16(add_16(multiply_low(a, left), multiply_low(b, right)),
                add_16(multiply_low(c, left), multiply_low(d, right)), down);
}

INLINE Texels sample_linear(const Levels *levels, f8 u, f8 v) {
  const u8 even = 0x00FF00FF;
  Taps x = taps_of(u, levels->width), y = taps_of(v, levels->height);
  u8 a = fetch(levels, x.low, y.low), b = fetch(levels, x.high, y.low);
  u8 c = fetch(levels, x.low, y.high), d = fetch(levels, x.high, y.high);
  u8 down = y.weight << 8;
  return (Texels){
    mix_components(a & even, b & even, c & even, d & even, x.weight, down),
    mix_components((a >> 8) & even, (b >> 8) & even, (c >> 8) & even, (d >> 8) & even, x.weight,
                   down)};
}

INLINE Texels sample_trilinear(const GlazeTexture *texture, f8 u, f8 v, f8 level) {
  level = clamp_f(level, 0.0f, (float)(texture->levelCount - 1));
  i8 number = truncate_f(level);
  u8 weight = __builtin_convertvector(
    truncate_f((level - to_f(number)) * 65535.0f + 0.5f), u8);
  Levels near = each_level(texture, number);
  Texels texels = sample_linear(&near, u, v);
  if (!any(weight != 0)) return texels;
  weight |= weight << 16;
  Levels far = each_level(texture, clamp_i(number + 1, (i8)(texture->levelCount - 1)));
  Texels other = sample_linear(&far, u, v);
  return (Texels){mix_16(texels.redBlue, other.redBlue, weight),
                  mix_16(texels.greenAlpha, other.greenAlpha, weight)};
}

INLINE Texels sample_filter(const GlazeTexture *texture, int filter, f8 u, f8 v, f8 level) {
  if (filter == GlazeTrilinear && texture->levelCount > 1)
    return sample_trilinear(texture, u, v, level);
  Levels levels = one_level(texture, 0);
  return filter == GlazeNearest ? sample_nearest(&levels, u, v) : sample_linear(&levels, u, v);
}

// textureLod.
INLINE Texels sample(const GlazeTexture *texture, f8 u, f8 v, f8 level) {
  int magnification = texture->magnification == GlazeNearest ? GlazeNearest : GlazeLinear;
  if (texture->minification == magnification)
    return sample_filter(texture, magnification, u, v, level);
  i8 isMinified = level > 0.0f;
  if (all(isMinified)) return sample_filter(texture, texture->minification, u, v, level);
  Texels large = sample_filter(texture, magnification, u, v, level);
  if (!any(isMinified)) return large;
  Texels small = sample_filter(texture, texture->minification, u, v, level);
  return (Texels){select_u(isMinified, small.redBlue, large.redBlue),
                  select_u(isMinified, small.greenAlpha, large.greenAlpha)};
}

// Half the logarithm of the texels' area that a pixel spans in its longer direction.
INLINE f8 mip_level(const Point *p, const ImageInstance *image) {
  float u = image->mapping.x * image->texture.x, v = image->mapping.y * image->texture.y;
  f8 rightU = p->rightX * u, downU = p->downX * u;
  f8 rightV = p->rightY * v, downV = p->downY * v;
  return 0.5f * log2_f(max_f(rightU * rightU + rightV * rightV, downU * downU + downV * downV))
       + image->texture.z;
}
