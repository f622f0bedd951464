#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8;
flat out vec4 source;
flat out vec4 red;
flat out vec4 green;
flat out vec4 blue;
flat out vec4 alpha;
flat out vec4 bias;

void main() {
  source = instance2;
  red = instance3;
  green = instance4;
  blue = instance5;
  alpha = instance6;
  bias = instance7;
  place_corner(instance0, instance1);
  pass_clips(instance8);
}
