#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[12];
flat out RoundedBox shape;
flat out vec4 mapping;
flat out vec4 clamping;
flat out vec4 tint;
flat out vec4 texels;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  mapping = instance[7];
  clamping = instance[8];
  tint = instance[9];
  texels = instance[10];
  place_corner(instance[0], instance[1]);
  fetch_clips(instance[11]);
}
