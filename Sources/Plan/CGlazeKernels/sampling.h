// Texture sampling for a block of pixels. Included inside kernels.h.
//
// Filtered texels are 8.8 fixed point, two components to a word. The positions between texels are in 256ths,
// as in graphics processors.

typedef struct {
  uvec redBlue, greenAlpha;
} Texels;

typedef struct {
  ivec low, high;  // the two neighbors, clamped to the texture
  uvec weight;     // of the high one, in 256ths, twice in each word
} Taps;

INLINE Texels widen(uvec texels) {
  return (Texels){(texels << 8) & 0xFF00FF00, texels & 0xFF00FF00};
}

// Interpolates with a weight in 65536ths, twice in each word; exactly a where it is 0.
INLINE uvec mix_16(uvec a, uvec b, uvec weight) {
  return add_16(subtract_16(a, multiply_high(a, weight)), multiply_high(b, weight));
}

INLINE ivec clamp_i(ivec a, ivec high) {
  a &= ~(a >> 31);
  ivec above = a > high;
  return (a & ~above) | (high & above);
}

// The levels that the lanes sample, which mostly coincide.
typedef struct {
  const GlazeTexture *texture;
  const GlazeLevel *level;  // NULL where the lanes differ
  ivec numbers, width, height;
} Levels;

INLINE Levels one_level(const GlazeTexture *texture, int number) {
  const GlazeLevel *level = &texture->levels[number];
  return (Levels){texture, level, (ivec)number, (ivec)level->width, (ivec)level->height};
}

INLINE Levels each_level(const GlazeTexture *texture, ivec numbers) {
  if (all(numbers == (ivec)numbers[0])) return one_level(texture, numbers[0]);
  Levels levels = {texture, NULL, numbers, numbers, numbers};
  for (int i = 0; i < LANES; i++) {
    levels.width[i] = texture->levels[numbers[i]].width;
    levels.height[i] = texture->levels[numbers[i]].height;
  }
  return levels;
}

// Indices leave the vector through memory, because loads are cheaper than extractions.
typedef union {
  uvec vector;
  uint32_t lanes[LANES];
} Indices;

INLINE Indices indices_of(const Levels *levels, ivec x, ivec y) {
  return (Indices){(uvec)y * (uvec)levels->width + (uvec)x};
}

INLINE const uint32_t *pixels_of(const Levels *levels, int lane) {
  return levels->level ? levels->level->pixels
                       : levels->texture->levels[levels->numbers[lane]].pixels;
}

INLINE uvec fetch(const Levels *levels, ivec x, ivec y) {
  Indices index = indices_of(levels, x, y);
  uvec texels;
  for (int i = 0; i < LANES; i++) texels[i] = pixels_of(levels, i)[index.lanes[i]];
  return texels;
}

// Loads texels, and their neighbors to the right. One load after the other is faster than instructions that gather.
typedef struct {
  uvec left, right;
} Pair;

// Texels with their neighbors, in vectors that one register holds.
typedef struct {
  u64x8 parts[LANES / 8];
} Pairs;

INLINE Pair pair_of(const Pairs *pairs) {
  u32x16 first = (u32x16)pairs->parts[0], last = (u32x16)pairs->parts[LANES / 8 - 1];
  return (Pair){__builtin_shufflevector(first, last, EACH_LANE(FIRST)),
                __builtin_shufflevector(first, last, EACH_LANE(SECOND))};
}

INLINE Pair fetch_pair(const Levels *levels, ivec x, ivec y) {
  Indices index = indices_of(levels, x, y);
  Pairs pairs;
#pragma clang loop vectorize(disable) unroll(full)
  for (int i = 0; i < LANES; i++)
    pairs.parts[i / 8][i % 8] = *(const unaligned_u64 *)(pixels_of(levels, i) + index.lanes[i]);
  return pair_of(&pairs);
}

INLINE Texels sample_nearest(const Levels *levels, fvec u, fvec v) {
  fvec width = to_f(levels->width), height = to_f(levels->height);
  ivec x = truncate_f(min_f(max_f(u * width, splat(0.0f)), width));
  ivec y = truncate_f(min_f(max_f(v * height, splat(0.0f)), height));
  return widen(fetch(levels, clamp_i(x, levels->width - 1), clamp_i(y, levels->height - 1)));
}

INLINE ivec fixed_place(fvec coordinate, fvec size) {
  fvec place = coordinate * size * 256.0f - 127.5f;
  return floor_f(min_f(max_f(place, splat(-256.0f)), size * 256.0f));
}

INLINE Taps taps_of(fvec coordinate, ivec size) {
  ivec place = fixed_place(coordinate, to_f(size));
  ivec low = place >> 8;
  uvec weight = (uvec)(place & 255);
  return (Taps){clamp_i(low, size - 1), clamp_i(low + 1, size - 1), weight | (weight << 16)};
}

INLINE uvec mix_components(uvec a, uvec b, uvec c, uvec d, uvec right, uvec down) {
  uvec left = 0x01000100 - right;
  return mix_16(add_16(multiply_low(a, left), multiply_low(b, right)),
                add_16(multiply_low(c, left), multiply_low(d, right)), down);
}

INLINE Texels mix_pairs(Pair above, Pair below, uvec right, uvec down) {
  const uvec even = 0x00FF00FF;
  return (Texels){
    mix_components(above.left & even, above.right & even, below.left & even, below.right & even, right,
                   down),
    mix_components((above.left >> 8) & even, (above.right >> 8) & even, (below.left >> 8) & even,
                   (below.right >> 8) & even, right, down)};
}

