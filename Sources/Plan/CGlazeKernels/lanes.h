// Vectors of LANES numbers, and the few functions on them that C lacks. Included inside kernels.h.
//
// A block is the LANES pixels that are computed at a time. No pixel depends on its place in a block.

typedef float fvec __attribute__((ext_vector_type(LANES)));
typedef int32_t ivec __attribute__((ext_vector_type(LANES)));
typedef uint32_t uvec __attribute__((ext_vector_type(LANES)));
typedef uint16_t u16vec __attribute__((ext_vector_type(2 * LANES)));
typedef int16_t i16vec __attribute__((ext_vector_type(2 * LANES)));
typedef int32_t i32pairs __attribute__((ext_vector_type(2 * LANES)));
typedef uint32_t u32pairs __attribute__((ext_vector_type(2 * LANES)));
typedef uint64_t u64x8 __attribute__((ext_vector_type(8)));
typedef uint32_t u32x16 __attribute__((ext_vector_type(16)));
typedef uint64_t unaligned_u64 __attribute__((aligned(4)));
// Rows of pixels are only aligned to 4 bytes.
typedef uvec unaligned_uvec __attribute__((aligned(4)));
typedef fvec unaligned_fvec __attribute__((aligned(4)));

#define INLINE static inline __attribute__((always_inline))

// A list of f(lane) for all lanes.
#define LANES_4(f) f(0), f(1), f(2), f(3)
#define LANES_8(f) LANES_4(f), f(4), f(5), f(6), f(7)
#if LANES == 16
#define EACH_LANE(f) LANES_8(f), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
#define EACH_ROW(f) LANES_8(f)
#else
#define EACH_LANE(f) LANES_8(f)
#define EACH_ROW(f) LANES_4(f)
#endif
#define LANE_CENTRE(i) (i + 0.5f)
#define LANE_NUMBER(i) i
#define FIRST_TWICE(i) 2 * i, 2 * i
#define SECOND_TWICE(i) 2 * i + 1, 2 * i + 1
#define FIRST(i) 2 * i
#define SECOND(i) 2 * i + 1
#define FOUR_TIMES(i) i, i, i, i
#define ONE_BEFORE(i) (i > 0 ? i - 1 : 0)

static const fvec lane_centres = {EACH_LANE(LANE_CENTRE)};
static const ivec lane_numbers = {EACH_LANE(LANE_NUMBER)};

INLINE float lesser(float a, float b) { return a < b ? a : b; }
INLINE float greater(float a, float b) { return a > b ? a : b; }

INLINE fvec splat(float a) { return (fvec)a; }
INLINE fvec select_f(ivec mask, fvec a, fvec b) {
  return (fvec)(((ivec)a & mask) | ((ivec)b & ~mask));
}
INLINE uvec select_u(ivec mask, uvec a, uvec b) {
  return (a & (uvec)mask) | (b & ~(uvec)mask);
}

// Returns the second operand where the first is NaN.
INLINE fvec min_f(fvec a, fvec b) { return a < b ? a : b; }
INLINE fvec max_f(fvec a, fvec b) { return a > b ? a : b; }
INLINE fvec clamp_f(fvec a, float low, float high) { return min_f(max_f(a, splat(low)), splat(high)); }
INLINE fvec sqrt_f(fvec a) { return __builtin_elementwise_sqrt(a); }
INLINE fvec abs_f(fvec a) { return (fvec)((ivec)a & 0x7FFFFFFF); }
INLINE fvec with_sign(fvec magnitude, fvec sign) {
  return (fvec)((ivec)magnitude | ((ivec)sign & (int32_t)0x80000000));
}
INLINE ivec truncate_f(fvec a) { return __builtin_convertvector(a, ivec); }
INLINE fvec to_f(ivec a) { return __builtin_convertvector(a, fvec); }
INLINE ivec floor_f(fvec a) {
  ivec t = truncate_f(a);
  return t + (to_f(t) > a);
}
INLINE bool any(ivec mask) { return __builtin_reduce_or(mask) != 0; }
INLINE bool all(ivec mask) { return __builtin_reduce_and(mask) != 0; }

// Loads numbers from places.
INLINE fvec gather_floats(const float *numbers, ivec places) {
  fvec result;
  for (int i = 0; i < LANES; i++) result[i] = numbers[places[i]];
  return result;
}

// The same for places that mostly rise or fall slowly. A block of numbers from the last on must be readable.
INLINE fvec gather_near(const float *numbers, ivec places) {
#if defined(PERMUTE)
  int first = places[0] < places[LANES - 1] ? places[0] : places[LANES - 1];
  uvec offsets = (uvec)(places - first);
  if (all(offsets < LANES)) return PERMUTE(*(const unaligned_fvec *)(numbers + first), offsets);
#endif
  return gather_floats(numbers, places);
}

