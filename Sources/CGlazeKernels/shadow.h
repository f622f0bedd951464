// gaussian.glsl on eight pixels. Included inside kernels.h.

// The error function, as in the shader.
INLINE f8 erf_f(f8 x) {
  f8 a = abs_f(x);
  f8 p = 1.0f + a * (0.0705230784f + a * (0.0422820123f + a * (0.0092705272f
       + a * (0.0001520143f + a * (0.0002765672f + a * 0.0000430638f)))));
  p *= p;
  p *= p;
  p *= p;
  p *= p;
  return with_sign(1.0f - 1.0f / p, x);
}

INLINE f8 curve_at(f8 s, float exponent) {
  return exponent == 2.0f ? sqrt_f(1.0f - s * s)
                          : pow_f(max_f(1.0f - pow_f(s, exponent), splat(0.0f)), 1.0f / exponent);
}

// Gauss and Legendre's.
static const f8 corner_nodes = {0.1834346425f, -0.1834346425f, 0.5255324099f, -0.5255324099f,
                                0.7966664774f, -0.7966664774f, 0.9602898565f, -0.9602898565f};
static const f8 corner_weights = {0.3626837834f, 0.3626837834f, 0.3137066459f, 0.3137066459f,
                                  0.2223810345f, 0.2223810345f, 0.1012285363f, 0.1012285363f};

// MARK: Corners beside which the blur is wide
//
// The nodes are the same for all pixels, so that what a corner lacks is a sum of products of a factor
// of x and a factor of y. Corners that are alike, and lie at the same x or at the same y, share one.

// The factors of x, or of y, at each node.
typedef struct {
  f8 nodes[8];
} Factors;

INLINE i8 reaches_columns(const GlazeShadow *s, float cell, f8 x) {
  float half = s->shape.outline.halfX;
  return (half - cell - x <= 3.5f * s->sigmaX) & (x - half <= 3.5f * s->sigmaX);
}

INLINE i8 reaches_rows(const GlazeShadow *s, float cell, f8 y) {
  float half = s->shape.outline.halfY;
  return (half - cell - y < 3.5f * s->sigmaY) & (y - half < 3.5f * s->sigmaY);
}

// x grows towards the corner, whose edge is blurred to `edge`.
INLINE void add_column_factors(const GlazeShadow *s, const GlazeShadowCorner *c, f8 x, f8 edge,
                               Factors *factors, i8 *isReached) {
  i8 lanes = reaches_columns(s, c->cell, x);
  if (!any(lanes)) return;
  *isReached |= lanes;
  for (int i = 0; i < 8; i++) {
    f8 factor = edge - erf_f((c->place[i] - x) * s->kX);
    factors->nodes[i] += select_f(lanes, factor, splat(0.0f));
  }
}

// Whether a corner lies at greater x, and at greater y, or stands for those at both.
INLINE bool is_first_x(const GlazeShadow *s, int i) { return s->cornerCount == 1 || !(i & 1); }
INLINE bool is_last_x(const GlazeShadow *s, int i) { return s->cornerCount == 1 || i & 1; }
INLINE bool is_first_y(const GlazeShadow *s, int i) { return s->cornerCount == 1 || !(i & 2); }
INLINE bool is_last_y(const GlazeShadow *s, int i) { return s->cornerCount == 1 || i & 2; }

// What x gives: how much of the Gaussian lies between the edges, and the factors of each corner.
INLINE f8 column_factors(const GlazeShadow *s, f8 x, Factors *factors, i8 *isReached) {
  float half = s->shape.outline.halfX;
  f8 first = erf_f((half + x) * s->kX), last = erf_f((half - x) * s->kX);
  *isReached = 0;
  for (int i = 0; i < s->cornerCount; i++) {
    const GlazeShadowCorner *c = &s->corners[i];
    factors[i] = (Factors){0};
    if (!c->isWide) continue;
    if (is_first_x(s, i)) add_column_factors(s, c, -x, first, &factors[i], isReached);
    if (is_last_x(s, i)) add_column_factors(s, c, x, last, &factors[i], isReached);
  }
  return 0.5f * (first + last);
}

INLINE f8 row_factor(f8 weight, f8 row, f8 y, float k) {
  f8 d = (row - y) * k;
  return weight * exp_f(-d * d);
}

INLINE void add_row_factors(const GlazeShadow *s, const GlazeShadowCorner *c, f8 y,
                            Factors *factors, i8 *isReached) {
  i8 lanes = reaches_rows(s, c->cell, y);
  if (!any(lanes)) return;
  *isReached |= lanes;
  for (int i = 0; i < 8; i++) {
    f8 factor = row_factor(splat(c->weight[i]), splat(c->row[i]), y, s->kY);
    factors->nodes[i] += select_f(lanes, factor, splat(0.0f));
  }
}

