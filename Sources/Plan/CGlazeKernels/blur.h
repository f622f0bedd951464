// blur.frag: sums over rows in scratch memory. Included inside kernels.h.

// The first component that is blurred, of four.
INLINE int first_component(const GlazeBlur *blur) { return blur->isAlphaOnly ? 3 : 0; }

// Copies texels under pixels [x, x + count) of a row into four planes, transparent outside.
static void NAME(spread)(const GlazeBlur *blur, int row, int x, int count, float *planes, ptrdiff_t stride) {
  TexelRow texels = texel_row(&blur->source, row);
  if (blur->isAlphaOnly) {
    for (int i = 0; i < count; i += 8) store_floats(planes + 3 * stride + i, alphas_at(&texels, x + i));
  } else {
    for (int i = 0; i < count; i += 8) store_planes(planes + i, stride, texels_at(&texels, x + i));
  }
}

// Computes the sums for a block of pixels of one plane; taps lie `step` numbers apart.
INLINE void sum_block(const float *middle, ptrdiff_t step, const GlazeBlur *blur, float *sums) {
  f8 a = load_floats(middle) * blur->weights[0];
  f8 b = load_floats(middle + 8) * blur->weights[0];
  f8 c = load_floats(middle + 16) * blur->weights[0];
  f8 d = load_floats(middle + 24) * blur->weights[0];
  const float *before = middle, *after = middle;
  for (int i = 1; i <= blur->taps; i++) {
    before -= step;
    after += step;
    f8 weight = splat(blur->weights[i]);
    a += (load_floats(before) + load_floats(after)) * weight;
    b += (load_floats(before + 8) + load_floats(after + 8)) * weight;
    c += (load_floats(before + 16) + load_floats(after + 16)) * weight;
    d += (load_floats(before + 24) + load_floats(after + 24)) * weight;
  }
  store_floats(sums, a);
  store_floats(sums + 8, b);
  store_floats(sums + 16, c);
  store_floats(sums + 24, d);
}

// Replaces a block of pixels with sums in four planes.
INLINE void store_block(const GlazeRun *run, int x, const float *sums, bool isAlphaOnly) {
  for (int i = 0; i < GlazeBlurBlock; i += 8) {
    if (x + i >= run->end || x + i + 8 <= run->start) continue;
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
