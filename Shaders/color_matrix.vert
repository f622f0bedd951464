#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[9];
flat out vec4 source;
flat out vec4 red;
flat out vec4 green;
flat out vec4 blue;
flat out vec4 alpha;
flat out vec4 bias;

void main() {
  source = instance[2];
  red = instance[3];
  green = instance[4];
  blue = instance[5];
  alpha = instance[6];
  bias = instance[7];
  place_corner(instance[0], instance[1]);
  pass_clips(instance[8]);
}
