// blur.frag: sums over rows in scratch memory. Included inside kernels.h.

// The first component that is blurred, of four.
INLINE int first_component(const GlazeBlur *blur) { return blur->isAlphaOnly ? 3 : 0; }

// Copies texels under pixels [x, x + count) of a row into four planes, transparent outside.
static void NAME(spread)(const GlazeBlur *blur, int row, int x, int count, float *planes, ptrdiff_t stride) {
  TexelRow texels = texel_row(&blur->source, row);
  if (blur->isAlphaOnly) {
    for (int i = 0; i < count; i += LANES) store_floats(planes + 3 * stride + i, alphas_at(&texels, x + i));
  } else {
    for (int i = 0; i < count; i += LANES) store_planes(planes + i, stride, texels_at(&texels, x + i));
  }
}

// Computes the sums for a block of pixels of one plane; taps lie `step` numbers apart.
INLINE void sum_block(const float *middle, ptrdiff_t step, const GlazeBlur *blur, float *sums) {
  enum { Count = GlazeBlurBlock / LANES };
  fvec sum[Count];
#pragma clang loop unroll(full)
  for (int k = 0; k < Count; k++) sum[k] = load_floats(middle + k * LANES) * blur->weights[0];
  const float *before = middle, *after = middle;
  for (int i = 1; i <= blur->taps; i++) {
    before -= step;
    after += step;
    fvec weight = splat(blur->weights[i]);
#pragma clang loop unroll(full)
    for (int k = 0; k < Count; k++)
      sum[k] += (load_floats(before + k * LANES) + load_floats(after + k * LANES)) * weight;
  }
#pragma clang loop unroll(full)
  for (int k = 0; k < Count; k++) store_floats(sums + k * LANES, sum[k]);
}

// Replaces a block of pixels with sums in four planes.
INLINE void store_block(const GlazeRun *run, int x, const float *sums, bool isAlphaOnly) {
  for (int i = 0; i < GlazeBlurBlock; i += LANES) {
    if (x + i >= run->end || x + i + LANES <= run->start) continue;
    if (isAlphaOnly) store_alphas(run, x + i, load_floats(sums + 3 * GlazeBlurBlock + i));
    else store_colors(run, x + i, load_planes(sums + i, GlazeBlurBlock));
  }
}

static void NAME(blur_across)(const GlazeRun *run, const GlazeBlur *blur, float *scratch) {
  int taps = blur->taps, count = run->end - run->start;
  ptrdiff_t plane = run->width + 2 * taps + 2 * GlazeBlurBlock;
  int blocks = (count + GlazeBlurBlock - 1) / GlazeBlurBlock * GlazeBlurBlock;
  NAME(spread)(blur, row_of(run), run->start - taps, blocks + 2 * taps, scratch, plane);
  float sums[4 * GlazeBlurBlock];
  for (int i = 0; i < count; i += GlazeBlurBlock) {
    for (int component = first_component(blur); component < 4; component++)
      sum_block(scratch + component * plane + taps + i, 1, blur,
                sums + component * GlazeBlurBlock);
    store_block(run, run->start + i, sums, blur->isAlphaOnly);
  }
}

// Bands of columns are copied, so that the values for the taps of a block are close together.
static void NAME(blur_down)(const GlazeRun *runs, int32_t count, const GlazeBlur *blur,
                            float *scratch) {
  int first = runs[0].start, end = runs[0].end, taps = blur->taps, rows = count + 2 * taps;
  for (int i = 1; i < count; i++) {
    if (runs[i].start >= runs[i].end) continue;
    if (runs[i].start < first) first = runs[i].start;
    if (runs[i].end > end) end = runs[i].end;
  }
  const ptrdiff_t width = GlazeBlurColumns, plane = rows * width;
  float *sums = scratch + 4 * plane;
  for (int left = first; left < end; left += GlazeBlurColumns - GlazeBlurPadding) {
    int right = left + GlazeBlurColumns - GlazeBlurPadding;
    if (right > end) right = end;
    for (int i = 0; i < rows; i++)
      NAME(spread)(blur, row_of(&runs[0]) - taps + i, left,
                   (right - left + GlazeBlurBlock - 1) / GlazeBlurBlock * GlazeBlurBlock,
                   scratch + i * width, plane);
    for (int x = left; x < right; x += GlazeBlurBlock) {
      for (int component = first_component(blur); component < 4; component++) {
        const float *middle = scratch + component * plane + taps * width + (x - left);
        for (int i = 0; i < count; i++)
          sum_block(middle + i * width, width, blur, sums + (4 * i + component) * GlazeBlurBlock);
      }
      for (int i = 0; i < count; i++)
        store_block(&runs[i], x, sums + 4 * i * GlazeBlurBlock, blur->isAlphaOnly);
    }
  }
}
