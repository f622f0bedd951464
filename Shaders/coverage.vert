#include "Layout.h"

flat out vec4 tint;

#ifdef POINTS
layout(location = 0) in vec4 instance[2];
uniform vec4 projection;
flat out ivec2 source;
flat out float side;

void main() {
  int steps = int(instance[0].w);
  source = ivec2(int(instance[0].z), steps >> 6);
  side = float(steps & 63);
  tint = instance[1];
  gl_Position = vec4(instance[0].xy * projection.xy + projection.zw, 0.0, 1.0);
  gl_PointSize = side;
}
#else
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[5];
flat out vec4 source;

void main() {
  source = instance[2];
  tint = instance[3];
  place_corner(instance[0], instance[1]);
  fetch_clips(instance[4]);
}
#endif
