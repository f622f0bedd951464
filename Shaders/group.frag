#include "Layout.h"

flat in vec4 base;
out vec4 color;

#if BOXES > 0
flat in float opacity;
flat in vec4 toPlace[BOXES];
flat in vec4 placement[BOXES];
flat in vec4 reach[BOXES];
flat in vec4 fill[BOXES];

void main() {
  vec4 below = base;
  for (int i = 0; i < BOXES; i++) {
    vec2 place = mat3x2(toPlace[i].xy, toPlace[i].zw, placement[i].xy)
      * vec3(gl_FragCoord.xy - placement[i].zw, 1.0);
    float coverage =
      clamp(reach[i].z - length(max(abs(place) - reach[i].xy, 0.0)), 0.0, 1.0);
    vec4 over = roundEven((fill[i] * coverage) * 255.0);
    below = over + roundEven(below * (255.0 - over.a) * 0.0039215107);
  }
  precise vec4 texel = below * (1.0 / 255.0);
  color = texel * opacity;
}
#else
void main() { color = base; }
#endif
