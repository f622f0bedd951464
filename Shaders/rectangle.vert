#include "Layout.h"

layout(location = 0) in vec4 instance[2];
flat out vec4 edges;
flat out vec4 fill;

#ifdef POINTS
// What is small, and lies in the target, as a point: with half the triangles and a quarter of the vertices.
#include "include/target.glsl"

void main() {
  edges = instance[0];
  fill = instance[1];
  vec2 size = edges.zw - edges.xy;
  place_vertex(0.5 * (edges.xy + edges.zw));
  gl_PointSize = max(size.x, size.y) + 1.0;
}
#else
#include "include/quad.glsl"

void main() {
  edges = instance[0];
  fill = instance[1];
  vec4 around = edges + vec4(-0.5, -0.5, 0.5, 0.5);
  place_corner(around.xyzy, around.zwxw);
}
#endif
