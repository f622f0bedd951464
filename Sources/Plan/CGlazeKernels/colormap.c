#include "colormap.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return bits;
}

static inline float float_of(uint32_t bits) {
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

// The value of a curve: a table by the exponent and the first eight bits of the fraction, and lines between.
static inline float curve(const float *values, float x) {
  uint32_t bits = bits_of(x), sign = bits & 0x80000000u, magnitude = bits & 0x7FFFFFFFu;
  const uint32_t first = (uint32_t)GlazeCurveFirst << 23;
  float y;
  if (magnitude < first) {
    y = values[0] * (float_of(magnitude) * 0x1p20f);
  } else {
    uint32_t offset = magnitude - first, index = offset >> 15;
    if (index >= GlazeCurveCount - 1) {
      // NaN and what is beyond the table.
      y = values[GlazeCurveCount - 1];
    } else {
      float part = (float)(offset & 0x7FFF) * 0x1p-15f;
      y = values[index] + (values[index + 1] - values[index]) * part;
    }
  }
  return float_of(bits_of(y) ^ sign);
}

static inline float limit(float x, float least, float most) {
  return x < least ? least : x > most ? most : x;
}

static inline void map_color(const GlazeColorMap *map, float *c) {
  float r = c[0], g = c[1], b = c[2];
  if (map->decode) {
    r = curve(map->decode, r);
    g = curve(map->decode, g);
    b = curve(map->decode, b);
  }
  if (map->changesPrimaries) {
    const float *m = map->matrix;
    float x = m[0] * r + m[1] * g + m[2] * b;
    float y = m[3] * r + m[4] * g + m[5] * b;
    float z = m[6] * r + m[7] * g + m[8] * b;
    r = x, g = y, b = z;
  }
  if (map->tone) {
    float most = r > g ? r : g;
    if (b > most) most = b;
    if (most > 0.0f) {
      float factor = curve(map->tone, most) / most;
      r *= factor, g *= factor, b *= factor;
    }
  }
  r = limit(r, map->least, map->most);
  g = limit(g, map->least, map->most);
  b = limit(b, map->least, map->most);
  if (map->encode) {
    r = curve(map->encode, r);
    g = curve(map->encode, g);
    b = curve(map->encode, b);
  }
  c[0] = r, c[1] = g, c[2] = b;
}

void glaze_map_colors(const GlazeColorMap *map, float *rgba, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) map_color(map, rgba + 4 * i);
}

// Half floats, rounded to nearest even. Compilers that may not use F16C would call functions for each.

static inline uint16_t half_of(float x) {
  uint32_t bits = bits_of(x), sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return 0;  // NaN
  if (magnitude >= 0x477FF000u) return (uint16_t)(sign | 0x7BFFu);  // the largest number
  if (magnitude < 0x38800000u) {
    // Numbers below 2^-14 are multiples of 2^-24.
    float scaled = float_of(magnitude) * 0x1p24f;
    uint32_t whole = (uint32_t)scaled;
    float rest = scaled - (float)whole;
    if (rest > 0.5f || (rest == 0.5f && (whole & 1))) whole++;
    return (uint16_t)(sign | whole);
  }
  uint32_t rounded = magnitude + 0xFFFu + ((magnitude >> 13) & 1);
  return (uint16_t)(sign | ((rounded - 0x38000000u) >> 13));
}

static inline float float_of_half(uint16_t half) {
  float magnitude = float_of((uint32_t)(half & 0x7FFF) << 13) * 0x1p112f;
  return float_of(bits_of(magnitude) | (uint32_t)(half & 0x8000) << 16);
}

static inline float unit(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

// MARK: Pixels

// Images have runs of equal pixels: the last one and its result are remembered.

void glaze_map_bytes(const GlazeColorMap *map, const uint8_t *source, uint8_t *target,
                     ptrdiff_t count) {
  uint32_t last = 0, result = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, source + 4 * i, 4);
    if (pixel != last) {
      last = pixel;
      const uint8_t *p = source + 4 * i;
      float alpha = p[3], c[3] = {0, 0, 0};
      if (p[3] > 0) {
        float inverse = 1.0f / alpha;
        for (int k = 0; k < 3; k++) c[k] = (float)p[k] * inverse;
        map_color(map, c);
      }
      uint8_t bytes[4] = {0, 0, 0, p[3]};
      for (int k = 0; k < 3; k++) bytes[k] = (uint8_t)(unit(c[k]) * alpha + 0.5f);
      memcpy(&result, bytes, 4);
    }
    memcpy(target + 4 * i, &result, 4);
  }
}

