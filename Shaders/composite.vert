#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[4];
flat out CompositeInstance composite;

void main() {
  composite = CompositeInstance(instance[0], instance[1], instance[2], instance[3]);
  place_corner(composite.quad01, composite.quad23);
  fetch_clips(composite.params);
}
