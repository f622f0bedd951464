#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[10];
flat out RoundedBox shape;
flat out vec4 fill;
flat out vec4 border;
flat out vec4 params;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  fill = instance[7];
  border = instance[8];
  params = instance[9];
  place_corner(instance[0], instance[1]);
  fetch_clips(instance[9]);
}
