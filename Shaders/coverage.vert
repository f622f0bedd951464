#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[5];
flat out vec4 source;
flat out vec4 tint;

void main() {
  source = instance[2];
  tint = instance[3];
  place_corner(instance[0], instance[1]);
  pass_clips(instance[4]);
}
