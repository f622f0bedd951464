// masked_gradient.frag on blocks of pixels. Included inside kernels.h, after gradient.h.

static __attribute__((noinline)) void NAME(mask_edges)(const GlazeRun *run, const GlazeGradient *g,
                                                       GlazeClips clips, const GlazeMask *mask,
                                                       const uint8_t *row, bool isCovered) {
  GradientRow r = gradient_row(run, g, clips);
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x), coverage;
    fvec t = parameters_at(&r, centres, isCovered, g->shape.isAffine, false, g->kind, &coverage);
    Segment segment = segment_of(g, t[LANES - 1]);
    Texels c;
    if (run->isGeneral || !is_all_in(&segment, t)) NAME(mixed_colors)(g, &t, &c);
    else c = segment_colors_16(&segment, t);
    if (isCovered && clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    coverage *= coverage_of_bytes(bytes_in_run(run, mask, row, x));
    lay_colored(run, x, c, fade_of(coverage * g->opacity) | (uvec)~lanes_in(run, x), r.rounding);
  }
}

// The end of the blocks from x on that the mask covers like the first one: not at all (0), wholly (ALL_BITS), or
// otherwise.
INLINE int end_of_alike(const GlazeRun *run, const GlazeMask *mask, const uint8_t *row, int x) {
  MaskBits first = bytes_in_run(run, mask, row, x);
  bool isEven = first == 0 || first == ALL_BITS;
  for (x += LANES; x < run->end; x += LANES) {
    MaskBits bits = bytes_in_run(run, mask, row, x);
    if (isEven ? bits != first : bits == 0 || bits == ALL_BITS) return x;
  }
  return run->end;
}

// On rows of pixels inside the mask.
static void NAME(masked_gradient)(const GlazeRun *first, int32_t rows, const GlazeMask *mask,
                                  const GlazeGradient *g, GlazeClips clips, bool isCovered) {
  GlazeRun run = *first;
  bool isQuick = !run.isGeneral && clips.count == 0 && isCovered;
  for (int32_t i = 0; i < rows; i++, next_row(&run)) {
    const uint8_t *row = mask_row_of(mask, &run);
    if (!has_bytes(&run, g)) {
      gradient_floats(&run, g, clips, mask, isCovered, g->shape.isAffine);
      continue;
    }
    if (!isQuick) {
      NAME(mask_edges)(&run, g, clips, mask, row, isCovered);
      continue;
    }
    // Most of a mask is empty or full.
    GlazeRun part = run;
    for (int x = run.start; x < run.end; x = part.end) {
      part.start = x;
      part.end = end_of_alike(&run, mask, row, x);
      MaskBits bits = bytes_in_run(&run, mask, row, x);
      if (bits == ALL_BITS) {
        GradientRow r = gradient_row(&part, g, clips);
        gradient_part(&r, true);
      } else if (bits != 0) NAME(mask_edges)(&part, g, clips, mask, row, true);
    }
  }
}
