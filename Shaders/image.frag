#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"

uniform sampler2D tex;
in vec2 pixel;
flat in ImageInstance image;
out vec4 color;

// Mip level from the exact derivatives: the texels that a pixel spans in its longer direction.
float mip_level(PlanePoint point) {
  vec2 u = point.gradientX * (image.mapping.x * image.texture.x);
  vec2 v = point.gradientY * (image.mapping.y * image.texture.y);
  float right = u.x * u.x + v.x * v.x;
  float down = u.y * u.y + v.y * v.y;
  return 0.5 * log2(max(right, down)) + image.texture.z;
}

void main() {
  PlanePoint point = plane_point(image.shape, pixel);
  vec2 coordinate = clamp(point.position * image.mapping.xy + image.mapping.zw,
                          image.clamping.xy, image.clamping.zw);
  vec4 texel = textureLod(tex, coordinate, mip_level(point));
  color = texel * image.color * (box_coverage(image.shape, point) * clip_coverage(pixel));
}
