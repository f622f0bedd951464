#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"

uniform sampler2D tex;
noperspective in vec2 pixel;
flat in vec4 source;
flat in vec4 tint;
out vec4 color;

void main() {
  // Every pixel has a texel.
  float coverage = texelFetch(tex, texel_under(pixel, source.xy), 0).r;
  color = tint * (coverage * clip_coverage(pixel));
}
