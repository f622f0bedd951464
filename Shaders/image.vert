#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[12];

#ifdef SIMPLE
#include "include/simple_in.glsl"
#ifdef PROJECTED
#ifdef MOVED
flat out mat3 toTexture;
#else
out vec3 placeInTexture;
#endif
#else
flat out vec4 toTexture;
#endif
flat out vec4 tint;
flat out float level;

void main() {
  RoundedBox shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  vec2 corner = place_corner(instance[0], instance[1]);
  place_shape(shape, corner);
#ifdef PROJECTED
  vec3 w = shape.rowW.xyz;
  mat3 rows = mat3(shape.rowX.xyz * instance[7].x + w * instance[7].z,
                   shape.rowY.xyz * instance[7].y + w * instance[7].w, w);
#ifdef MOVED
  toTexture = rows;
  vec2 first = vec2(shape.rowX.w, shape.rowY.w);
  vec3 rest = vec3(floor(first) - first, 1.0);
  for (int i = 0; i < 3; i++) toTexture[i].z = dot(rows[i], rest);
#else
  placeInTexture = vec3(corner - vec2(shape.rowX.w, shape.rowY.w), 1.0) * rows;
#endif
#else
  toTexture = vec4(instance[7].xy / pixels_per_unit(shape), instance[7].zw);
#endif
  tint = instance[9];
#ifdef LEVEL
  vec2 u = shape.rowX.xy * (instance[7].x * instance[10].x);
  vec2 v = shape.rowY.xy * (instance[7].y * instance[10].y);
  level = 0.5 * log2(max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y)) + instance[10].z;
#endif
  pass_clips(instance[11]);
}
#else
flat out RoundedBox shape;
flat out vec4 mapping;
flat out vec4 clamping;
flat out vec4 tint;
flat out vec4 texels;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  mapping = instance[7];
  clamping = instance[8];
  tint = instance[9];
  texels = instance[10];
  place_corner(instance[0], instance[1]);
  pass_clips(instance[11]);
}
#endif
