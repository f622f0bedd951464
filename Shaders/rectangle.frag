#include "Layout.h"

flat in vec4 edges;
flat in vec4 fill;
out vec4 color;

#ifndef POINTS
noperspective in vec2 pixel;
#endif

void main() {
#ifdef POINTS
  vec2 pixel = gl_FragCoord.xy;
#endif
  vec2 inside = clamp(min(pixel - edges.xy, 0.5) + min(edges.zw - pixel, 0.5), 0.0, 1.0);
  color = fill * (inside.x * inside.y);
}
