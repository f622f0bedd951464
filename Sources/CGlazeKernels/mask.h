// A colour through a mask of coverage. Included inside kernels.h.

// coverage.frag, on a run that lies inside of the mask.
static void NAME(coverage)(const GlazeRun *run, const GlazeMask *mask, GlazeClips clips) {
  const uint8_t *row =
      mask->bytes + (ptrdiff_t)(row_of(run) - mask->y) * mask->width - mask->x;
  int end = mask->x + mask->width;
  for (int x = run->start; x < run->end; x += 8) {
    f8 coverage = splat(0.0f);
    for (int i = 0; i < 8 && x + i < end; i++) coverage[i] = row[x + i];
    coverage *= UNIT / 255.0f;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres_at(x));
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    lay(run, x, mask->color.x * coverage, mask->color.y * coverage, mask->color.z * coverage,
        mask->color.w * coverage);
  }
}
