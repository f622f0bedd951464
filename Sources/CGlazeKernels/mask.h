// A colour through a mask of coverage. Included inside kernels.h.

typedef uint8_t b8 __attribute__((ext_vector_type(8)));
typedef b8 unaligned_b8 __attribute__((aligned(1)));

// coverage.frag, on a run that lies inside of the mask.
static void NAME(coverage)(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips) {
  const uint8_t *row =
      mask->bytes + (ptrdiff_t)(row_of(run) - mask->y) * mask->width - mask->x;
  int end = mask->x + mask->width;
  for (int x = run->start; x < run->end; x += 8) {
    b8 bytes = 0;
    if (x + 8 <= end) bytes = *(const unaligned_b8 *)(row + x);
    else for (int i = 0; x + i < end; i++) bytes[i] = row[x + i];
    f8 coverage = __builtin_convertvector(bytes, f8);
    coverage *= UNIT / 255.0f;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}
