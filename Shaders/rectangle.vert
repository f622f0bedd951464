#include "Layout.h"

in vec4 instance0, instance1;
flat out vec4 edges;
flat out vec4 fill;

#ifdef POINTS
// A small rectangle in the target is drawn as a point, with half the triangles and a quarter of the vertices.
#include "include/target.glsl"

void main() {
  edges = instance0;
  fill = instance1;
  // The square of integer pixels around it is placed so that it touches few blocks of 4 x 4 pixels, and one
  // tile of 64 x 64, of a software rasterizer.
  vec4 pixels = vec4(floor(edges.xy), ceil(edges.zw));
  vec2 size = pixels.zw - pixels.xy;
  float side = max(size.x, size.y);
  vec2 last = floor(pixels.xy / 64.0) * 64.0 + 64.0 - side;
  vec2 corner = max(min(floor(0.25 * pixels.xy) * 4.0, last), pixels.zw - side);
  place_vertex(corner + 0.5 * side);
  // The center must lie in the target.
  gl_Position.xy = clamp(gl_Position.xy, -1.0, 1.0);
  gl_PointSize = side;
}
#else
#include "include/quad.glsl"

void main() {
  edges = instance0;
  fill = instance1;
  vec4 around = edges + vec4(-0.5, -0.5, 0.5, 0.5);
  place_corner(around.xyzy, around.zwxw);
}
#endif
