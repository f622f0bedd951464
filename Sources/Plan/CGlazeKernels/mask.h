// A color through a mask of coverage. Included inside kernels.h.

typedef uint8_t bvec __attribute__((ext_vector_type(LANES)));
// The bytes of a block, as one number.
#if LANES == 16
typedef unsigned __int128 MaskBits;
#else
typedef uint64_t MaskBits;
#endif
#define ALL_BITS (~(MaskBits)0)

typedef uint32_t bytes_32 __attribute__((ext_vector_type(8), aligned(1)));

// Loads a block of a mask's row at x; bytes after its end are 0.
INLINE MaskBits mask_bytes(const uint8_t *row, int x, int start, int end) {
  MaskBits bytes = 0;
  if (x + LANES <= end) {
    __builtin_memcpy(&bytes, row + x, LANES);
  } else if (end - LANES >= start) {
    __builtin_memcpy(&bytes, row + end - LANES, LANES);
    bytes >>= 8 * (x + LANES - end);
  } else {
    __builtin_memcpy(&bytes, row + x, (size_t)(end - x));
  }
  return bytes;
}

// The part of 65536 that bytes of coverage leave out, twice in each word.
INLINE uvec fade_of_bytes(MaskBits bits) {
  bvec b;
  __builtin_memcpy(&b, &bits, sizeof b);
  return ~(uvec)__builtin_shufflevector(b, b, EACH_LANE(FOUR_TIMES));
}

INLINE fvec coverage_of_bytes(MaskBits bits) {
  bvec bytes;
  __builtin_memcpy(&bytes, &bits, sizeof bytes);
  return __builtin_convertvector(bytes, fvec) / 255.0f;
}

// The block at x of a mask's row; 0 after the run's end.
INLINE MaskBits bytes_in_run(const GlazeRun *run, const GlazeMask *mask, const uint8_t *row, int x) {
  MaskBits bits;
  if (x + LANES <= run->end) {
    __builtin_memcpy(&bits, row + x, sizeof bits);
    return bits;
  }
  bits = mask_bytes(row, x, mask->x, mask->x + mask->width);
  return bits & (ALL_BITS >> (8 * (x + LANES - run->end)));
}

// In floating point, also for colors outside of 0...1 on bytes.
INLINE void mask_floats(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips, const uint8_t *row) {
  int end = mask->x + mask->width;
  for (int x = run->start; x < run->end; x += LANES) {
    fvec coverage = coverage_of_bytes(mask_bytes(row, x, mask->x, end)) * UNIT;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}

INLINE bool is_empty(const uint8_t *bytes) { return __builtin_reduce_or(*(const bytes_32 *)bytes) == 0; }

// Whether the run continues for a block after the one at x, with the same bytes.
INLINE bool continues(const GlazeRun *run, const uint8_t *row, int x, MaskBits bits) {
  if (x + 2 * LANES > run->end) return false;
  MaskBits next;
  __builtin_memcpy(&next, row + x + LANES, sizeof next);
  return next == bits;
}

INLINE void mask_row(const GlazeRun *given, const GlazeMask *mask, GlazeClips clips, const Solid *solid,
                     uvec opaque, const uint8_t *row) {
  const GlazeRun local = *given, *run = &local;
  // Most of a mask is empty, and most of the rest is full.
  bool isQuick = !run->isGeneral && clips.count == 0;
  bool isOpaque = solid->removed[0] == UINT32_MAX;
  for (int x = run->start; x < run->end; x += LANES) {
    MaskBits bits = bytes_in_run(run, mask, row, x);
    if (isQuick && bits == 0) {
      while (x + LANES + 32 <= run->end && is_empty(row + x + LANES)) x += 32;
      while (continues(run, row, x, 0)) x += LANES;
      continue;
    }
    if (isQuick && bits == ALL_BITS) {
      if (!isOpaque) {
        blend_at(run, x, solid->all);
        continue;
      }
      // The backdrop need not be read.
      for (; continues(run, row, x, ALL_BITS); x += LANES) *(unaligned_uvec *)(run->row + x) = opaque;
      store_pixels(run->row, x, run->width, opaque);
      continue;
    }
    uvec fade = fade_of_bytes(bits);
    if (clips.count > 0) {
      fvec coverage = 1.0f - __builtin_convertvector((ivec)(fade & 0xFFFF), fvec) * (1.0f / 65535.0f);
      fade = fade_of(coverage * clip_coverage(clips, run->y, centres_at(x)));
    }
    blend_at(run, x, solid_sources(solid, fade));
  }
}

// The row of a mask in which a run lies, such that the byte of pixel x is row[x].
INLINE const uint8_t *mask_row_of(const GlazeMask *mask, const GlazeRun *run) {
  return mask->bytes + (ptrdiff_t)(row_of(run) - mask->y) * mask->width - mask->x;
}

INLINE void next_row(GlazeRun *run) {
  if (run->row) run->row += run->width;
  if (run->planes) run->planes += (ptrdiff_t)4 * run->stride;
  run->y += 1;
}

// coverage.frag, on rows of pixels inside the mask.
static void NAME(coverage)(const GlazeRun *first, int32_t rows, const GlazeMask *mask,
                           GlazeClips clips) {
  GlazeSource source = glaze_source(mask->color, 1.0f);
  const Solid solid = solid_of(&source);
  const uvec opaque = (uvec)glaze_source_pixel(source);
  GlazeRun run = *first;
  const uint8_t *bytes = mask_row_of(mask, first);
  for (int32_t row = 0; row < rows; row++) {
    if (run.planes || !source.isInRange) mask_floats(&run, mask, clips, bytes);
    else mask_row(&run, mask, clips, &solid, opaque, bytes);
    next_row(&run);
    bytes += mask->width;
  }
}