void glaze_map_bytes_to_halves(const GlazeColorMap *map, const uint8_t *source, uint16_t *target,
                               ptrdiff_t count) {
  uint32_t last = 0;
  uint16_t result[4] = {0, 0, 0, 0};
  for (ptrdiff_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, source + 4 * i, 4);
    if (pixel != last) {
      last = pixel;
      const uint8_t *p = source + 4 * i;
      float alpha = (float)p[3] / 255.0f, c[3] = {0, 0, 0};
      if (p[3] > 0) {
        float inverse = 1.0f / (float)p[3];
        for (int k = 0; k < 3; k++) c[k] = (float)p[k] * inverse;
        map_color(map, c);
      }
      for (int k = 0; k < 3; k++) result[k] = half_of(c[k] * alpha);
      result[3] = half_of(alpha);
    }
    memcpy(target + 4 * i, result, 8);
  }
}

void glaze_map_halves(const GlazeColorMap *map, const uint16_t *source, uint16_t *target,
                      ptrdiff_t count) {
  uint64_t last = 0;
  uint16_t result[4] = {0, 0, 0, 0};
  for (ptrdiff_t i = 0; i < count; i++) {
    uint64_t pixel;
    memcpy(&pixel, source + 4 * i, 8);
    if (pixel != last) {
      last = pixel;
      const uint16_t *p = source + 4 * i;
      float alpha = float_of_half(p[3]), c[3] = {0, 0, 0};
      if (alpha > 0.0f) {
        float inverse = 1.0f / alpha;
        for (int k = 0; k < 3; k++) c[k] = float_of_half(p[k]) * inverse;
        map_color(map, c);
      }
      for (int k = 0; k < 3; k++) result[k] = half_of(c[k] * alpha);
      result[3] = p[3];
    }
    memcpy(target + 4 * i, result, 8);
  }
}

// MARK: Frames

static inline void store(float r, float g, float b, float a, int format, void *target,
                         ptrdiff_t index) {
  if (format == GlazeFloat16) {
    uint16_t *p = (uint16_t *)target + 4 * index;
    p[0] = half_of(r), p[1] = half_of(g), p[2] = half_of(b), p[3] = half_of(a);
  } else if (format == GlazeUnorm16) {
    uint16_t *p = (uint16_t *)target + 4 * index;
    p[0] = (uint16_t)(unit(r) * 65535.0f + 0.5f);
    p[1] = (uint16_t)(unit(g) * 65535.0f + 0.5f);
    p[2] = (uint16_t)(unit(b) * 65535.0f + 0.5f);
    p[3] = (uint16_t)(unit(a) * 65535.0f + 0.5f);
  } else if (format == GlazeUnorm8) {
    uint8_t *p = (uint8_t *)target + 4 * index;
    p[0] = (uint8_t)(unit(r) * 255.0f + 0.5f);
    p[1] = (uint8_t)(unit(g) * 255.0f + 0.5f);
    p[2] = (uint8_t)(unit(b) * 255.0f + 0.5f);
    p[3] = (uint8_t)(unit(a) * 255.0f + 0.5f);
  } else {
    uint32_t red = (uint32_t)(unit(r) * 1023.0f + 0.5f);
    uint32_t green = (uint32_t)(unit(g) * 1023.0f + 0.5f);
    uint32_t blue = (uint32_t)(unit(b) * 1023.0f + 0.5f);
    uint32_t alpha = (uint32_t)(unit(a) * 3.0f + 0.5f);
    ((uint32_t *)target)[index] = red | green << 10 | blue << 20 | alpha << 30;
  }
}

// Four numbers at a time, with the operations of the functions above.

typedef float f4 __attribute__((ext_vector_type(4)));
typedef uint32_t u4 __attribute__((ext_vector_type(4)));
typedef int32_t i4 __attribute__((ext_vector_type(4)));
typedef f4 unaligned_f4 __attribute__((aligned(4)));
typedef u4 unaligned_u4 __attribute__((aligned(4)));

static inline u4 select_u(i4 mask, u4 a, u4 b) { return (a & (u4)mask) | (b & ~(u4)mask); }

static inline u4 halves_of(f4 x) {
  u4 bits = (u4)x, sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
  u4 rounded = magnitude + 0xFFFu + ((magnitude >> 13) & 1);
  u4 half = (rounded - 0x38000000u) >> 13;
  // Adding 2^23 rounds to a whole number, ties to even.
  u4 small = (u4)((f4)magnitude * 0x1p24f + 0x1p23f) & 0x7FFFFFu;
  half = select_u((i4)magnitude < 0x38800000, small, half);
  half = select_u((i4)magnitude >= 0x477FF000, (u4)0x7BFFu, half);
  return select_u((i4)magnitude > 0x7F800000, (u4)0, sign | half);
}

