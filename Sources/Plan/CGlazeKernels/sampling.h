// Texture sampling for eight pixels. Included inside kernels.h.
//
// Filtered texels are 8.8 fixed point, two components to a word. The positions between texels are in 256ths,
// as in graphics processors.

typedef struct {
  u8 redBlue, greenAlpha;
} Texels;

typedef struct {
  i8 low, high;  // the two neighbors, clamped to the texture
  u8 weight;     // of the high one, in 256ths, twice in each word
} Taps;

INLINE Texels widen(u8 texels) {
  return (Texels){(texels << 8) & 0xFF00FF00, texels & 0xFF00FF00};
}

// Interpolates with a weight in 65536ths, twice in each word; exactly a where it is 0.
INLINE u8 mix_16(u8 a, u8 b, u8 weight) {
  return add_16(subtract_16(a, multiply_high(a, weight)), multiply_high(b, weight));
}

INLINE i8 clamp_i(i8 a, i8 high) {
  a &= ~(a >> 31);
  i8 above = a > high;
  return (a & ~above) | (high & above);
}

// The levels that the lanes sample, which mostly coincide.
typedef struct {
  const GlazeTexture *texture;
  const GlazeLevel *level;  // NULL where the lanes differ
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

// Indices leave the vector through memory, because eight loads are cheaper than eight extractions.
typedef union {
  u8 vector;
  uint32_t lanes[8];
} Indices;

INLINE Indices indices_of(const Levels *levels, i8 x, i8 y) {
  return (Indices){(u8)y * (u8)levels->width + (u8)x};
}

INLINE const uint32_t *pixels_of(const Levels *levels, int lane) {
  return levels->level ? levels->level->pixels
                       : levels->texture->levels[levels->numbers[lane]].pixels;
}

INLINE u8 fetch(const Levels *levels, i8 x, i8 y) {
  Indices index = indices_of(levels, x, y);
  u8 texels;
  for (int i = 0; i < 8; i++) texels[i] = pixels_of(levels, i)[index.lanes[i]];
  return texels;
}

// Loads texels, and their neighbors to the right.
typedef struct {
  u8 left, right;
} Pair;

INLINE Pair pair_of(u64x8 pairs) {
  u32x16 words = (u32x16)pairs;
  return (Pair){__builtin_shufflevector(words, words, 0, 2, 4, 6, 8, 10, 12, 14),
                __builtin_shufflevector(words, words, 1, 3, 5, 7, 9, 11, 13, 15)};
}

INLINE Pair fetch_pair(const Levels *levels, i8 x, i8 y) {
  Indices index = indices_of(levels, x, y);
  u64x8 pairs;
  for (int i = 0; i < 8; i++)
    pairs[i] = *(const unaligned_u64 *)(pixels_of(levels, i) + index.lanes[i]);
  return pair_of(pairs);
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

INLINE Texels mix_pairs(Pair above, Pair below, u8 right, u8 down) {
  const u8 even = 0x00FF00FF;
  return (Texels){
    mix_components(above.left & even, above.right & even, below.left & even, below.right & even, right,
                   down),
    mix_components((above.left >> 8) & even, (above.right >> 8) & even, (below.left >> 8) & even,
                   (below.right >> 8) & even, right, down)};
}

// Positions of which all four neighbors lie inside of a level, in 256ths of a texel.
INLINE Texels sample_inside(const GlazeLevel *level, f8 placeX, f8 placeY) {
  i8 x = truncate_f(placeX), y = truncate_f(placeY);
  Indices index = {(u8)(y >> 8) * (u8)level->width + (u8)(x >> 8)};
  const uint32_t *row = level->pixels, *next = row + level->width;
  u64x8 above, below;
  for (int i = 0; i < 8; i++) {
    above[i] = *(const unaligned_u64 *)(row + index.lanes[i]);
    below[i] = *(const unaligned_u64 *)(next + index.lanes[i]);
  }
  return mix_pairs(pair_of(above), pair_of(below), lower_twice((u8)(x & 255)),
                   lower_twice((u8)(y << 8)));
}

INLINE Texels sample_linear(const Levels *levels, f8 u, f8 v) {
  const GlazeLevel *level = levels->level;
  if (level) {
    f8 x = u * (float)level->width * 256.0f - 127.5f, y = v * (float)level->height * 256.0f - 127.5f;
    float right = (float)(level->width - 1) * 256.0f, bottom = (float)(level->height - 1) * 256.0f;
    if (all((x >= 0.0f) & (x < right) & (y >= 0.0f) & (y < bottom))) return sample_inside(level, x, y);
  }
  Taps x = taps_of(u, levels->width), y = taps_of(v, levels->height);
  Pair above, below;
  if (all(x.high == x.low + 1)) {
    above = fetch_pair(levels, x.low, y.low);
    below = fetch_pair(levels, x.low, y.high);
  } else {
    above = (Pair){fetch(levels, x.low, y.low), fetch(levels, x.high, y.low)};
    below = (Pair){fetch(levels, x.low, y.high), fetch(levels, x.high, y.high)};
  }
  return mix_pairs(above, below, x.weight, y.weight << 8);
}

INLINE i8 is_inside(i8 place, i8 size) { return (place >= 0) & (place < size); }

// Bilinear, with transparent black around the texture.
INLINE Texels sample_target(const GlazeTexture *texture, f8 u, f8 v) {
  const u8 even = 0x00FF00FF;
  Levels level = one_level(texture, 0);
  i8 placeX = fixed_place(u, to_f(level.width)), placeY = fixed_place(v, to_f(level.height));
  i8 x = placeX >> 8, y = placeY >> 8;
  u8 right = (u8)(placeX & 255), down = (u8)(placeY & 255);
  u8 texels[4];
  for (int corner = 0; corner < 4; corner++) {
    i8 column = x + (corner & 1), row = y + (corner >> 1);
    i8 isInside = is_inside(column, level.width) & is_inside(row, level.height);
    texels[corner] = fetch(&level, column & isInside, row & isInside) & (u8)isInside;
  }
  right |= right << 16;
  down = (down << 8) | (down << 24);
  return (Texels){
    mix_components(texels[0] & even, texels[1] & even, texels[2] & even, texels[3] & even, right,
                   down),
    mix_components((texels[0] >> 8) & even, (texels[1] >> 8) & even, (texels[2] >> 8) & even,
                   (texels[3] >> 8) & even, right, down)};
}

// Uses a texel's alpha for all of its components.
INLINE Texels alpha_texels(Texels t) {
  u8 alpha = (t.greenAlpha >> 16) | (t.greenAlpha & 0xFFFF0000);
  return (Texels){alpha, alpha};
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

// Half the logarithm of the texel area that a pixel spans in its longer direction.
INLINE f8 mip_level_of(f8 rightU, f8 downU, f8 rightV, f8 downV) {
  return 0.5f * log2_f(max_f(rightU * rightU + rightV * rightV, downU * downU + downV * downV));
}

INLINE f8 mip_level(const GlazeImage *image, f8 rightX, f8 downX, f8 rightY, f8 downY) {
  f8 rightU = rightX * image->texelsX, downU = downX * image->texelsX;
  f8 rightV = rightY * image->texelsY, downV = downY * image->texelsY;
  return mip_level_of(rightU, downU, rightV, downV) + image->bias;
}

// The same for a mask.
INLINE f8 masked_level(const GlazeMaskedImage *m, f8 rightX, f8 downX, f8 rightY, f8 downY) {
  vec4 u = m->maskX * m->texelsX, v = m->maskY * m->texelsY;
  return mip_level_of(rightX * u.x + rightY * u.y, downX * u.x + downY * u.y,
                      rightX * v.x + rightY * v.y, downX * v.x + downY * v.y)
       + m->bias;
}
