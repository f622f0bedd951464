// The appearance of shadows around a corner: the part of a Gaussian that lies in a rounded box. Included
// inside kernels.h. Shaders read the same tables in shadow_table.glsl.

// The error function, to 3e-5 (Abramowitz and Stegun 7.1.28; fewer terms would need more digits).
INLINE fvec erf_f(fvec x) {
  fvec a = abs_f(x);
  fvec p = 1.0f + a * (0.0705230784f + a * (0.0422820123f + a * (0.0092705272f
       + a * (0.0001520143f + a * (0.0002765672f + a * 0.0000430638f)))));
  p *= p;
  p *= p;
  p *= p;
  p *= p;
  return with_sign(1.0f - 1.0f / p, x);
}

// The x at which a corner's curve is at s, and its inverse; both in fractions of the cell.
INLINE fvec curve_at(fvec s, float exponent) {
  return exponent == 2.0f ? sqrt_f(max_f(1.0f - s * s, splat(0.0f)))
                          : pow_f(max_f(1.0f - pow_f(s, exponent), splat(0.0f)), 1.0f / exponent);
}

// The positive nodes of Gauss-Legendre quadrature with 12 points.
enum { CornerNodes = 6 };
static const float corner_places[CornerNodes] = {0.1252334085f, 0.3678314990f, 0.5873179543f,
                                                 0.7699026742f, 0.9041172564f, 0.9815606342f};
static const float corner_weights[CornerNodes] = {0.2491470458f, 0.2334925365f, 0.2031674267f,
                                                  0.1600783285f, 0.1069393260f, 0.0471753364f};

// The part of a square corner that its curve cuts off, blurred, at depths below the corner's two edges.
//
// Of the rows of the corner's cell that the Gaussian reaches, those near the edge are cut off completely, and
// those near the middle not at all. The rest, where the curve is in reach, is integrated with u = 1 - sqrt(1
// - s), so that the curve is smooth in u where it meets the edge.
INLINE fvec corner_cut(fvec depthX, fvec depthY, float cell, float exponent, float sigmaX, float sigmaY) {
  if (cell <= 0.0f) return splat(0.0f);
  float kX = 0.7071067812f / sigmaX, kY = 0.7071067812f / sigmaY, part = 1.0f / cell;
  fvec low = clamp_f(1.0f - (depthY + 4.0f * sigmaY) * part, 0.0f, 1.0f);
  fvec high = clamp_f(1.0f - (depthY - 4.0f * sigmaY) * part, 0.0f, 1.0f);
  ivec isReached = (low < high) & (depthX - cell <= 4.0f * sigmaX) & (-depthX <= 4.0f * sigmaX);
  if (!any(isReached)) return splat(0.0f);
  fvec near = clamp_f(1.0f - (depthX - 3.5f * sigmaX) * part, 0.0f, 1.0f);
  fvec far = clamp_f(1.0f - (depthX + 3.5f * sigmaX) * part, 0.0f, 1.0f);
  fvec first = min_f(max_f(curve_at(near, exponent), low), high);
  fvec last = min_f(max_f(curve_at(far, exponent), first), high);
  fvec startX = depthX - cell, startY = depthY - cell;
  fvec edge = erf_f(depthX * kX);
  fvec whole = 0.25f * (edge + 1.0f)
           * (erf_f((startY + cell * high) * kY) - erf_f((startY + cell * last) * kY));
  fvec u0 = 1.0f - sqrt_f(1.0f - first), u1 = 1.0f - sqrt_f(1.0f - last);
  fvec middle = 0.5f * (u0 + u1), reach = 0.5f * (u1 - u0);
  fvec sum = splat(0.0f);
  for (int i = 0; i < 2 * CornerNodes; i++) {
    float place = i & 1 ? -corner_places[i >> 1] : corner_places[i >> 1];
    fvec v = 1.0f - (middle + reach * place);
    fvec s = 1.0f - v * v;
    fvec d = (startY + cell * s) * kY;
    fvec curve = erf_f((startX + cell * curve_at(s, exponent)) * kX);
    sum += corner_weights[i >> 1] * v * exp_f(-d * d) * (edge - curve);
  }
  // 1 / (sigma * sqrt(2 pi)) = k / sqrt(pi)
  whole += sum * reach * (cell * kY * 0.5641895835f);
  return select_f(isReached, whole, splat(0.0f));
}

