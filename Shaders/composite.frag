#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"

uniform sampler2D tex;
in vec2 pixel;
flat in CompositeInstance composite;
out vec4 color;

void main() {
  ivec2 texel = ivec2(floor(pixel)) - ivec2(composite.source.xy);
  color = texelFetch(tex, texel, 0) * (composite.source.z * clip_coverage(pixel));
}
