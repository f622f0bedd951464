#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4;
flat out vec4 source;
flat out vec4 mask;

void main() {
  source = instance2;
  mask = instance3;
  place_corner(instance0, instance1);
  pass_clips(instance4);
}
