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

INLINE f8 blurred_span(f8 x, float half, float k) {
  return 0.5f * (erf_f((half + x) * k) + erf_f((half - x) * k));
}

INLINE f8 curve_at(f8 s, float exponent) {
  return exponent == 2.0f ? sqrt_f(1.0f - s * s)
                          : pow_f(max_f(1.0f - pow_f(s, exponent), splat(0.0f)), 1.0f / exponent);
}

// A corner whose curve is integrated: x and y grow towards it.
typedef struct {
  const GlazeOutline *outline;
  float cell, sigmaX, sigmaY, kX, kY;
} Corner;

// A place in the corner's cell, in parts of it.
INLINE f8 place_in(const Corner *c, f8 a, float half) {
  return clamp_f((a - half) / c->cell + 1.0f, 0.0f, 1.0f);
}

// Rows of the cell that the Gaussian around y reaches.
typedef struct {
  f8 low, high;
  i8 isReached;
} CornerRows;

INLINE CornerRows corner_rows(const Corner *c, f8 y) {
  CornerRows rows = {place_in(c, y - 3.5f * c->sigmaY, c->outline->halfY),
                     place_in(c, y + 3.5f * c->sigmaY, c->outline->halfY), 0};
  if (c->cell > 0.0f) rows.isReached = rows.low < rows.high;
  return rows;
}

// A sum over places on the curve between two rows.
typedef struct {
  f8 weight[8];
  f8 place[8];  // x on the curve
} CornerSum;

INLINE void prepare_sum(CornerSum *sum, const Corner *c, f8 y, f8 low, f8 high) {
  static const float nodes[8] = {0.1834346425f, -0.1834346425f, 0.5255324099f, -0.5255324099f,
                                 0.7966664774f, -0.7966664774f, 0.9602898565f, -0.9602898565f};
  static const float weights[8] = {0.3626837834f, 0.3626837834f, 0.3137066459f, 0.3137066459f,
                                   0.2223810345f, 0.2223810345f, 0.1012285363f, 0.1012285363f};
  const GlazeOutline *o = c->outline;
  f8 u0 = 1.0f - sqrt_f(1.0f - low), u1 = 1.0f - sqrt_f(1.0f - high);
  f8 middle = 0.5f * (u0 + u1), reach = 0.5f * (u1 - u0);
  f8 factor = reach * (0.5f * c->cell * c->kY * 0.5641895835f);
  for (int i = 0; i < 8; i++) {
    f8 v = 1.0f - (middle + reach * nodes[i]);
    f8 s = 1.0f - v * v;
    f8 d = (o->halfY - c->cell + c->cell * s - y) * c->kY;
    sum->weight[i] = (weights[i] * 2.0f) * v * exp_f(-d * d) * factor;
    sum->place[i] = o->halfX - c->cell + c->cell * curve_at(s, o->exponent);
  }
}

INLINE f8 sum_at(const CornerSum *sum, const Corner *c, f8 x, f8 edge) {
  f8 result = splat(0.0f);
  for (int i = 0; i < 8; i++)
    result += sum->weight[i] * (edge - erf_f((sum->place[i] - x) * c->kX));
  return result;
}

INLINE i8 reaches_columns(const Corner *c, f8 x) {
  f8 inward = c->outline->halfX - c->cell - x;
  return (inward <= 3.5f * c->sigmaX) & (x - c->outline->halfX <= 3.5f * c->sigmaX);
}

// Where the Gaussian is not much smaller than the cell, all reached rows are summed. They are the
// same for all x: of an upright box they are prepared once for a row of pixels.
INLINE f8 corner_cut(const CornerRows *rows, const CornerSum *sum, const Corner *c, f8 x) {
  i8 isReached = rows->isReached & reaches_columns(c, x);
  if (!any(isReached)) return splat(0.0f);
  f8 edge = erf_f((c->outline->halfX - x) * c->kX);
  return select_f(isReached, sum_at(sum, c, x, edge), splat(0.0f));
}

// Otherwise only those where the curve is near x, as in the shader.
INLINE f8 narrow_corner_cut(const CornerRows *rows, const Corner *c, f8 x, f8 y) {
  const GlazeOutline *o = c->outline;
  i8 isReached = rows->isReached & reaches_columns(c, x);
  if (!any(isReached)) return splat(0.0f);
  f8 first = curve_at(place_in(c, x + 3.0f * c->sigmaX, o->halfX), o->exponent);
  f8 last = curve_at(place_in(c, x - 3.0f * c->sigmaX, o->halfX), o->exponent);
  first = min_f(max_f(first, rows->low), rows->high);
  last = min_f(max_f(last, first), rows->high);
  f8 start = o->halfY - c->cell - y;
  f8 edge = erf_f((o->halfX - x) * c->kX);
  f8 whole = 0.25f * (edge + 1.0f) * (erf_f((start + c->cell * rows->high) * c->kY)
                                    - erf_f((start + c->cell * last) * c->kY));
  if (any(first < last)) {
    CornerSum sum;
    prepare_sum(&sum, c, y, first, last);
    whole += sum_at(&sum, c, x, edge);
  }
  return select_f(isReached, whole, splat(0.0f));
}

