// A color through a mask of coverage. Included inside kernels.h.

typedef uint8_t b8 __attribute__((ext_vector_type(8)));

typedef u8 bytes_32 __attribute__((aligned(1)));

// Loads eight bytes of a mask's row at x; those after its end are 0.
INLINE uint64_t mask_bytes(const uint8_t *row, int x, int start, int end) {
  uint64_t bytes = 0;
  if (x + 8 <= end) {
    __builtin_memcpy(&bytes, row + x, 8);
  } else if (end - 8 >= start) {
    __builtin_memcpy(&bytes, row + end - 8, 8);
    bytes >>= 8 * (x + 8 - end);
  } else {
    __builtin_memcpy(&bytes, row + x, (size_t)(end - x));
  }
  return bytes;
}

// The part of 65536 that eight bytes of coverage leave out, twice in each word.
INLINE u8 fade_of_bytes(uint64_t bits) {
  b8 b;
  __builtin_memcpy(&b, &bits, sizeof b);
  return ~(u8)__builtin_shufflevector(b, b, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
                                      5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7);
}

INLINE f8 coverage_of_bytes(uint64_t bits) {
  b8 bytes;
  __builtin_memcpy(&bytes, &bits, sizeof bytes);
  return __builtin_convertvector(bytes, f8) / 255.0f;
}

// The eight bytes at x of a mask's row; 0 after the run's end.
INLINE uint64_t bytes_in_run(const GlazeRun *run, const GlazeMask *mask, const uint8_t *row, int x) {
  uint64_t bits;
  if (x + 8 <= run->end) {
    __builtin_memcpy(&bits, row + x, sizeof bits);
    return bits;
  }
  bits = mask_bytes(row, x, mask->x, mask->x + mask->width);
  return bits & (UINT64_MAX >> (8 * (x + 8 - run->end)));
}

// In floating point, also for colors outside of 0...1 on bytes.
INLINE void mask_floats(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips, const uint8_t *row) {
  int end = mask->x + mask->width;
  for (int x = run->start; x < run->end; x += 8) {
    f8 coverage = coverage_of_bytes(mask_bytes(row, x, mask->x, end)) * UNIT;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}

INLINE bool is_empty(const uint8_t *bytes) { return __builtin_reduce_or(*(const bytes_32 *)bytes) == 0; }

// Whether the run continues for eight pixels after those at x, all with the same bytes.
INLINE bool continues(const GlazeRun *run, const uint8_t *row, int x, uint64_t bits) {
  if (x + 16 > run->end) return false;
  uint64_t next;
  __builtin_memcpy(&next, row + x + 8, sizeof next);
  return next == bits;
}

INLINE void mask_row(const GlazeRun *given, const GlazeMask *mask, GlazeClips clips, const Solid *solid,
                     u8 opaque, const uint8_t *row) {
  const GlazeRun local = *given, *run = &local;
  // Most of a mask is empty, and most of the rest is full.
  bool isQuick = !run->isGeneral && clips.count == 0;
  bool isOpaque = solid->removed[0] == UINT32_MAX;
  for (int x = run->start; x < run->end; x += 8) {
    uint64_t bits = bytes_in_run(run, mask, row, x);
    if (isQuick && bits == 0) {
      while (x + 40 <= run->end && is_empty(row + x + 8)) x += 32;
      while (continues(run, row, x, 0)) x += 8;
      continue;
    }
    if (isQuick && bits == UINT64_MAX) {
      if (!isOpaque) {
        blend_at(run, x, solid->all);
        continue;
      }
      // The backdrop need not be read.
      for (; continues(run, row, x, UINT64_MAX); x += 8) *(unaligned_u8 *)(run->row + x) = opaque;
      store_pixels(run->row, x, run->width, opaque);
      continue;
    }
    u8 fade = fade_of_bytes(bits);
    if (clips.count > 0) {
      f8 coverage = 1.0f - __builtin_convertvector((i8)(fade & 0xFFFF), f8) * (1.0f / 65535.0f);
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
  const u8 opaque = (u8)glaze_source_pixel(source);
  GlazeRun run = *first;
  const uint8_t *bytes = mask_row_of(mask, first);
  for (int32_t row = 0; row < rows; row++) {
    if (run.planes || !source.isInRange) mask_floats(&run, mask, clips, bytes);
    else mask_row(&run, mask, clips, &solid, opaque, bytes);
    next_row(&run);
    bytes += mask->width;
  }
}
