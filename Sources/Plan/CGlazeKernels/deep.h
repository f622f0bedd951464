// Texture sampling in floating point, for images with more than 8 bits. Included inside kernels.h.
//
// Texels are gathered one by one, since such images are rare.

INLINE Colors fetch_deep(const Levels *levels, ivec x, ivec y) {
  Colors texels;
  for (int i = 0; i < LANES; i++) {
    const GlazeLevel *level = levels->level ? levels->level
                                            : &levels->texture->levels[levels->numbers[i]];
    const float *p = level->planes + (ptrdiff_t)y[i] * 4 * level->stride + x[i];
    texels.red[i] = p[0];
    texels.green[i] = p[level->stride];
    texels.blue[i] = p[2 * level->stride];
    texels.alpha[i] = p[3 * level->stride];
  }
  return texels;
}

INLINE Colors mix_deep(Colors a, Colors b, fvec weight) {
  return (Colors){a.red + (b.red - a.red) * weight, a.green + (b.green - a.green) * weight,
                  a.blue + (b.blue - a.blue) * weight, a.alpha + (b.alpha - a.alpha) * weight};
}

INLINE Colors deep_nearest(const Levels *levels, fvec u, fvec v) {
  fvec width = to_f(levels->width), height = to_f(levels->height);
  ivec x = truncate_f(min_f(max_f(u * width, splat(0.0f)), width));
  ivec y = truncate_f(min_f(max_f(v * height, splat(0.0f)), height));
  return fetch_deep(levels, clamp_i(x, levels->width - 1), clamp_i(y, levels->height - 1));
}

INLINE Colors deep_linear(const Levels *levels, fvec u, fvec v) {
  Taps x = taps_of(u, levels->width), y = taps_of(v, levels->height);
  fvec right = to_f((ivec)(x.weight & 0xFFFF)) * (1.0f / 256.0f);
  fvec down = to_f((ivec)(y.weight & 0xFFFF)) * (1.0f / 256.0f);
  Colors above = mix_deep(fetch_deep(levels, x.low, y.low), fetch_deep(levels, x.high, y.low),
                          right);
  Colors below = mix_deep(fetch_deep(levels, x.low, y.high), fetch_deep(levels, x.high, y.high),
                          right);
  return mix_deep(above, below, down);
}

static __attribute__((noinline)) void NAME(deep_filter)(
  const GlazeTexture *texture, int filter, const fvec *places, Colors *result) {
  fvec u = places[0], v = places[1];
  if (filter != GlazeTrilinear || texture->levelCount <= 1) {
    Levels levels = one_level(texture, 0);
    *result = filter == GlazeNearest ? deep_nearest(&levels, u, v) : deep_linear(&levels, u, v);
    return;
  }
  fvec level = clamp_f(places[2], 0.0f, (float)(texture->levelCount - 1));
  ivec number = truncate_f(level);
  Levels near = each_level(texture, number);
  Levels far = each_level(texture, clamp_i(number + 1, (ivec)(texture->levelCount - 1)));
  *result = mix_deep(deep_linear(&near, u, v), deep_linear(&far, u, v), level - to_f(number));
}

// textureLod.
INLINE Colors sample_deep(const GlazeTexture *texture, fvec u, fvec v, fvec level) {
  const fvec places[3] = {u, v, level};
  int magnification = texture->magnification == GlazeNearest ? GlazeNearest : GlazeLinear;
  ivec isMinified = level > 0.0f;
  Colors large, small;
  NAME(deep_filter)(texture, magnification, places, &large);
  if (texture->minification == magnification || !any(isMinified)) return large;
  NAME(deep_filter)(texture, texture->minification, places, &small);
  return (Colors){select_f(isMinified, small.red, large.red),
                  select_f(isMinified, small.green, large.green),
                  select_f(isMinified, small.blue, large.blue),
                  select_f(isMinified, small.alpha, large.alpha)};
}
