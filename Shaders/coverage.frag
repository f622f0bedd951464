#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/target_texel.glsl"
#include "include/pixel.glsl"
#include "include/texels.glsl"

uniform sampler2D tex;
flat in vec4 source;
flat in vec4 tint;
out vec4 color;

void main() {
  vec2 pixel = pixel_center();
  // Every pixel has a texel.
  ivec2 at = texel_under(pixel, source.xy);
  float coverage = coverage_of(tex, at.y * int(source.w) + at.x + int(source.z));
  color = tint * (coverage * clip_coverage(pixel));
}