// The part of a Gaussian that lies between an edge and the opposite one.
INLINE fvec blurred_span(fvec depth, float half, float sigma) {
  float k = 0.7071067812f / sigma;
  return 0.5f * (erf_f(depth * k) + (half < __builtin_inff() ? erf_f((2.0f * half - depth) * k) : 1.0f));
}

INLINE fvec look_at(const GlazeShadowLook *look, fvec x, fvec y, float sigmaX, float sigmaY) {
  float n = look->exponent;
  fvec sum = blurred_span(x, look->halfX, sigmaX) * blurred_span(y, look->halfY, sigmaY);
  fvec farX = 2.0f * look->halfX - x, farY = 2.0f * look->halfY - y;
  bool isNarrow = look->halfX < __builtin_inff(), isLow = look->halfY < __builtin_inff();
  sum -= corner_cut(x, y, look->corner[0], n, sigmaX, sigmaY);
  if (isNarrow) sum -= corner_cut(farX, y, look->corner[1], n, sigmaX, sigmaY);
  if (isLow) sum -= corner_cut(x, farY, look->corner[2], n, sigmaX, sigmaY);
  if (isNarrow && isLow) sum -= corner_cut(farX, farY, look->corner[3], n, sigmaX, sigmaY);
  return clamp_f(sum, 0.0f, 1.0f);
}

// The coefficients of `angle` in shadow_table.glsl.
static float along_of_row(int row) {
  float angle = (2.0f * row / (SHADOW_TABLE_SIDE - 1) - 1.0f) * (1.0f + 1.0f / 12 + 3.0f / 160);
  float along = angle;
  for (int i = 0; i < 6; i++) {
    float s = along * along;
    along -= (along * (1.0f + s * (1.0f / 12 + s * (3.0f / 160))) - angle)
           / (1.0f + s * (3.0f / 12 + s * (15.0f / 160)));
  }
  return along;
}

// Where the function bends, lines between texels lie on one side of it. A blur that is narrower by this
// amount distributes the error over both sides.
INLINE float narrower(float step) { return __builtin_sqrtf(1.0f - step * step / 8); }

static void fill_grid(const GlazeShadowLook *look, float *texels) {
  float deepest = look->corner[0] + (float)SHADOW_TABLE_MARGIN;
  float step = (deepest + (float)SHADOW_TABLE_MARGIN) / (SHADOW_TABLE_SIDE - 1);
  float sigma = narrower(step);
  for (int row = 0; row < SHADOW_TABLE_SIDE; row++)
    for (int column = 0; column < SHADOW_TABLE_SIDE; column += LANES) {
      fvec x = deepest - to_f(lane_numbers + column) * step;
      fvec coverage = look_at(look, x, (fvec)(deepest - row * step), sigma, sigma);
      store_floats(texels + row * SHADOW_TABLE_SIDE + column, coverage);
    }
}

static void fill_along_curve(const GlazeShadowLook *look, float *texels) {
  float step = (float)SHADOW_TABLE_REACH / (SHADOW_TABLE_SIDE - 1);
  float margin = (float)SHADOW_TABLE_MARGIN, aspect = look->sigmaY, cell = look->corner[0];
  for (int row = 0; row < SHADOW_TABLE_SIDE; row++) {
    float along = along_of_row(row);
    float x = 0.5f * (__builtin_sqrtf(2.0f - along * along) - along), y = x + along;
    float middle = 1.0f - along * along;
    float radius = cell * (1.0f + glaze_shadow_bulge(look->exponent) * middle * middle);
    float sigma = __builtin_sqrtf(x * x + aspect * aspect * y * y);
    for (int column = 0; column < SHADOW_TABLE_SIDE; column += LANES) {
      fvec length = radius + to_f(lane_numbers + column) * (step * sigma);
      fvec coverage = look_at(look, cell + margin - length * x, cell + margin * aspect - length * y,
                            narrower(step), narrower(step) * aspect);
      store_floats(texels + row * SHADOW_TABLE_SIDE + column, coverage);
    }
  }
}

static void NAME(shadow_table)(const GlazeShadowLook *look, float *texels) {
  if (look->isGrid) fill_grid(look, texels);
  else fill_along_curve(look, texels);
}
