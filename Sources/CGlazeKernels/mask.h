// A colour through a mask of coverage. Included inside kernels.h.

typedef uint8_t b8 __attribute__((ext_vector_type(8)));
typedef b8 unaligned_b8 __attribute__((aligned(1)));

// coverage.frag, on a run that lies inside of the mask.
static void NAME(coverage)(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips) {
  const uint8_t *row =
      mask->bytes + (ptrdiff_t)(row_of(run) - mask->y) * mask->width - mask->x;
  int end = mask->x + mask->width;
  // Most of a mask is nothing, and of the rest most is all.
  vec4 c = mask->color * (splat(255.0f) * (UNIT / 255.0f))[0];
  Sources all = sources_of(splat(c.x), splat(c.y), splat(c.z), splat(c.w));
  bool isQuick = !run->isGeneral && !run->planes && clips.count == 0;
  for (int x = run->start; x < run->end; x += 8) {
    b8 bytes = 0;
    if (x + 8 <= end) bytes = *(const unaligned_b8 *)(row + x);
    else for (int i = 0; x + i < end; i++) bytes[i] = row[x + i];
    uint64_t bits;
    __builtin_memcpy(&bits, &bytes, sizeof bits);
    if (isQuick && bits == 0) continue;
    if (isQuick && bits == UINT64_MAX && x + 8 <= run->end) {
      blend_at(run, x, all);
      continue;
    }
    f8 coverage = __builtin_convertvector(bytes, f8);
    coverage *= UNIT / 255.0f;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}
