#include "Layout.h"
#include "include/rectangle.glsl"

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
  color = fill * rectangle_coverage(center, edges);
}
