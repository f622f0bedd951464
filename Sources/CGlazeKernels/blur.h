// blur.frag: sums over rows that lie in a scratch memory. Included inside kernels.h.

// Copies texels under pixels [x, x + count) of a row into four planes, transparent outside.
static void NAME(spread)(const GlazeLayer *layer, int row, int x, int count, float *planes,
                         ptrdiff_t stride) {
  TexelRow texels = texel_row(layer, row);
  for (int i = 0; i < count; i += 8)
    store_planes(planes + i, stride, texels_at(&texels, x + i));
}

// The sums for a block of pixels of one plane; taps lie `step` numbers apart.
INLINE void sum_block(const float *middle, ptrdiff_t step, const GlazeBlur *blur, f8 sums[4]) {
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
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

INLINE void blur_block(const GlazeRun *run, int x, const float *middle, ptrdiff_t plane,
                       ptrdiff_t step, const GlazeBlur *blur) {
  f8 sums[4][4];
  for (int i = 0; i < 4; i++) sum_block(middle + i * plane, step, blur, sums[i]);
  for (int i = 0; i < 4; i++)
    if (x + 8 * i < run->end)
      store_colors(run, x + 8 * i, (Colors){sums[0][i], sums[1][i], sums[2][i], sums[3][i]});
}

static void NAME(blur_across)(const GlazeRun *run, const GlazeBlur *blur, float *scratch) {
  int taps = blur->taps, count = run->end - run->start;
  ptrdiff_t plane = run->width + 2 * taps + 2 * GlazeBlurBlock;
  int blocks = (count + GlazeBlurBlock - 1) / GlazeBlurBlock * GlazeBlurBlock;
  NAME(spread)(&blur->source, row_of(run), run->start - taps, blocks + 2 * taps, scratch, plane);
  for (int i = 0; i < count; i += GlazeBlurBlock)
    blur_block(run, run->start + i, scratch + taps + i, plane, 1, blur);
}

static void NAME(blur_down)(const GlazeRun *runs, int32_t count, const GlazeBlur *blur,
                            float *scratch) {
  int first = runs[0].start, end = runs[0].end, taps = blur->taps;
  for (int i = 1; i < count; i++) {
    if (runs[i].start >= runs[i].end) continue;
    if (runs[i].start < first) first = runs[i].start;
    if (runs[i].end > end) end = runs[i].end;
  }
  int rows = count + 2 * taps;
  ptrdiff_t plane = (ptrdiff_t)rows * GlazeBlurBlock;
  for (int x = first; x < end; x += GlazeBlurBlock) {
    for (int i = 0; i < rows; i++)
      NAME(spread)(&blur->source, row_of(&runs[0]) - taps + i, x, GlazeBlurBlock,
                   scratch + i * GlazeBlurBlock, plane);
    for (int i = 0; i < count; i++) {
      const GlazeRun *run = &runs[i];
      if (run->start >= run->end) continue;
      blur_block(run, x, scratch + (taps + i) * GlazeBlurBlock, plane, GlazeBlurBlock, blur);
    }
  }
}
