#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/gaussian.glsl"
#include "include/clip.glsl"
#include "include/dither.glsl"

in vec2 pixel;
flat in RoundedBox shape;
flat in vec4 tint;
flat in vec4 params;
out vec4 color;

void main() {
  PlanePoint point = plane_point(shape, pixel);
  float coverage = point.facing > 0.0 ? blurred_box(shape, point.position, params.xw) : 0.0;
  color = tint * (coverage * clip_coverage(pixel));
  if (shape.extent.w > 0.0) color = dither_fade(color, pixel);
}
