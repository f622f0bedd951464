#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/dither.glsl"

uniform sampler2D tex;
noperspective in vec2 pixel;
out vec4 color;

#ifdef SIMPLE
#include "include/simple.glsl"
#ifdef PROJECTED
noperspective in vec3 place_in_texture;  // to be divided by z
#else
noperspective in vec2 coordinate;
#endif
flat in vec4 tint;
flat in float level;

void main() {
#ifdef PROJECTED
  vec2 coordinate = place_in_texture.xy / place_in_texture.z;
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

// Mip level from the exact derivatives: the texels that a pixel spans in its longer direction.
float mip_level(PlanePoint point) {
  vec2 u = point.gradientX * (mapping.x * texels.x);
  vec2 v = point.gradientY * (mapping.y * texels.y);
  float right = u.x * u.x + v.x * v.x;
  float down = u.y * u.y + v.y * v.y;
  return 0.5 * log2(max(right, down)) + texels.z;
}

void main() {
  PlanePoint point = plane_point(shape, pixel);
  vec2 coordinate = clamp(point.position * mapping.xy + mapping.zw, clamping.xy, clamping.zw);
  vec4 texel = textureLod(tex, coordinate, mip_level(point));
  if (texels.w > 0.0) texel = texel.aaaa;
  color = texel * tint * (box_coverage(shape, point) * clip_coverage(pixel));
  if (texels.w > 1.0) color = dither_fade(color, pixel);
}
#endif
