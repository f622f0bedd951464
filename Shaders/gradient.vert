#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[10];
flat out RoundedBox shape;
flat out vec4 line;
flat out vec4 stops;
flat out vec4 params;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  line = instance[7];
  stops = instance[8];
  params = instance[9];
  place_corner(instance[0], instance[1]);
  fetch_clips(instance[9]);
}