static inline u4 codes_of(f4 x, float most) {
  f4 positive = (f4)((u4)x & (u4)(x > 0.0f));
  f4 part = (f4)select_u(positive < 1.0f, (u4)positive, (u4)(f4)1.0f);
  return (u4)__builtin_convertvector(part * most + 0.5f, i4);
}

static inline void store_pairs(u4 low, u4 high, uint32_t *target) {
  *(unaligned_u4 *)target = __builtin_shufflevector(low, high, 0, 4, 1, 5);
  *(unaligned_u4 *)(target + 4) = __builtin_shufflevector(low, high, 2, 6, 3, 7);
}

static inline void store_four(f4 r, f4 g, f4 b, f4 a, int format, uint32_t *words, ptrdiff_t index) {
  if (format == GlazeFloat16) {
    store_pairs(halves_of(r) | halves_of(g) << 16, halves_of(b) | halves_of(a) << 16,
                words + 2 * index);
  } else if (format == GlazeUnorm16) {
    store_pairs(codes_of(r, 65535.0f) | codes_of(g, 65535.0f) << 16,
                codes_of(b, 65535.0f) | codes_of(a, 65535.0f) << 16, words + 2 * index);
  } else if (format == GlazeUnorm8) {
    *(unaligned_u4 *)(words + index) = codes_of(r, 255.0f) | codes_of(g, 255.0f) << 8 |
                                       codes_of(b, 255.0f) << 16 | codes_of(a, 255.0f) << 24;
  } else {
    *(unaligned_u4 *)(words + index) = codes_of(r, 1023.0f) | codes_of(g, 1023.0f) << 10 |
                                       codes_of(b, 1023.0f) << 20 | codes_of(a, 3.0f) << 30;
  }
}

static inline void store_row(const float *planes, ptrdiff_t stride, ptrdiff_t count, int format,
                             void *target) {
  ptrdiff_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const float *p = planes + i;
    store_four(*(const unaligned_f4 *)p, *(const unaligned_f4 *)(p + stride),
               *(const unaligned_f4 *)(p + 2 * stride), *(const unaligned_f4 *)(p + 3 * stride), format,
               target, i);
  }
  for (; i < count; i++) {
    store(planes[i], planes[stride + i], planes[2 * stride + i], planes[3 * stride + i], format,
          target, i);
  }
}

void glaze_store_planes(const float *planes, ptrdiff_t stride, ptrdiff_t count, int format,
                        void *target) {
  // Each call has its own loop.
  switch (format) {
  case GlazeFloat16: store_row(planes, stride, count, GlazeFloat16, target); break;
  case GlazeUnorm16: store_row(planes, stride, count, GlazeUnorm16, target); break;
  case GlazeUnorm8: store_row(planes, stride, count, GlazeUnorm8, target); break;
  default: store_row(planes, stride, count, GlazeUnorm10, target); break;
  }
}

void glaze_store_floats(const float *rgba, ptrdiff_t count, int format, void *target) {
  for (ptrdiff_t i = 0; i < count; i++) {
    const float *p = rgba + 4 * i;
    store(p[0], p[1], p[2], p[3], format, target, i);
  }
}

void glaze_load_floats(const void *source, ptrdiff_t count, int format, float *rgba) {
  for (ptrdiff_t i = 0; i < count; i++) {
    float *p = rgba + 4 * i;
    if (format == GlazeUnorm10) {
      uint32_t word = ((const uint32_t *)source)[i];
      p[0] = (float)(word & 1023) / 1023.0f;
      p[1] = (float)(word >> 10 & 1023) / 1023.0f;
      p[2] = (float)(word >> 20 & 1023) / 1023.0f;
      p[3] = (float)(word >> 30) / 3.0f;
      continue;
    }
    if (format == GlazeUnorm8) {
      for (int k = 0; k < 4; k++) p[k] = (float)((const uint8_t *)source)[4 * i + k] / 255.0f;
      continue;
    }
    const uint16_t *v = (const uint16_t *)source + 4 * i;
    for (int k = 0; k < 4; k++) {
      p[k] = format == GlazeFloat16 ? float_of_half(v[k]) : (float)v[k] / 65535.0f;
    }
  }
}

void glaze_straighten(float *rgba, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    float *p = rgba + 4 * i, factor = p[3] > 0.0f ? 1.0f / p[3] : 0.0f;
    if (p[3] == 1.0f) continue;
    for (int k = 0; k < 3; k++) p[k] *= factor;
  }
}

void glaze_premultiply(float *rgba, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    float *p = rgba + 4 * i;
    for (int k = 0; k < 3; k++) p[k] *= p[3];
  }
}
