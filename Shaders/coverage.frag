#include "Layout.h"

uniform samplerBuffer tex;
flat in vec4 tint;
out vec4 color;

#ifdef POINTS
flat in ivec2 source;
flat in float side;

void main() {
  ivec2 at = ivec2(gl_PointCoord * side);
  color = tint * texelFetch(tex, at.y * source.y + at.x + source.x).r;
}
#else
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"
#include "include/pixel.glsl"

flat in vec4 source;

void main() {
  vec2 pixel = pixel_center();
  // Every pixel has a texel.
  ivec2 at = texel_under(pixel, source.xy);
  float coverage = texelFetch(tex, at.y * int(source.w) + at.x + int(source.z)).r;
  color = tint * (coverage * clip_coverage(pixel));
}
#endif
