#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"

in vec2 pixel;
flat in BoxInstance box;
out vec4 color;

void main() {
  PlanePoint point = plane_point(box.shape, pixel);
  vec4 inside = box.fill;
  if (box.params.x > 0.0) {
    vec4 line = box.border * (1.0 - inset_coverage(box.shape, point, box.params.x));
    inside = line + inside * (1.0 - line.a);
  }
  color = inside * (box.params.w * box_coverage(box.shape, point) * clip_coverage(pixel));
}
