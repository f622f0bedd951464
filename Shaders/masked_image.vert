#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9, instance10, instance11, instance12, instance13, instance14;

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
  RoundedBox shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  place_shape(shape, place_corner(instance0, instance1));
  vec2 unit = 1.0 / pixels_per_unit(shape);
  tint = instance8;
  vec4 maskX = instance10;
  vec4 maskY = instance11;
  mat3x2 maskOfPlace = mat3x2(vec2(maskX.x, maskY.x) * unit.x, vec2(maskX.y, maskY.y) * unit.y,
                              vec2(maskX.z, maskY.z));
#ifdef MOVED
  toTexture = vec4(instance7.xy * unit, instance7.zw);
#else
  coordinate = place * (instance7.xy * unit) + instance7.zw;
#endif
#if defined(MOVED) || defined(INSIDE)
  toMask = maskOfPlace;
#else
  maskPlace = maskOfPlace * vec3(place, 1.0);
#endif
#ifdef INSIDE
  samples = sample_reach(shape, reach);
#endif
  levels = vec2(0.0);
#ifdef LEVEL
  vec2 u = shape.rowX.xy * (instance7.x * instance9.x);
  vec2 v = shape.rowY.xy * (instance7.y * instance9.y);
  levels.x = 0.5 * log2(max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y)) + instance9.z;
#endif
#ifdef MASK_LEVEL
  vec2 s = (shape.rowX.xy * maskX.x + shape.rowY.xy * maskX.y) * instance12.x;
  vec2 t = (shape.rowX.xy * maskY.x + shape.rowY.xy * maskY.y) * instance12.y;
  levels.y = 0.5 * log2(max(s.x * s.x + t.x * t.x, s.y * s.y + t.y * t.y)) + instance12.z;
#endif
#ifdef STOPS
  turn = maskY.w;
  base = instance12.x;
  for (int i = 0; i < STOPS - 1; i++) {
    float scale = 1.0 / (instance13[i + 1] - instance13[i]);
    ramps[i] = vec3(scale, -instance13[i] * scale, instance12[i + 1] - instance12[i]);
  }
#endif
  pass_clips(instance14);
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
  shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  mapping = instance7;
  tint = instance8;
  texels = instance9;
  maskX = vec4(instance10.xyz, instance14.x);
  maskY = instance11;
  mask = instance12;
  places = instance13;
  place_corner(instance0, instance1);
  pass_clips(instance14);
}
#endif
