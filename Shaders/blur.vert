#include "Layout.h"
#include "include/quad.glsl"

layout(location = 0) in vec4 instance[4];
flat out vec4 source;
flat out vec4 params;

void main() {
  source = instance[2];
  params = instance[3];
  place_corner(instance[0], instance[1]);
}