// Whether a pixel is seen to have no coverage, or all, without the sums. Coverage is taken in steps
// of 1/4096: 3.8 standard deviations outside of an edge it is 7e-5, and 4.2 inside of all edges 5e-5
// are lacking.
INLINE i8 is_outside(const GlazeShadow *shadow, f8 x, f8 y) {
  return (x > 3.8f * shadow->sigmaX) | (y > 3.8f * shadow->sigmaY);
}
INLINE i8 is_cornerless(const GlazeShadow *shadow, f8 x, f8 y) {
  return (x < -shadow->reachX) | (y < -shadow->reachY);
}
INLINE i8 is_inside_all(const GlazeShadow *shadow, f8 x, f8 y) {
  return (x < -4.2f * shadow->sigmaX) & (y < -4.2f * shadow->sigmaY) & is_cornerless(shadow, x, y);
}

INLINE void shadow_run(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips,
                       bool isAffine, bool isUpright) {
  const GlazeShape *shape = &shadow->shape;
  const GlazeOutline *o = &shape->outline;
  float sigmaX = shadow->sigmaX, kX = 0.7071067812f / sigmaX;
  float sigmaY = shadow->sigmaY, kY = 0.7071067812f / sigmaY;
  float largest = sigmaX > sigmaY ? sigmaX : sigmaY;
  RowStart start = row_start(shape, run->y);
  f8 noise = dither_at(run->start, (int)run->y);
  Corner corners[4];
  for (int i = 0; i < 4; i++) {
    corners[i] = (Corner){o, o->corner[i], sigmaX, sigmaY, kX, kY};
  }
  CornerRows rows[4];
  CornerSum sums[4];
  bool arePrepared = false;
  f8 spanY = splat(0.0f);
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point p = point_at(shape, start, centres, isAffine);
    f8 outX = abs_f(p.x) - o->halfX, outY = abs_f(p.y) - o->halfY;
    i8 isOutside = is_outside(shadow, outX, outY) | ~p.isInFront;
    if (!run->isGeneral && all(isOutside)) continue;
    f8 coverage = splat(1.0f);
    if (run->isGeneral || !all(is_inside_all(shadow, outX, outY))) {
      if (!isUpright || !arePrepared) spanY = blurred_span(p.y, o->halfY, kY);
      coverage = blurred_span(p.x, o->halfX, kX) * spanY;
      bool hasCorners = run->isGeneral || (isUpright && !arePrepared)
                     || !all(is_cornerless(shadow, outX, outY));
      if (o->isRounded && hasCorners) {
        for (int i = 0; i < 4; i++) {
          const Corner *c = &corners[i];
          f8 cornerX = i & 1 ? p.x : -p.x, cornerY = i & 2 ? p.y : -p.y;
          bool isNarrow = c->cell > 4.0f * largest;
          if (!isUpright || !arePrepared) {
            rows[i] = corner_rows(c, cornerY);
            if (!isNarrow && any(rows[i].isReached))
              prepare_sum(&sums[i], c, cornerY, rows[i].low, rows[i].high);
          }
          coverage -= isNarrow ? narrow_corner_cut(&rows[i], c, cornerX, cornerY)
                               : corner_cut(&rows[i], &sums[i], c, cornerX);
        }
      }
      arePrepared = true;
      coverage = clamp_f(coverage, 0.0f, 1.0f);
      coverage = (coverage + 2048.0f) - 2048.0f;
      coverage = select_f(p.isInFront, coverage, splat(0.0f));
    }
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * UNIT, splat(0.0f));
    vec4 c = shadow->color;
    Colors colors = {c.x * unit, c.y * unit, c.z * unit, c.w * unit};
    if (shadow->isDithered) lay_fade(run, x, colors, noise);
    else lay(run, x, colors.red, colors.green, colors.blue, colors.alpha);
  }
}

static void NAME(shadow)(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips) {
  const GlazeShape *shape = &shadow->shape;
  if (!shape->isAffine) shadow_run(run, shadow, clips, false, false);
  else if (shape->rowY.x == 0.0f) shadow_run(run, shadow, clips, true, true);
  else shadow_run(run, shadow, clips, true, false);
}
