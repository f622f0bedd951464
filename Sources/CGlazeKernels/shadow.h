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

// What a corner's curve cuts off, as seen from some y: a sum over places on the curve.
typedef struct {
  f8 weight[8];
  f8 place[8];     // x on the curve
  i8 isReached;
} CornerRow;

INLINE f8 curve_at(f8 s, float exponent) {
  return exponent == 2.0f ? sqrt_f(1.0f - s * s)
                          : pow_f(1.0f - pow_f(s, exponent), 1.0f / exponent);
}

// y grows towards the corner. What does not depend on x: the same for a row of an upright box.
INLINE void prepare_corner(CornerRow *row, const GlazeOutline *o, f8 y, float cell, float sigma,
                           float k) {
  static const float nodes[8] = {0.1834346425f, -0.1834346425f, 0.5255324099f, -0.5255324099f,
                                 0.7966664774f, -0.7966664774f, 0.9602898565f, -0.9602898565f};
  static const float weights[8] = {0.3626837834f, 0.3626837834f, 0.3137066459f, 0.3137066459f,
                                   0.2223810345f, 0.2223810345f, 0.1012285363f, 0.1012285363f};
  f8 low = clamp_f((y - 3.5f * sigma - o->halfY) / cell + 1.0f, 0.0f, 1.0f);
  f8 high = clamp_f((y + 3.5f * sigma - o->halfY) / cell + 1.0f, 0.0f, 1.0f);
  row->isReached = cell > 0.0f ? low < high : (i8)0;
  if (!any(row->isReached)) return;
  f8 u0 = 1.0f - sqrt_f(1.0f - low), u1 = 1.0f - sqrt_f(1.0f - high);
  f8 middle = 0.5f * (u0 + u1), reach = 0.5f * (u1 - u0);
  f8 factor = reach * (0.5f * cell * k * 0.5641895835f);
  for (int i = 0; i < 8; i++) {
    f8 v = 1.0f - (middle + reach * nodes[i]);
    f8 s = 1.0f - v * v;
    f8 d = (o->halfY - cell + cell * s - y) * k;
    row->weight[i] = (weights[i] * 2.0f) * v * exp_f(-d * d) * factor;
    row->place[i] = o->halfX - cell + cell * curve_at(s, o->exponent);
  }
}

// x grows towards the corner.
INLINE f8 corner_cut(const CornerRow *row, const GlazeOutline *o, f8 x, float cell, float sigma,
                     float k) {
  f8 inward = o->halfX - cell - x;
  i8 isReached = row->isReached & (inward <= 3.5f * sigma) & (x - o->halfX <= 3.5f * sigma);
  if (!any(isReached)) return splat(0.0f);
  f8 edge = erf_f((o->halfX - x) * k);
  f8 sum = splat(0.0f);
  for (int i = 0; i < 8; i++) sum += row->weight[i] * (edge - erf_f((row->place[i] - x) * k));
  return select_f(isReached, sum, splat(0.0f));
}

// Whether a pixel is seen to have no coverage, or all, without the sums. Coverage is taken in steps
// of 1/4096: 3.8 standard deviations outside of an edge it is 7e-5, 4.2 inside of all it lacks 5e-5.
INLINE i8 is_outside(const GlazeShadow *shadow, f8 x, f8 y) {
  float limit = 3.8f * shadow->sigma;
  return (x > limit) | (y > limit);
}
INLINE i8 is_cornerless(const GlazeShadow *shadow, f8 x, f8 y) {
  return (x < -shadow->reach) | (y < -shadow->reach);
}
INLINE i8 is_inside_all(const GlazeShadow *shadow, f8 x, f8 y) {
  float limit = -4.2f * shadow->sigma;
  return (x < limit) & (y < limit) & is_cornerless(shadow, x, y);
}

INLINE void shadow_run(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips,
                       bool isAffine, bool isUpright) {
  const GlazeShape *shape = &shadow->shape;
  const GlazeOutline *o = &shape->outline;
  float sigma = shadow->sigma, k = 0.7071067812f / sigma;
  RowStart start = row_start(shape, run->y);
  CornerRow corners[4];
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
      if (!isUpright || !arePrepared) spanY = blurred_span(p.y, o->halfY, k);
      coverage = blurred_span(p.x, o->halfX, k) * spanY;
      bool hasCorners = run->isGeneral || (isUpright && !arePrepared)
                     || !all(is_cornerless(shadow, outX, outY));
      if (o->isRounded && hasCorners) {
        for (int i = 0; i < 4; i++) {
          if (!isUpright || !arePrepared)
            prepare_corner(&corners[i], o, i < 2 ? -p.y : p.y, o->corner[i], sigma, k);
          coverage -= corner_cut(&corners[i], o, i & 1 ? p.x : -p.x, o->corner[i], sigma, k);
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
    lay(run, x, c.x * unit, c.y * unit, c.z * unit, c.w * unit);
  }
}

static void NAME(shadow)(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips) {
  const GlazeShape *shape = &shadow->shape;
  if (!shape->isAffine) shadow_run(run, shadow, clips, false, false);
  else if (shape->rowY.x == 0.0f) shadow_run(run, shadow, clips, true, true);
  else shadow_run(run, shadow, clips, true, false);
}
