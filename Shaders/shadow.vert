#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[9];
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
