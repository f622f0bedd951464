// Curves as corners of polygons.
#include <math.h>

#include "outliner.h"

// Vectors are only passed between functions of this file.
#pragma clang diagnostic ignored "-Wpsabi"

/// The squared cosine of the largest angle of a control leg with the chord of a curve that is not halved: of 72
/// degrees. The density of the steps changes slowly in such a curve.
static const double least_squared_cosine = 0.1;

enum { SAMPLES = 8 };

typedef float Samples __attribute__((vector_size(4 * SAMPLES)));
typedef int32_t SampleBits __attribute__((vector_size(4 * SAMPLES)));

static inline Samples magnitude(Samples a) { return (Samples)((SampleBits)a & 0x7FFFFFFF); }

/// Whether a leg runs along a chord.
static inline bool runs_along(V2 leg, V2 chord, double squaredChord) {
  double along = dot(leg, chord);
  return along >= 0 && along * along >= least_squared_cosine * dot(leg, leg) * squaredChord;
}

/// The density of steps along a curve: the root of the curvature, for each unit of the parameter.
///
/// A chord of the length l deviates from a curve by an eighth of l² times the curvature, so equal deviations
/// need steps over which the integral of this root is equal. The curvature is the cross product of the first
/// and the second derivative, divided by the cube of the speed.
static inline Samples step_density(V2 leg, V2 first, V2 change, float fineness) {
  Samples t;
  for (int i = 0; i < SAMPLES; i++) t[i] = ((float)i + 0.5f) / SAMPLES;
  float scale = fineness;
  float ax = (float)leg[0] * scale, ay = (float)leg[1] * scale;
  float fx = (float)first[0] * scale, fy = (float)first[1] * scale;
  float gx = (float)change[0] * scale, gy = (float)change[1] * scale;
  Samples secondX = gx * t + fx, secondY = gy * t + fy;
  Samples speedX = (secondX + fx) * t + ax, speedY = (secondY + fy) * t + ay;
  Samples speed = __builtin_elementwise_sqrt(speedX * speedX + speedY * speedY);
  Samples turn = magnitude(speedX * secondY - speedY * secondX);
  return __builtin_elementwise_sqrt(turn / (speed + 1e-6f));
}

int32_t glaze_path_steps(const Cubic *c, double fineness, double t[MOST_STEPS + 1]) {
  V2 a = c->p1 - c->p0, b = c->p2 - c->p1, d = c->p3 - c->p2;
  V2 first = b - a, second = d - b;
  t[0] = 0;
  // Equal steps deviate by at most an eighth of the second derivative: six times a mean of the second
  // differences. All terms use the fourth power of the number of steps, which avoids a root.
  double bend = fmax(dot(first, first), dot(second, second)) * (0.5625 * fineness * fineness);
  if (!(bend > 1)) {
    t[1] = 1;
    return 1;
  }
  if (bend <= 16) {
    t[1] = 0.5;
    t[2] = 1;
    return 2;
  }
  V2 chord = c->p3 - c->p0;
  double squared = dot(chord, chord);
  // Beyond these numbers, single precision is not sufficient.
  if (bend > 1e12 || squared * fineness * fineness > 1e14) return 0;
  if (!runs_along(a, chord, squared) || !runs_along(b, chord, squared) || !runs_along(d, chord, squared)) {
    return 0;
  }
  Samples density = step_density(a, first, second - first, (float)fineness);
  // Where a curve is nearly straight between two samples, it is assumed to turn a little.
  float sum = 0;
  for (int i = 0; i < SAMPLES; i++) sum += density[i];
  density += sum * (0.05f / SAMPLES);
  sum *= 1.05f;
  // The densities lack the root of 6, and a step may be the root of 8 times the tolerance.
  double wanted = ceil((double)sum * (0.866025403784 / SAMPLES));
  if (!(wanted <= MOST_STEPS)) return 0;
  int32_t count = wanted > 1 ? (int32_t)wanted : 1;
  float step = sum / (float)count, next = step, before = 0;
  int32_t sample = 0;
  for (int32_t i = 1; i < count; i++) {
    while (sample < SAMPLES - 1 && before + density[sample] < next) before += density[sample++];
    double within = (double)((next - before) / density[sample]);
    t[i] = ((double)sample + fmin(within, 1)) * (1.0 / SAMPLES);
    next += step;
  }
  t[count] = 1;
  return count;
}

/// A chord encloses less than its curve by two thirds of its deviation from it. The corner moves by this, only
/// sideways: a twelfth of the second derivative's part there, times the mean of the squared steps by which
/// both chords gain what they lack.
V2 glaze_path_corner(const Cubic *c, double t, double before, double after) {
  V2 a = c->p1 - c->p0, b = c->p2 - c->p1, d = c->p3 - c->p2;
  V2 first = b - a, change = d - b - first;
  V2 along = both(t);
  V2 second = change * along + first;
  V2 speed = (second + first) * along + a;
  V2 point = (((change * along + both(3) * first) * along) + both(3) * a) * along + c->p0;
  double squared = dot(speed, speed);
  if (!(squared > 0)) return point;
  double steps = before * before - before * after + after * after;
  double bend = cross(speed, second) * 0.5 * steps / squared;
  return point - turned(speed) * both(bend);
}
