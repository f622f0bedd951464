#include "Layout.h"

in vec4 instance0, instance1;
uniform vec4 projection;
uniform vec2 targetOrigin;
flat out ivec2 source;  // the texel of the first pixel, and the number of texels from row to row
flat out vec2 corner;  // of the square, in the framebuffer
flat out vec4 tint;

void main() {
  int steps = int(instance0.w);
  source = ivec2(int(instance0.z), steps >> 6);
  float side = float(steps & 63);
  corner = instance0.xy + targetOrigin - 0.5 * side;
  tint = instance1;
  gl_Position = vec4(instance0.xy * projection.xy + projection.zw, 0.0, 1.0);
  gl_PointSize = side;
}
