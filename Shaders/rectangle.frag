#include "Layout.h"

flat in vec4 edges;
flat in vec4 fill;
out vec4 color;

#ifndef POINTS
noperspective in vec2 pixel;
#endif

void main() {
#ifdef POINTS
  vec2 center = gl_FragCoord.xy;
#else
  // Interpolated it is not quite the same in targets that begin elsewhere.
  vec2 center = floor(pixel) + 0.5;
#endif
  vec2 inside = clamp(min(center - edges.xy, 0.5) + min(edges.zw - center, 0.5), 0.0, 1.0);
  color = fill * (inside.x * inside.y);
}
