#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/gaussian.glsl"
#include "include/clip.glsl"
#include "include/dither.glsl"
#include "include/pixel.glsl"

flat in vec4 tint;
out vec4 color;

#ifdef TABLE
// The coverage around one corner, which is that around all four where the box is large enough.
uniform sampler2D tex;
// Of the plane, relative to the centre, in standard deviations.
#ifdef MOVED
flat in vec2 origin;
flat in mat3x2 toPoint;
vec2 point_in_plane() { return toPoint * vec3(pixel_center() - origin, 1.0); }
#else
noperspective in vec2 point;
vec2 point_in_plane() { return point; }
#endif
flat in vec4 table;
flat in float fades;

void main() {
  vec2 pixel = pixel_center();
  vec2 coordinate = (table.xy - abs(point_in_plane())) * table.w + table.z;
  color = tint * (textureLod(tex, coordinate, 0.0).r * clip_coverage(pixel));
#ifdef FADES
  color = dither_fade(color, pixel);
#elif !defined(SIMPLE)
  if (fades > 0.0) color = dither_fade(color, pixel);
#endif
}
#else
flat in RoundedBox shape;
flat in vec4 params;

void main() {
  vec2 pixel = pixel_center();
  PlanePoint point = plane_point(shape, pixel);
  float coverage = point.facing > 0.0 ? blurred_box(shape, point.position, params.xw) : 0.0;
  color = tint * (coverage * clip_coverage(pixel));
  if (shape.extent.w > 0.0) color = dither_fade(color, pixel);
}
#endif