INLINE f8 blurred_span(f8 x, float half, float k) {
  return 0.5f * (erf_f((half + x) * k) + erf_f((half - x) * k));
}

INLINE f8 row_factors(const GlazeShadow *s, f8 y, Factors *factors, i8 *isReached) {
  *isReached = 0;
  for (int i = 0; i < s->cornerCount; i++) {
    const GlazeShadowCorner *c = &s->corners[i];
    factors[i] = (Factors){0};
    if (!c->isWide) continue;
    if (is_first_y(s, i)) add_row_factors(s, c, -y, &factors[i], isReached);
    if (is_last_y(s, i)) add_row_factors(s, c, y, &factors[i], isReached);
  }
  return blurred_span(y, s->shape.outline.halfY, s->kY);
}

// The same where all pixels have one y: nodes are computed at once, one to a lane.
INLINE f8 even_row_factors(const GlazeShadow *s, f8 y, Factors *factors, i8 *isReached) {
  *isReached = 0;
  for (int i = 0; i < s->cornerCount; i++) {
    const GlazeShadowCorner *c = &s->corners[i];
    factors[i] = (Factors){0};
    if (!c->isWide) continue;
    f8 weight = load_floats(c->weight), row = load_floats(c->row), sum = splat(0.0f);
    i8 isAbove = is_first_y(s, i) ? reaches_rows(s, c->cell, -y) : (i8)0;
    i8 isBelow = is_last_y(s, i) ? reaches_rows(s, c->cell, y) : (i8)0;
    if (any(isAbove)) sum += row_factor(weight, row, -y, s->kY);
    if (any(isBelow)) sum += row_factor(weight, row, y, s->kY);
    for (int k = 0; k < 8; k++) factors[i].nodes[k] = splat(sum[k]);
    *isReached |= isAbove | isBelow;
  }
  return blurred_span(y, s->shape.outline.halfY, s->kY);
}

INLINE f8 sum_of_products(const GlazeShadow *s, const Factors *columns, const Factors *rows) {
  f8 sum = splat(0.0f);
  for (int i = 0; i < s->cornerCount; i++)
    for (int k = 0; k < 8; k++) sum += columns[i].nodes[k] * rows[i].nodes[k];
  return sum;
}

// MARK: Corners beside which the blur is narrow

// A place in a corner's cell, in parts of it.
INLINE f8 place_in(f8 a, float half, float cell) {
  return clamp_f((a - half) / cell + 1.0f, 0.0f, 1.0f);
}

// Of the rows that the Gaussian around y reaches only those are summed where the curve is near x, as
// in the shader. x and y grow towards the corner.
INLINE f8 narrow_corner_cut(const GlazeShadow *s, float cell, f8 x, f8 y) {
  const GlazeOutline *o = &s->shape.outline;
  f8 low = place_in(y - 3.5f * s->sigmaY, o->halfY, cell);
  f8 high = place_in(y + 3.5f * s->sigmaY, o->halfY, cell);
  i8 isReached = (low < high) & reaches_columns(s, cell, x);
  if (!any(isReached)) return splat(0.0f);
  f8 first = curve_at(place_in(x + 3.0f * s->sigmaX, o->halfX, cell), o->exponent);
  f8 last = curve_at(place_in(x - 3.0f * s->sigmaX, o->halfX, cell), o->exponent);
  first = min_f(max_f(first, low), high);
  last = min_f(max_f(last, first), high);
  f8 start = o->halfY - cell - y;
  f8 edge = erf_f((o->halfX - x) * s->kX);
  f8 whole = 0.25f * (edge + 1.0f) * (erf_f((start + cell * high) * s->kY)
                                    - erf_f((start + cell * last) * s->kY));
  if (any(first < last)) {
    f8 u0 = 1.0f - sqrt_f(1.0f - first), u1 = 1.0f - sqrt_f(1.0f - last);
    f8 middle = 0.5f * (u0 + u1), reach = 0.5f * (u1 - u0);
    f8 factor = reach * (0.5f * cell * s->kY * 0.5641895835f);
    for (int i = 0; i < 8; i++) {
      f8 v = 1.0f - (middle + reach * corner_nodes[i]);
      f8 t = 1.0f - v * v;
      f8 weight = (corner_weights[i] * 2.0f) * v * factor;
      f8 place = o->halfX - cell + cell * curve_at(t, o->exponent);
      whole += row_factor(weight, start + cell * t, splat(0.0f), s->kY)
             * (edge - erf_f((place - x) * s->kX));
    }
  }
  return select_f(isReached, whole, splat(0.0f));
}

