#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[11];
flat out RoundedBox shape;
flat out vec4 first;
flat out vec4 second;
flat out vec4 cells;

void main() {
  shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  first = instance[7];
  second = instance[8];
  cells = instance[9];
  place_corner(instance[0], instance[1]);
  pass_clips(instance[10]);
}
