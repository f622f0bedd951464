#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9, instance10, instance11;

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
  RoundedBox shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  vec2 corner = place_corner(instance0, instance1);
  place_shape(shape, corner);
#ifdef PROJECTED
  vec3 w = shape.rowW.xyz;
  mat3 rows = mat3(shape.rowX.xyz * instance7.x + w * instance7.z,
                   shape.rowY.xyz * instance7.y + w * instance7.w, w);
#ifdef MOVED
  toTexture = rows;
  vec2 first = vec2(shape.rowX.w, shape.rowY.w);
  vec3 rest = vec3(floor(first) - first, 1.0);
  for (int i = 0; i < 3; i++) toTexture[i].z = dot(rows[i], rest);
#else
  placeInTexture = vec3(corner - vec2(shape.rowX.w, shape.rowY.w), 1.0) * rows;
#endif
#else
  toTexture = vec4(instance7.xy / pixels_per_unit(shape), instance7.zw);
#endif
  tint = instance9;
#ifdef LEVEL
  vec2 u = shape.rowX.xy * (instance7.x * instance10.x);
  vec2 v = shape.rowY.xy * (instance7.y * instance10.y);
  level = 0.5 * log2(max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y)) + instance10.z;
#endif
  pass_clips(instance11);
}
#else
flat out RoundedBox shape;
flat out vec4 mapping;
flat out vec4 clamping;
flat out vec4 tint;
flat out vec4 texels;

void main() {
  shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  mapping = instance7;
  clamping = instance8;
  tint = instance9;
  texels = instance10;
  place_corner(instance0, instance1);
  pass_clips(instance11);
}
#endif
