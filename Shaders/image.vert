#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

layout(location = 0) in vec4 instance[12];
flat out ImageInstance image;

void main() {
  image = ImageInstance(instance[0], instance[1],
                        RoundedBox(instance[2], instance[3], instance[4], instance[5], instance[6]),
                        instance[7], instance[8], instance[9], instance[10], instance[11]);
  place_corner(image.quad01, image.quad23);
  fetch_clips(image.params);
}
