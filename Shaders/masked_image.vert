#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[15];

#ifdef SIMPLE
#include "include/simple_in.glsl"
#ifdef MOVED
flat out vec4 toTexture;
#else
out vec2 coordinate;
#endif
#if defined(STOPS) && !defined(HARD)
#define INSIDE
flat out vec2 samples;
#endif
#if defined(MOVED) || defined(INSIDE)
flat out mat3x2 toMask;
#else
out vec2 maskPlace;  // the mask's coordinates; for an axial gradient x is t
#endif
flat out vec4 tint;
flat out vec2 levels;  // of the texture, and of the mask
#ifdef STOPS
flat out float turn;
flat out float base;
flat out vec3 ramps[STOPS - 1];  // from each stop to the next: the fraction at t, t * x + y; times z
#endif

void main() {
  RoundedBox shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  place_shape(shape, place_corner(instance[0], instance[1]));
  vec2 unit = 1.0 / pixels_per_unit(shape);
  tint = instance[8];
  vec4 maskX = instance[10];
  vec4 maskY = instance[11];
  mat3x2 maskOfPlace = mat3x2(vec2(maskX.x, maskY.x) * unit.x, vec2(maskX.y, maskY.y) * unit.y,
                              vec2(maskX.z, maskY.z));
#ifdef MOVED
  toTexture = vec4(instance[7].xy * unit, instance[7].zw);
#else
  coordinate = place * (instance[7].xy * unit) + instance[7].zw;
#endif
#if defined(MOVED) || defined(INSIDE)
  toMask = maskOfPlace;
#else
  maskPlace = maskOfPlace * vec3(place, 1.0);
#endif
#ifdef INSIDE
  samples = sample_reach(shape);
#endif
  levels = vec2(0.0);
#ifdef LEVEL
  vec2 u = shape.rowX.xy * (instance[7].x * instance[9].x);
  vec2 v = shape.rowY.xy * (instance[7].y * instance[9].y);
  levels.x = 0.5 * log2(max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y)) + instance[9].z;
#endif
#ifdef MASK_LEVEL
  vec2 s = (shape.rowX.xy * maskX.x + shape.rowY.xy * maskX.y) * instance[12].x;
  vec2 t = (shape.rowX.xy * maskY.x + shape.rowY.xy * maskY.y) * instance[12].y;
  levels.y = 0.5 * log2(max(s.x * s.x + t.x * t.x, s.y * s.y + t.y * t.y)) + instance[12].z;
#endif
#ifdef STOPS
  turn = maskY.w;
  base = instance[12].x;
  for (int i = 0; i < STOPS - 1; i++) {
    float scale = 1.0 / (instance[13][i + 1] - instance[13][i]);
    ramps[i] = vec3(scale, -instance[13][i] * scale, instance[12][i + 1] - instance[12][i]);
  }
#endif
  pass_clips(instance[14]);
}
#else
flat out RoundedBox shape;
flat out vec4 mapping;
flat out vec4 tint;
flat out vec4 texels;
flat out vec4 maskX;  // w: kind of mask
flat out vec4 maskY;
flat out vec4 mask;
flat out vec4 places;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  mapping = instance[7];
  tint = instance[8];
  texels = instance[9];
  maskX = vec4(instance[10].xyz, instance[14].x);
  maskY = instance[11];
  mask = instance[12];
  places = instance[13];
  place_corner(instance[0], instance[1]);
  pass_clips(instance[14]);
}
#endif
