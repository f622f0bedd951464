#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9;

#ifdef SIMPLE
#include "include/simple_in.glsl"
flat out vec4 fill;
flat out vec4 line;  // the difference that the border adds to the fill, where there is one
flat out vec2 width;
flat out float hidden;  // the part that a border drawn later hides of a fill under it

void main() {
  RoundedBox shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  place_shape(shape, place_corner(instance0, instance1));
  fill = instance7 * instance9.w;
#if defined(BORDER) || defined(SHAPES)
  line = vec4(0.0);
  width = vec2(0.0);
  if (instance9.x > 0.0) {
    line = (instance8 - instance7 * instance8.a) * instance9.w;
    width = instance9.x * pixels_per_unit(shape);
  }
#elif defined(UNDER_BORDER)
  width = -instance9.x * pixels_per_unit(shape);
  hidden = instance8.a * instance9.w;
#endif
  pass_clips(instance9);
}
#else
flat out RoundedBox shape;
flat out vec4 fill;
flat out vec4 border;
flat out vec4 params;

void main() {
  shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  fill = instance7;
  border = instance8;
  params = instance9;
  place_corner(instance0, instance1);
  pass_clips(instance9);
}
#endif
