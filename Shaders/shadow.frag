#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/shadow_table.glsl"
#include "include/clip.glsl"
#include "include/dither.glsl"
#include "include/pixel.glsl"

flat in RoundedBox shape;
flat in vec4 blur;
flat in float isGrid;
flat in vec4 numbers;
flat in vec4 tint;
out vec4 color;

// The position under a pixel, relative to the box's center.
#ifndef SIMPLE
vec3 point_in_plane(vec2 pixel) {
  PlanePoint point = plane_point(shape, pixel);
  return vec3(point.position, point.facing);
}
#elif defined(MOVED)
vec3 point_in_plane(vec2 pixel) {
  vec3 p = vec3(pixel - vec2(shape.rowX.w, shape.rowY.w), 1.0);
  return vec3(dot(shape.rowX.xyz, p), dot(shape.rowY.xyz, p), 1.0);
}
#else
in vec2 point;
vec3 point_in_plane(vec2 pixel) { return vec3(point, 1.0); }
#endif

void main() {
  vec2 pixel = pixel_center();
  vec3 p = point_in_plane(pixel);
#ifdef SIMPLE
  float cell = shape.corners.x, table = numbers.x;
#else
  vec2 cells = p.y < 0.0 ? shape.corners.xy : shape.corners.zw;
  vec2 pair = p.y < 0.0 ? numbers.xy : numbers.zw;
  float cell = p.x < 0.0 ? cells.x : cells.y;
  float table = p.x < 0.0 ? pair.x : pair.y;
#endif
  vec2 place = place_in_table(ShadowPlace(blur.xy, blur.z, blur.w, isGrid), p.xy, cell);
  float coverage = p.z > 0.0 ? shadow_coverage(place, table) : 0.0;
  color = tint * (coverage * clip_coverage(pixel));
#ifndef SIMPLE
  if (dithers_shadow(shape)) color = dither_fade(color, pixel);
#endif
}
