#include "Layout.h"

layout(location = 0) in vec4 instance[2];
uniform vec4 projection;
flat out ivec2 source;  // the texel of the first pixel, and the number of texels from row to row
flat out float side;
flat out vec4 tint;

void main() {
  int steps = int(instance[0].w);
  source = ivec2(int(instance[0].z), steps >> 6);
  side = float(steps & 63);
  tint = instance[1];
  gl_Position = vec4(instance[0].xy * projection.xy + projection.zw, 0.0, 1.0);
  gl_PointSize = side;
}
