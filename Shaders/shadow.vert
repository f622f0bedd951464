#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[9];

#ifdef TABLE
#ifdef MOVED
flat out vec2 origin;
flat out mat3x2 toPoint;
#else
noperspective out vec2 point;
#endif
flat out vec4 table;   // half size; the table's coordinate at depth 0, and its change with depth
flat out float fades;
flat out vec4 tint;

void main() {
  RoundedBox shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  vec2 corner = place_corner(instance[0], instance[1]);
  float sigma = instance[8].x;
  vec2 first = vec2(shape.rowX.w, shape.rowY.w);
  vec3 x = shape.rowX.xyz / sigma, y = shape.rowY.xyz / sigma;
#ifdef MOVED
  origin = first;
  toPoint = mat3x2(x.x, y.x, x.y, y.y, x.z, y.z);
#else
  point = vec2(dot(x, vec3(corner - first, 1.0)), dot(y, vec3(corner - first, 1.0)));
#endif
  // The table goes from depth -3.5 to 3.5 beyond the corner.
  float slope = 1.0 / (7.0 + shape.corners.x / sigma);
  table = vec4(shape.extent.xy / sigma, 3.5 * slope, slope);
  fades = shape.extent.w;
  tint = instance[7];
  fetch_clips(instance[8]);
}
#else
flat out RoundedBox shape;
flat out vec4 tint;
flat out vec4 params;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  tint = instance[7];
  params = instance[8];
  place_corner(instance[0], instance[1]);
  fetch_clips(instance[8]);
}
#endif
