#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/pixel.glsl"

out vec4 color;


#ifdef SIMPLE
#include "include/simple.glsl"
flat in vec4 fill;
flat in vec4 line;
flat in vec2 width;

void main() {
  vec2 pixel = pixel_center();
  vec4 inside = fill;
#if defined(BORDER) || defined(SHAPES)
  inside += line * (1.0 - simple_coverage(width));
#endif
  color = inside * (simple_coverage(vec2(0.0)) * clip_coverage(pixel));
}
#else
flat in RoundedBox shape;
flat in vec4 fill;
flat in vec4 border;
flat in vec4 params;

void main() {
  vec2 pixel = pixel_center();
  PlanePoint point = plane_point(shape, pixel);
  vec4 inside = fill;
  if (params.x > 0.0) {
    vec4 line = border * (1.0 - inset_coverage(shape, point, params.x));
    inside = line + inside * (1.0 - line.a);
  }
  color = inside * (params.w * box_coverage(shape, point) * clip_coverage(pixel));
}
#endif
