#include "Layout.h"
#include "include/texels.glsl"

uniform sampler2D tex;
flat in ivec2 source;
flat in vec2 corner;
flat in vec4 tint;
out vec4 color;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy - corner);
  color = tint * coverage_of(tex, at.y * source.y + at.x + source.x);
}
