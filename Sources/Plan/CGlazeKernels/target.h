// Bilinear samples of targets in floating point, with transparent black around them. Included inside kernels.h.
// Of a target of alpha alone, only the alpha may be sampled.
//
// Texels are mixed down the columns first, then across. Along a row of pixels whose samples lie between two
// rows of texels, each column is thus mixed once.

// A position between texels: the one before it, and the fraction to the next.
typedef struct {
  ivec low;
  fvec part;
} TargetPlace;

INLINE TargetPlace target_place(fvec coordinate, int size) {
  fvec place = min_f(max_f(coordinate * (float)size - 0.5f, splat(-1.0f)), splat((float)size));
  ivec low = floor_f(place);
  return (TargetPlace){low, place - to_f(low)};
}

INLINE fvec mix_floats(fvec a, fvec b, fvec part) { return a * (1.0f - part) + b * part; }

INLINE ptrdiff_t floats_in_row(const GlazeLevel *level) { return (ptrdiff_t)level->planeCount * level->stride; }

INLINE fvec target_texels(const GlazeLevel *level, int plane, ivec column, ivec row) {
  ivec isInside = (column >= 0) & (column < level->width) & (row >= 0) & (row < level->height);
  column &= isInside;
  row &= isInside;
  const float *planes = level->planes + (ptrdiff_t)plane * level->stride;
  fvec texels;
  for (int i = 0; i < LANES; i++) texels[i] = planes[row[i] * floats_in_row(level) + column[i]];
  return select_f(isInside, texels, splat(0.0f));
}

INLINE fvec sample_plane(const GlazeLevel *level, int plane, TargetPlace x, TargetPlace y) {
  fvec left = mix_floats(target_texels(level, plane, x.low, y.low),
                       target_texels(level, plane, x.low, y.low + 1), y.part);
  fvec right = mix_floats(target_texels(level, plane, x.low + 1, y.low),
                        target_texels(level, plane, x.low + 1, y.low + 1), y.part);
  return mix_floats(left, right, x.part);
}

INLINE Colors sample_floats(const GlazeLevel *level, fvec u, fvec v, bool isAlphaOnly) {
  TargetPlace x = target_place(u, level->width), y = target_place(v, level->height);
  fvec alpha = sample_plane(level, level->planeCount - 1, x, y);
  if (isAlphaOnly) return (Colors){alpha, alpha, alpha, alpha};
  return (Colors){sample_plane(level, 0, x, y), sample_plane(level, 1, x, y), sample_plane(level, 2, x, y),
                  alpha};
}

// MARK: Rows

enum {
  PixelsOfRow = 64,        // the pixels for which columns are mixed at a time
  MostTexelsOfPixel = 4,   // in a row; smaller images are sampled pixel by pixel
  ColumnsOfRow = PixelsOfRow * MostTexelsOfPixel + 2 * LANES
};

// Mixed columns of texels.
typedef struct {
  int first;  // the texel of the first column
  float planes[4][ColumnsOfRow + LANES];
} TargetRow;

// Loads a block of texels of a row from a column on, which is at least -1.
INLINE fvec row_texels(const float *texels, int column, int width) {
  if (texels == NULL || column >= width) return splat(0.0f);
  ivec columns = column + lane_numbers;
  fvec loaded;
  if (column >= 0) {
    loaded = *(const unaligned_fvec *)(texels + column);
  } else {
    fvec next = *(const unaligned_fvec *)texels;
    loaded = __builtin_shufflevector(next, next, EACH_LANE(ONE_BEFORE));
  }
  return select_f((columns >= 0) & (columns < width), loaded, splat(0.0f));
}

// Mixes the columns from one texel to another; of alpha alone only the last plane of the result is set.
INLINE void mix_columns(const GlazeLevel *level, TargetPlace y, int first, int last, bool isAlphaOnly,
                        TargetRow *result) {
  int row = y.low[0];
  bool hasAbove = row >= 0 && row < level->height, hasBelow = row + 1 >= 0 && row + 1 < level->height;
  result->first = first;
  for (int plane = isAlphaOnly ? 3 : 0; plane < 4; plane++) {
    const float *planes = level->planes + (ptrdiff_t)(plane - 4 + level->planeCount) * level->stride;
    const float *above = hasAbove ? planes + row * floats_in_row(level) : NULL;
    const float *below = hasBelow ? planes + (row + 1) * floats_in_row(level) : NULL;
    for (int column = first; column <= last; column += LANES) {
      fvec mixed = mix_floats(row_texels(above, column, level->width), row_texels(below, column, level->width),
                            y.part);
      store_floats(&result->planes[plane][column - first], mixed);
    }
  }
}

INLINE fvec sample_columns(const float *columns, ivec places, fvec part) {
  return mix_floats(gather_near(columns, places), gather_near(columns + 1, places), part);
}

INLINE Colors sample_target_row(const TargetRow *row, TargetPlace x, int last, bool isAlphaOnly) {
  // Pixels after the end of a run may lie beyond the columns.
  ivec places = clamp_i(x.low - row->first, (ivec)(last - row->first - 1));
  fvec alpha = sample_columns(row->planes[3], places, x.part);
  if (isAlphaOnly) return (Colors){alpha, alpha, alpha, alpha};
  return (Colors){sample_columns(row->planes[0], places, x.part),
                  sample_columns(row->planes[1], places, x.part),
                  sample_columns(row->planes[2], places, x.part), alpha};
}