INLINE f8 narrow_corner_cuts(const GlazeShadow *s, f8 x, f8 y) {
  f8 sum = splat(0.0f);
  for (int i = 0; i < 4 && s->cornerCount > 0; i++) {
    const GlazeShadowCorner *c = &s->corners[s->cornerCount == 1 ? 0 : i];
    if (c->isWide || c->cell <= 0.0f) continue;
    sum += narrow_corner_cut(s, c->cell, i & 1 ? x : -x, i & 2 ? y : -y);
  }
  return sum;
}

INLINE bool has_narrow_corners(const GlazeShadow *s) {
  for (int i = 0; i < s->cornerCount; i++)
    if (!s->corners[i].isWide && s->corners[i].cell > 0.0f) return true;
  return false;
}

// MARK: Rows

static void NAME(shadow_columns)(const GlazeShadow *s, float *columns) {
  ptrdiff_t stride = s->columnStride;
  const GlazeShape *shape = &s->shape;
  RowStart start = row_start(shape, shape->rowY.w);
  for (ptrdiff_t i = 0; i < stride; i += 8) {
    Point p = point_at(shape, start, centres_at(s->firstColumn + (int)i), true);
    Factors factors[4];
    i8 isReached;
    float *column = columns + i;
    store_floats(column, column_factors(s, p.x, factors, &isReached));
    store_floats(column + stride, (f8)isReached);
    for (int k = 0; k < s->cornerCount * 8; k++)
      store_floats(column + (2 + k) * stride, factors[k / 8].nodes[k % 8]);
  }
}

INLINE f8 sum_of_columns(const GlazeShadow *s, const float *column, const Factors *rows) {
  f8 sum = splat(0.0f);
  column += 2 * s->columnStride;
  for (int i = 0; i < s->cornerCount; i++)
    for (int k = 0; k < 8; k++, column += s->columnStride)
      sum += load_floats(column) * rows[i].nodes[k];
  return sum;
}

// 3.8 standard deviations outside of an edge coverage is 7e-5; it is taken in steps of 1/4096.
INLINE i8 is_outside(f8 distance, float sigma) { return distance > 3.8f * sigma; }

// `isUpright`: y is the same all along the row.
INLINE void shadow_run(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips,
                       bool isAffine, bool isUpright, bool hasColumns) {
  const GlazeShadow *s = shadow;
  const GlazeShape *shape = &s->shape;
  const GlazeOutline *o = &shape->outline;
  RowStart start = row_start(shape, run->y);
  bool isNarrow = has_narrow_corners(s);
  Factors columns[4], rows[4];
  i8 isInColumns, isInRows = 0;
  f8 spanX, spanY = splat(0.0f);
  if (isUpright) {
    Point p = point_at(shape, start, centres_at(run->start), true);
    if (!run->isGeneral && all(is_outside(abs_f(p.y) - o->halfY, s->sigmaY))) return;
    spanY = even_row_factors(s, p.y, rows, &isInRows);
  }
  bool isRowReached = any(isInRows);
  vec4 color = s->color;
  f8 noise = dither_at(run->start, (int)run->y);
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point p = point_at(shape, start, centres, isAffine);
    if (!run->isGeneral
        && all(is_outside(abs_f(p.x) - o->halfX, s->sigmaX)
               | is_outside(abs_f(p.y) - o->halfY, s->sigmaY) | ~p.isInFront)) continue;
    f8 coverage;
    if (hasColumns) {
      const float *column = s->columns + (x - s->firstColumn);
      coverage = load_floats(column) * spanY;
      if (isRowReached && any((i8)load_floats(column + s->columnStride)))
        coverage -= sum_of_columns(s, column, rows);
    } else {
      if (!isUpright) {
        spanY = row_factors(s, p.y, rows, &isInRows);
        isRowReached = any(isInRows);
      }
      spanX = column_factors(s, p.x, columns, &isInColumns);
      coverage = spanX * spanY;
      if (isRowReached && any(isInColumns)) coverage -= sum_of_products(s, columns, rows);
    }
    if (isNarrow) coverage -= narrow_corner_cuts(s, p.x, p.y);
    coverage = clamp_f(coverage, 0.0f, 1.0f);
    coverage = (coverage + 2048.0f) - 2048.0f;
    coverage = select_f(p.isInFront, coverage, splat(0.0f));
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * UNIT, splat(0.0f));
    Colors colors = {color.x * unit, color.y * unit, color.z * unit, color.w * unit};
    if (s->isDithered) lay_fade(run, x, colors, noise);
    else lay(run, x, colors.red, colors.green, colors.blue, colors.alpha);
  }
}

static void NAME(shadow)(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips) {
  const GlazeShape *shape = &shadow->shape;
  if (shadow->columns) shadow_run(run, shadow, clips, true, true, true);
  else if (!shape->isAffine) shadow_run(run, shadow, clips, false, false, false);
  else if (shape->rowY.x == 0.0f) shadow_run(run, shadow, clips, true, true, false);
  else shadow_run(run, shadow, clips, true, false, false);
}
