#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9, instance10;
flat out RoundedBox shape;
flat out vec4 first;
flat out vec4 second;
flat out vec4 cells;

void main() {
  shape = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  first = instance7;
  second = instance8;
  cells = instance9;
  place_corner(instance0, instance1);
  pass_clips(instance10);
}
