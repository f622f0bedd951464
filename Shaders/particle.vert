#include "Layout.h"
#include "include/clip_in.glsl"
#include "include/target.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4;
flat out vec4 center;
flat out vec4 toSquare;
flat out vec4 tint;
flat out vec4 mapping;
flat out vec4 params;

void main() {
  center = instance0;
  vec4 axes = instance1;
  tint = instance2;
  mapping = instance3;
  params = instance4;
  toSquare = vec4(axes.w, -axes.z, -axes.y, axes.x) / (axes.x * axes.w - axes.y * axes.z);
  // The values are those of the corner, which moves outward so that all edges have a pixel around them.
  vec2 point = vec2(gl_VertexID == 1 || gl_VertexID == 3 ? 1.0 : -1.0, gl_VertexID > 1 ? 1.0 : -1.0);
  float w = 1.0 + dot(point, center.zw);
  vec2 gradientW = -center.z * toSquare.xy - center.w * toSquare.zw;
  vec2 outset = vec2(length(toSquare.xy - point.x * gradientW), length(toSquare.zw - point.y * gradientW));
  point += sign(point) * outset * max(w, 0.0);
  w = max(1.0 + dot(point, center.zw), 1e-3);
  place_vertex(center.xy + (point.x * axes.xy + point.y * axes.zw) / w);
  pass_clips(instance4);
}
