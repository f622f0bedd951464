#include "Layout.h"
#include "include/gradient_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9, instance10;
flat out vec4 source;

void main() {
  source = instance9;
  RoundedBox box = RoundedBox(instance2, instance3, instance4, instance5, instance6);
  place_gradient(instance0, instance1, box, instance7, instance8, instance10);
}
