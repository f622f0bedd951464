#include "Layout.h"
#include "include/quad.glsl"

in vec4 instance0, instance1, instance2, instance3;
flat out vec4 source;
flat out vec4 params;

void main() {
  source = instance2;
  params = instance3;
  place_corner(instance0, instance1);
}