// Positions of which all four neighbors lie inside of a level, in 256ths of a texel.
INLINE Texels sample_inside(const GlazeLevel *level, fvec placeX, fvec placeY) {
  ivec x = truncate_f(placeX), y = truncate_f(placeY);
  Indices index = {(uvec)(y >> 8) * (uvec)level->width + (uvec)(x >> 8)};
  const uint32_t *row = level->pixels, *next = row + level->width;
  Pairs above, below;
#pragma clang loop vectorize(disable) unroll(full)
  for (int i = 0; i < LANES; i++) {
    above.parts[i / 8][i % 8] = *(const unaligned_u64 *)(row + index.lanes[i]);
    below.parts[i / 8][i % 8] = *(const unaligned_u64 *)(next + index.lanes[i]);
  }
  return mix_pairs(pair_of(&above), pair_of(&below), lower_twice((uvec)(x & 255)),
                   lower_twice((uvec)(y << 8)));
}

INLINE Texels sample_linear(const Levels *levels, fvec u, fvec v) {
  const GlazeLevel *level = levels->level;
  if (level) {
    fvec x = u * (float)level->width * 256.0f - 127.5f, y = v * (float)level->height * 256.0f - 127.5f;
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

INLINE ivec is_inside(ivec place, ivec size) { return (place >= 0) & (place < size); }

// Bilinear, with transparent black around the texture.
INLINE Texels sample_target(const GlazeTexture *texture, fvec u, fvec v) {
  const uvec even = 0x00FF00FF;
  Levels level = one_level(texture, 0);
  ivec placeX = fixed_place(u, to_f(level.width)), placeY = fixed_place(v, to_f(level.height));
  ivec x = placeX >> 8, y = placeY >> 8;
  uvec right = (uvec)(placeX & 255), down = (uvec)(placeY & 255);
  uvec texels[4];
  for (int corner = 0; corner < 4; corner++) {
    ivec column = x + (corner & 1), row = y + (corner >> 1);
    ivec isInside = is_inside(column, level.width) & is_inside(row, level.height);
    texels[corner] = fetch(&level, column & isInside, row & isInside) & (uvec)isInside;
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
  uvec alpha = (t.greenAlpha >> 16) | (t.greenAlpha & 0xFFFF0000);
  return (Texels){alpha, alpha};
}

INLINE Texels sample_filter(const GlazeTexture *texture, int filter, fvec u, fvec v, fvec level) {
  Levels near = one_level(texture, 0);
  if (filter == GlazeNearest) return sample_nearest(&near, u, v);
  if (filter == GlazeLinear || texture->levelCount <= 1) return sample_linear(&near, u, v);
  level = clamp_f(level, 0.0f, (float)(texture->levelCount - 1));
  ivec number = truncate_f(level);
  uvec weight = __builtin_convertvector(
    truncate_f((level - to_f(number)) * 65535.0f + 0.5f), uvec);
  near = each_level(texture, number);
  Texels texels = sample_linear(&near, u, v);
  if (!any(weight != 0)) return texels;
  weight |= weight << 16;
  Levels far = each_level(texture, clamp_i(number + 1, (ivec)(texture->levelCount - 1)));
  Texels other = sample_linear(&far, u, v);
  return (Texels){mix_16(texels.redBlue, other.redBlue, weight),
                  mix_16(texels.greenAlpha, other.greenAlpha, weight)};
}

// Samples of which some are magnified and others are not, which is rare.
static __attribute__((noinline, cold)) void NAME(sample_both)(const GlazeTexture *texture, int magnification,
                                                              const fvec *places, Texels *result) {
  fvec u = places[0], v = places[1], level = places[2];
  ivec isMinified = level > 0.0f;
  Texels large = sample_filter(texture, magnification, u, v, level);
  Texels small = sample_filter(texture, texture->minification, u, v, level);
  *result = (Texels){select_u(isMinified, small.redBlue, large.redBlue),
                     select_u(isMinified, small.greenAlpha, large.greenAlpha)};
}

// textureLod.
INLINE Texels sample(const GlazeTexture *texture, fvec u, fvec v, fvec level) {
  int magnification = texture->magnification == GlazeNearest ? GlazeNearest : GlazeLinear;
  ivec isMinified = level > 0.0f;
  bool isSmall = all(isMinified);
  if (texture->minification != magnification && !isSmall && any(isMinified)) {
    const fvec places[3] = {u, v, level};
    Texels result;
    NAME(sample_both)(texture, magnification, places, &result);
    return result;
  }
  return sample_filter(texture, isSmall ? texture->minification : magnification, u, v, level);
}

// Half the logarithm of the texel area that a pixel spans in its longer direction.
INLINE fvec mip_level_of(fvec rightU, fvec downU, fvec rightV, fvec downV) {
  return 0.5f * log2_f(max_f(rightU * rightU + rightV * rightV, downU * downU + downV * downV));
}

INLINE fvec mip_level(const GlazeImage *image, fvec rightX, fvec downX, fvec rightY, fvec downY) {
  fvec rightU = rightX * image->texelsX, downU = downX * image->texelsX;
  fvec rightV = rightY * image->texelsY, downV = downY * image->texelsY;
  return mip_level_of(rightU, downU, rightV, downV) + image->bias;
}

// The same for a mask.
INLINE fvec masked_level(const GlazeMaskedImage *m, fvec rightX, fvec downX, fvec rightY, fvec downY) {
  vec4 u = m->maskX * m->texelsX, v = m->maskY * m->texelsY;
  return mip_level_of(rightX * u.x + rightY * u.y, downX * u.x + downY * u.y,
                      rightX * v.x + rightY * v.y, downX * v.x + downY * v.y)
       + m->bias;
}
