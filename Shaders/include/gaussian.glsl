// Boxes blurred by Gaussians in closed form. Needs rounded_box.glsl.

// The error function, to 3e-5 (Abramowitz and Stegun 7.1.28, fewer terms need more digits).
float erf_(float x) {
  float a = abs(x);
  float p = 1.0 + a * (0.0705230784 + a * (0.0422820123 + a * (0.0092705272
          + a * (0.0001520143 + a * (0.0002765672 + a * 0.0000430638)))));
  p *= p;
  p *= p;
  p *= p;
  p *= p;
  return sign(x) * (1.0 - 1.0 / p);
}

// How much of a Gaussian of standard deviation 1 / (sqrt 2 * k) around x lies in -half...half.
float blurred_span(float x, float halfSize, float k) {
  return 0.5 * (erf_((halfSize + x) * k) + erf_((halfSize - x) * k));
}

// x where a corner's curve is at s, and the other way round; both in parts of the cell.
float corner_curve(float s, float exponent) {
  return exponent == 2.0 ? sqrt(1.0 - s * s)
                         : pow(max(1.0 - pow(s, exponent), 0.0), 1.0 / exponent);
}

// What a corner's curve cuts off of the square corner at (+halfSize), blurred, seen from p.
// Of the rows of the corner's cell that the Gaussian reaches those near the edge are cut off wholly,
// those near the middle not at all. Integrated over the rest, where the curve is in reach, with
// u = 1 - sqrt(1 - s), so that the curve is smooth in u where it meets the edge.
float blurred_corner_cut(vec2 p, vec2 halfSize, float cell, float exponent, vec2 sigma, vec2 k) {
  float low = clamp((p.y - 3.5 * sigma.y - halfSize.y) / cell + 1.0, 0.0, 1.0);
  float high = clamp((p.y + 3.5 * sigma.y - halfSize.y) / cell + 1.0, 0.0, 1.0);
  if (cell <= 0.0 || low >= high || halfSize.x - cell - p.x > 3.5 * sigma.x
      || p.x - halfSize.x > 3.5 * sigma.x)
    return 0.0;
  float near = clamp((p.x + 3.0 * sigma.x - halfSize.x) / cell + 1.0, 0.0, 1.0);
  float far = clamp((p.x - 3.0 * sigma.x - halfSize.x) / cell + 1.0, 0.0, 1.0);
  float first = clamp(corner_curve(near, exponent), low, high);
  float last = clamp(corner_curve(far, exponent), first, high);
  vec2 start = halfSize - cell - p;
  float edge = erf_((halfSize.x - p.x) * k.x);
  float whole = 0.25 * (edge + 1.0)
              * (erf_((start.y + cell * high) * k.y) - erf_((start.y + cell * last) * k.y));
  const float nodes[4] = float[](0.1834346425, 0.5255324099, 0.7966664774, 0.9602898565);
  const float weights[4] = float[](0.3626837834, 0.3137066459, 0.2223810345, 0.1012285363);
  float u0 = 1.0 - sqrt(1.0 - first);
  float u1 = 1.0 - sqrt(1.0 - last);
  float middle = 0.5 * (u0 + u1);
  float reach = 0.5 * (u1 - u0);
  float sum = 0.0;
  for (int i = 0; i < 8; i++) {
    float node = (i & 1) == 0 ? nodes[i >> 1] : -nodes[i >> 1];
    float v = 1.0 - (middle + reach * node);
    float s = 1.0 - v * v;
    float curve = erf_((start.x + cell * corner_curve(s, exponent)) * k.x);
    float d = (start.y + cell * s) * k.y;
    sum += weights[i >> 1] * 2.0 * v * exp(-d * d) * (edge - curve);
  }
  // 1 / (sigma * sqrt(2 pi)) = k / sqrt(pi)
  return whole + 0.5 * sum * reach * cell * k.y * 0.5641895835;
}

// The coverage of a rounded box blurred by a Gaussian, which may be wider one way than the other, as
// that of an ellipse is that was stretched to a circle; everything in the plane's units.
float blurred_box(RoundedBox box, vec2 p, vec2 sigma) {
  vec2 k = 0.7071067812 / sigma;
  vec2 h = box.extent.xy;
  float n = box.rowW.w;
  float sum = blurred_span(p.x, h.x, k.x) * blurred_span(p.y, h.y, k.y);
  sum -= blurred_corner_cut(-p, h, box.corners.x, n, sigma, k);
  sum -= blurred_corner_cut(vec2(p.x, -p.y), h, box.corners.y, n, sigma, k);
  sum -= blurred_corner_cut(vec2(-p.x, p.y), h, box.corners.z, n, sigma, k);
  sum -= blurred_corner_cut(p, h, box.corners.w, n, sigma, k);
  return clamp(sum, 0.0, 1.0);
}
