#include "Layout.h"
#include "include/target.glsl"

layout(location = 0) in vec4 instance[1];
out vec2 coordinate;

void main() {
  coordinate = instance[0].zw;
  place_vertex(instance[0].xy);
}
