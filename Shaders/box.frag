#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/pixel.glsl"

out vec4 color;

// The coverage of a fill by its outline, of which a border will cover a part. If the border is drawn later,
// above what lies between, the fill leaves out the part of an edge that the border will cover: together they
// are what a border over its fill would be as one box. Without anything between:
//   (1 - c * b) * under_border + c * b * border = c * (b * border + (1 - b) * fill)
float under_border(float coverage, float covered) {
  const float whole = 1.0 + UNDER_BORDER_LEAST;
  return coverage * ((whole - covered) / (whole - coverage * covered));
}

#ifdef SIMPLE
#include "include/simple.glsl"
flat in vec4 fill;
flat in vec4 line;
flat in vec2 width;
flat in float hidden;

void main() {
  vec2 pixel = pixel_center();
  vec4 inside = fill;
  float coverage = simple_coverage(vec2(0.0));
#if defined(BORDER) || defined(SHAPES)
  inside += line * (1.0 - simple_coverage(width));
#elif defined(UNDER_BORDER)
  coverage = under_border(coverage, (1.0 - simple_coverage(width)) * hidden);
#endif
  color = inside * (coverage * clip_coverage(pixel));
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
  float coverage = box_coverage(shape, point);
  if (is_under_border(params))
    coverage = under_border(coverage, (1.0 - inset_coverage(shape, point, -params.x)) * border.a * params.w);
  color = inside * (params.w * coverage * clip_coverage(pixel));
}
#endif
