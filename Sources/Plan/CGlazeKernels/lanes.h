// Eight lanes, and the few functions on them that C lacks. Included inside kernels.h.

typedef float f8 __attribute__((ext_vector_type(8)));
typedef int32_t i8 __attribute__((ext_vector_type(8)));
typedef uint32_t u8 __attribute__((ext_vector_type(8)));
typedef uint16_t u16x16 __attribute__((ext_vector_type(16)));
typedef int16_t i16x16 __attribute__((ext_vector_type(16)));
typedef int32_t i32x16 __attribute__((ext_vector_type(16)));
typedef uint32_t u32x16 __attribute__((ext_vector_type(16)));
typedef uint64_t u64x8 __attribute__((ext_vector_type(8)));
typedef uint64_t unaligned_u64 __attribute__((aligned(4)));
// Rows of pixels are only aligned to 4 bytes.
typedef u8 unaligned_u8 __attribute__((aligned(4)));
typedef f8 unaligned_f8 __attribute__((aligned(4)));

#define INLINE static inline __attribute__((always_inline))

static const f8 lane_centres = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
static const i8 lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7};

INLINE float lesser(float a, float b) { return a < b ? a : b; }
INLINE float greater(float a, float b) { return a > b ? a : b; }

INLINE f8 splat(float a) { return (f8)a; }
INLINE f8 select_f(i8 mask, f8 a, f8 b) {
  return (f8)(((i8)a & mask) | ((i8)b & ~mask));
}
INLINE u8 select_u(i8 mask, u8 a, u8 b) {
  return (a & (u8)mask) | (b & ~(u8)mask);
}

// Returns the second operand where the first is NaN.
INLINE f8 min_f(f8 a, f8 b) { return a < b ? a : b; }
INLINE f8 max_f(f8 a, f8 b) { return a > b ? a : b; }
INLINE f8 clamp_f(f8 a, float low, float high) { return min_f(max_f(a, splat(low)), splat(high)); }
INLINE f8 sqrt_f(f8 a) { return __builtin_elementwise_sqrt(a); }
INLINE f8 abs_f(f8 a) { return (f8)((i8)a & 0x7FFFFFFF); }
INLINE f8 with_sign(f8 magnitude, f8 sign) {
  return (f8)((i8)magnitude | ((i8)sign & (int32_t)0x80000000));
}
INLINE i8 truncate_f(f8 a) { return __builtin_convertvector(a, i8); }
INLINE f8 to_f(i8 a) { return __builtin_convertvector(a, f8); }
INLINE i8 floor_f(f8 a) {
  i8 t = truncate_f(a);
  return t + (to_f(t) > a);
}
INLINE bool any(i8 mask) { return __builtin_reduce_or(mask) != 0; }
INLINE bool all(i8 mask) { return __builtin_reduce_and(mask) != 0; }

// Loads numbers from eight places.
INLINE f8 gather_floats(const float *numbers, i8 places) {
  f8 result;
  for (int i = 0; i < 8; i++) result[i] = numbers[places[i]];
  return result;
}

// The same for places that mostly rise or fall slowly. Seven numbers after the last must be readable.
INLINE f8 gather_near(const float *numbers, i8 places) {
#if defined(PERMUTE)
  int first = places[0] < places[7] ? places[0] : places[7];
  u8 offsets = (u8)(places - first);
  if (all(offsets < 8)) return PERMUTE(*(const unaligned_f8 *)(numbers + first), offsets);
#endif
  return gather_floats(numbers, places);
}

// Base 2 logarithm, to 1e-6; about -127 for zero.
INLINE f8 log2_f(f8 a) {
  // The mantissa is scaled to near 1, where 2 atanh((m - 1) / (m + 1)) converges fast.
  i8 bits = (i8)a;
  i8 exponent = ((bits - 0x3F3504F3) >> 23);
  f8 m = (f8)(bits - (exponent << 23));
  f8 s = (m - 1.0f) / (m + 1.0f);
  f8 t = s * s;
  f8 series = 1.0f + t * (1.0f / 3 + t * (1.0f / 5 + t * (1.0f / 7 + t * (1.0f / 9))));
  return to_f(exponent) + (2.0f * 1.44269504f) * s * series;
}