// Base 2 logarithm, to 1e-6; about -127 for zero.
INLINE fvec log2_f(fvec a) {
  // The mantissa is scaled to near 1, where 2 atanh((m - 1) / (m + 1)) converges fast.
  ivec bits = (ivec)a;
  ivec exponent = ((bits - 0x3F3504F3) >> 23);
  fvec m = (fvec)(bits - (exponent << 23));
  fvec s = (m - 1.0f) / (m + 1.0f);
  fvec t = s * s;
  fvec series = 1.0f + t * (1.0f / 3 + t * (1.0f / 5 + t * (1.0f / 7 + t * (1.0f / 9))));
  return to_f(exponent) + (2.0f * 1.44269504f) * s * series;
}

// 2 to the power of a, to 1e-6.
INLINE fvec exp2_f(fvec a) {
  a = clamp_f(a, -126.0f, 127.0f);
  ivec whole = floor_f(a + 0.5f);
  fvec x = (a - to_f(whole)) * 0.69314718f;
  fvec power = 1.0f + x * (1.0f + x * (0.5f + x * (1.0f / 6 + x * (1.0f / 24 + x * (1.0f / 120
             + x * (1.0f / 720))))));
  return (fvec)((ivec)power + (whole << 23));
}

INLINE fvec exp_f(fvec a) { return exp2_f(a * 1.44269504f); }

// The angle of (x, y) in turns, to 7e-8: from -0.5 to 0.5, exact for multiples of 1/8, and 0 for (0, 0).
INLINE fvec turns_f(fvec y, fvec x) {
  fvec ax = abs_f(x), ay = abs_f(y);
  fvec a = min_f(ax, ay) / max_f(max_f(ax, ay), splat(1e-37f));
  // Sums that do not wait for each other are computed side by side. For 1, the result is exactly 1/8.
  fvec z = a * a, zz = z * z;
  fvec first = 0.159154281f - 0.0530250259f * z, second = 0.0315139517f - 0.0210182425f * z;
  fvec third = 0.0125921462f - 0.00527749117f * z + 0.00106037315f * zz;
  fvec turns = a * (first + zz * (second + zz * third));
  turns = select_f(ay > ax, 0.25f - turns, turns);
  turns = select_f(x < 0.0f, 0.5f - turns, turns);
  return with_sign(turns, y);
}

// The turns from a direction on: from 0 to 1 for a direction above -0.5 and up to 0.5.
INLINE fvec turns_from(float direction, fvec y, fvec x) {
  fvec turns = turns_f(y, x) - direction;
  return turns + select_f(turns < 0.0f, splat(1.0f), splat(0.0f));
}

INLINE fvec pow_f(fvec base, float exponent) { return exp2_f(log2_f(base) * exponent); }

// The upper halves of the products of 16-bit numbers, two to a word.
INLINE uvec multiply_high(uvec a, uvec b) {
#if defined(MULTIPLY_HIGH)
  return MULTIPLY_HIGH(a, b);
#else
  u32pairs p = __builtin_convertvector((u16vec)a, u32pairs) * __builtin_convertvector((u16vec)b, u32pairs);
  return (uvec)__builtin_convertvector(p >> 16, u16vec);
#endif
}
// The products of signed 16-bit numbers, two to a word, in units of 1/32768, rounded half up: exactly -a where b
// is -32768.
INLINE uvec multiply_rounded(uvec a, uvec b) {
#if defined(MULTIPLY_ROUNDED)
  return MULTIPLY_ROUNDED(a, b);
#else
  i32pairs p = __builtin_convertvector((i16vec)a, i32pairs) * __builtin_convertvector((i16vec)b, i32pairs);
  return (uvec)__builtin_convertvector((p + 0x4000) >> 15, i16vec);
#endif
}
INLINE uvec multiply_low(uvec a, uvec b) {
  return (uvec)((u16vec)a * (u16vec)b);
}
INLINE uvec add_saturating(uvec a, uvec b) {
  return (uvec)(
    __builtin_elementwise_add_sat((u16vec)a, (u16vec)b));
}
INLINE uvec add_16(uvec a, uvec b) {
  return (uvec)((u16vec)a + (u16vec)b);
}
INLINE uvec subtract_16(uvec a, uvec b) {
  return (uvec)((u16vec)a - (u16vec)b);
}
INLINE uvec shift_right_16(uvec a, int bits) {
  return (uvec)((u16vec)a >> (uint16_t)bits);
}
INLINE uvec min_16(uvec a, uvec b) {
  return (uvec)__builtin_elementwise_min((u16vec)a, (u16vec)b);
}
INLINE uvec not_negative_16(uvec a) {
  return (uvec)__builtin_elementwise_max((i16vec)a, (i16vec)(int16_t)0);
}
// Each word's lower half, or its upper half, in both halves.
INLINE uvec lower_twice(uvec a) {
  u16vec p = (u16vec)a;
  return (uvec)__builtin_shufflevector(p, p, EACH_LANE(FIRST_TWICE));
}
INLINE uvec upper_twice(uvec a) {
  u16vec p = (u16vec)a;
  return (uvec)__builtin_shufflevector(p, p, EACH_LANE(SECOND_TWICE));
}
