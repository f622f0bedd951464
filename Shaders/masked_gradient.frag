#include "Layout.h"
#include "include/gradient.glsl"
#include "include/target_texel.glsl"

uniform sampler2D tex;
flat in vec4 source;
out vec4 color;

void main() {
  // Every pixel has a texel.
  ivec2 at = texel_under(pixel_center(), source.xy);
  color = gradient_color(coverage_of(tex, at.y * int(source.w) + at.x + int(source.z)));
}
