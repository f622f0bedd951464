#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[10];

#ifdef SIMPLE
#include "include/simple_in.glsl"
flat out vec4 fill;
flat out vec4 line;  // the difference that the border adds to the fill, where there is one
flat out vec2 width;

void main() {
  RoundedBox shape = RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]);
  place_shape(shape, place_corner(instance[0], instance[1]));
  fill = instance[7] * instance[9].w;
#if defined(BORDER) || defined(SHAPES)
  line = vec4(0.0);
  width = vec2(0.0);
  if (instance[9].x > 0.0) {
    line = (instance[8] - instance[7] * instance[8].a) * instance[9].w;
    width = instance[9].x * pixels_per_unit(shape);
  }
#endif
  pass_clips(instance[9]);
}
#else
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
  pass_clips(instance[9]);
}
#endif
