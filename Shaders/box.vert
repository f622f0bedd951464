#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[10];
flat out BoxInstance box;

void main() {
  box = BoxInstance(instance[0], instance[1],
                    RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]),
                    instance[7], instance[8], instance[9]);
  place_corner(box.quad01, box.quad23);
  fetch_clips(box.params);
}
