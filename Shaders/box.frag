#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"

in vec2 pixel;
flat in RoundedBox shape;
flat in vec4 fill;
flat in vec4 border;
flat in vec4 params;
out vec4 color;

void main() {
  PlanePoint point = plane_point(shape, pixel);
  vec4 inside = fill;
  if (params.x > 0.0) {
    vec4 line = border * (1.0 - inset_coverage(shape, point, params.x));
    inside = line + inside * (1.0 - line.a);
  }
  color = inside * (params.w * box_coverage(shape, point) * clip_coverage(pixel));
}
