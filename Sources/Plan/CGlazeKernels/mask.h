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

// A color with full coverage as sources, and whether it hides the backdrop completely.
typedef struct MaskFill {
  Sources all;
  u8 opaque;
  bool isOpaque;
} MaskFill;

INLINE MaskFill mask_fill(vec4 color) {
  vec4 c = color * (splat(255.0f) * (UNIT / 255.0f))[0];
  MaskFill fill = {.all = sources_of(splat(c.x), splat(c.y), splat(c.z), splat(c.w))};
  // The backdrop of an opaque color need not be read.
  fill.opaque = blend((u8)0, fill.all);
  fill.isOpaque = fill.all.keep[0] == 0;
  return fill;
}

INLINE void mask_row(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips,
                     const MaskFill *fill) {
  const uint8_t *row =
      mask->bytes + (ptrdiff_t)(row_of(run) - mask->y) * mask->width - mask->x;
  int end = mask->x + mask->width;
  // Most of a mask is empty, and most of the rest is full.
  bool isQuick = !run->isGeneral && !run->planes && clips.count == 0;
  for (int x = run->start; x < run->end; x += 8) {
    if (isQuick) {
      while (x + 32 <= run->end && __builtin_reduce_or(*(const bytes_32 *)(row + x)) == 0) x += 32;
      if (x >= run->end) break;
    }
    uint64_t bits = mask_bytes(row, x, mask->x, end);
    if (isQuick && bits == 0) continue;
    if (isQuick && bits == UINT64_MAX && x + 8 <= run->end) {
      if (fill->isOpaque) store_pixels(run->row, x, run->width, fill->opaque);
      else blend_at(run, x, fill->all);
      continue;
    }
    b8 bytes;
    __builtin_memcpy(&bytes, &bits, sizeof bytes);
    f8 coverage = __builtin_convertvector(bytes, f8);
    coverage *= UNIT / 255.0f;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}

// coverage.frag, on rows of pixels inside the mask.
static void NAME(coverage)(const GlazeRun *first, int32_t rows, const GlazeMask *mask,
                           GlazeClips clips) {
  MaskFill fill = mask_fill(mask->color);
  GlazeRun run = *first;
  for (int32_t row = 0; row < rows; row++) {
    mask_row(&run, mask, clips, &fill);
    if (run.row) run.row += run.width;
    if (run.planes) run.planes += (ptrdiff_t)4 * run.stride;
    run.y += 1;
  }
}