// 2 to the power of a, to 1e-6.
INLINE f8 exp2_f(f8 a) {
  a = clamp_f(a, -126.0f, 127.0f);
  i8 whole = floor_f(a + 0.5f);
  f8 x = (a - to_f(whole)) * 0.69314718f;
  f8 power = 1.0f + x * (1.0f + x * (0.5f + x * (1.0f / 6 + x * (1.0f / 24 + x * (1.0f / 120
             + x * (1.0f / 720))))));
  return (f8)((i8)power + (whole << 23));
}

INLINE f8 exp_f(f8 a) { return exp2_f(a * 1.44269504f); }

// The angle of (x, y) in turns, to 7e-8: from -0.5 to 0.5, exact for multiples of 1/8, and 0 for (0, 0).
INLINE f8 turns_f(f8 y, f8 x) {
  f8 ax = abs_f(x), ay = abs_f(y);
  f8 a = min_f(ax, ay) / max_f(max_f(ax, ay), splat(1e-37f));
  // Sums that do not wait for each other are computed side by side. For 1, the result is exactly 1/8.
  f8 z = a * a, zz = z * z;
  f8 first = 0.159154281f - 0.0530250259f * z, second = 0.0315139517f - 0.0210182425f * z;
  f8 third = 0.0125921462f - 0.00527749117f * z + 0.00106037315f * zz;
  f8 turns = a * (first + zz * (second + zz * third));
  turns = select_f(ay > ax, 0.25f - turns, turns);
  turns = select_f(x < 0.0f, 0.5f - turns, turns);
  return with_sign(turns, y);
}

// The turns from a direction on: from 0 to 1 for a direction above -0.5 and up to 0.5.
INLINE f8 turns_from(float direction, f8 y, f8 x) {
  f8 turns = turns_f(y, x) - direction;
  return turns + select_f(turns < 0.0f, splat(1.0f), splat(0.0f));
}

INLINE f8 pow_f(f8 base, float exponent) { return exp2_f(log2_f(base) * exponent); }

// The upper halves of the products of 16-bit numbers, two to a word.
INLINE u8 multiply_high(u8 a, u8 b) {
#if defined(MULTIPLY_HIGH)
  return MULTIPLY_HIGH(a, b);
#else
  u32x16 p = __builtin_convertvector((u16x16)a, u32x16) * __builtin_convertvector((u16x16)b, u32x16);
  return (u8)__builtin_convertvector(p >> 16, u16x16);
#endif
}
// The products of signed 16-bit numbers, two to a word, in units of 1/32768, rounded half up: exactly -a where b
// is -32768.
INLINE u8 multiply_rounded(u8 a, u8 b) {
#if defined(MULTIPLY_ROUNDED)
  return MULTIPLY_ROUNDED(a, b);
#else
  i32x16 p = __builtin_convertvector((i16x16)a, i32x16) * __builtin_convertvector((i16x16)b, i32x16);
  return (u8)__builtin_convertvector((p + 0x4000) >> 15, i16x16);
#endif
}
INLINE u8 multiply_low(u8 a, u8 b) {
  return (u8)((u16x16)a * (u16x16)b);
}
INLINE u8 add_saturating(u8 a, u8 b) {
  return (u8)(
    __builtin_elementwise_add_sat((u16x16)a, (u16x16)b));
}
INLINE u8 add_16(u8 a, u8 b) {
  return (u8)((u16x16)a + (u16x16)b);
}
INLINE u8 subtract_16(u8 a, u8 b) {
  return (u8)((u16x16)a - (u16x16)b);
}
INLINE u8 shift_right_16(u8 a, int bits) {
  return (u8)((u16x16)a >> (uint16_t)bits);
}
INLINE u8 min_16(u8 a, u8 b) {
  return (u8)__builtin_elementwise_min((u16x16)a, (u16x16)b);
}
INLINE u8 not_negative_16(u8 a) {
  return (u8)__builtin_elementwise_max((i16x16)a, (i16x16)(int16_t)0);
}
// Each word's lower half, or its upper half, in both halves.
INLINE u8 lower_twice(u8 a) {
  u16x16 p = (u16x16)a;
  return (u8)__builtin_shufflevector(p, p, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14);
}
INLINE u8 upper_twice(u8 a) {
  u16x16 p = (u16x16)a;
  return (u8)__builtin_shufflevector(p, p, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15);
}
