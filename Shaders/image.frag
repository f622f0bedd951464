#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/dither.glsl"
#include "include/pixel.glsl"

uniform sampler2D tex;
out vec4 color;

#ifdef SIMPLE
#include "include/simple.glsl"
#ifdef PROJECTED
// Must be divided by z.
#ifdef MOVED
flat in mat3 toTexture;
vec3 place_in_texture() { return vec3(steps(), 1.0) * toTexture; }
#else
in vec3 placeInTexture;
vec3 place_in_texture() { return placeInTexture; }
#endif
#else
flat in vec4 toTexture;  // texture coordinate = position in the shape * xy + zw
#endif
flat in vec4 tint;
flat in float level;

void main() {
  vec2 pixel = pixel_center();
#ifdef PROJECTED
  vec3 inTexture = place_in_texture();
  vec2 coordinate = inTexture.xy / inTexture.z;
#else
  vec2 coordinate = place_in_shape() * toTexture.xy + toTexture.zw;
#endif
#ifdef LEVEL
  vec4 texel = textureLod(tex, coordinate, level);
#else
  vec4 texel = textureLod(tex, coordinate, 0.0);
#endif
#ifdef UNTINTED
  color = texel * (simple_coverage(vec2(0.0)) * clip_coverage(pixel));
#else
  color = texel * (tint * (simple_coverage(vec2(0.0)) * clip_coverage(pixel)));
#endif
}
#else
flat in RoundedBox shape;
flat in vec4 mapping;
flat in vec4 clamping;
flat in vec4 tint;
flat in vec4 texels;

// The mip level from the exact derivatives: the texels that a pixel spans in its longer direction.
float mip_level(PlanePoint point) {
  vec2 u = point.gradientX * (mapping.x * texels.x);
  vec2 v = point.gradientY * (mapping.y * texels.y);
  float right = u.x * u.x + v.x * v.x;
  float down = u.y * u.y + v.y * v.y;
  return 0.5 * log2(max(right, down)) + texels.z;
}

// The part of a linear sample that lies inside of the texture. Clamping to a transparent border would need an
// extension in OpenGL ES 3.0.
float part_inside(vec2 coordinate) {
  vec2 parts = clamp(min(coordinate, 1.0 - coordinate) * texels.xy + 0.5, 0.0, 1.0);
  return parts.x * parts.y;
}

void main() {
  vec2 pixel = pixel_center();
  PlanePoint point = plane_point(shape, pixel);
  vec2 coordinate = clamp(point.position * mapping.xy + mapping.zw, clamping.xy, clamping.zw);
  vec4 texel = textureLod(tex, coordinate, mip_level(point));
  if (is_transparent_outside(texels)) texel *= part_inside(coordinate);
  if (takes_alpha(texels)) texel = texel.aaaa;
  color = texel * tint * (box_coverage(shape, point) * clip_coverage(pixel));
  if (dithers_alpha(texels)) color = dither_fade(color, pixel);
}
#endif
