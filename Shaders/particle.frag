#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/pixel.glsl"

// SIMPLE: one image, without perspective.
uniform sampler2D tex;
flat in vec4 center;
flat in vec4 toSquare;
flat in vec4 tint;
flat in vec4 mapping;
flat in vec4 params;
out vec4 color;

// The images of a draw; the level is explicit, so that a branch does not need derivatives.
#ifdef SIMPLE
vec4 texel(vec2 coordinate) { return textureLod(tex, coordinate, params.x); }
vec2 texture_size() { return vec2(textureSize(tex, 0)); }
#else
uniform sampler2D tex1;
uniform sampler2D tex2;
uniform sampler2D tex3;

vec4 texel(vec2 coordinate) {
  if (params.w < 0.5) return textureLod(tex, coordinate, params.x);
  if (params.w < 1.5) return textureLod(tex1, coordinate, params.x);
  if (params.w < 2.5) return textureLod(tex2, coordinate, params.x);
  return textureLod(tex3, coordinate, params.x);
}

vec2 texture_size() {
  if (params.w < 0.5) return vec2(textureSize(tex, 0));
  if (params.w < 1.5) return vec2(textureSize(tex1, 0));
  if (params.w < 2.5) return vec2(textureSize(tex2, 0));
  return vec2(textureSize(tex3, 0));
}
#endif

void main() {
  vec2 pixel = pixel_center();
  vec2 offset = pixel - center.xy;
  vec2 point = vec2(dot(offset, toSquare.xy), dot(offset, toSquare.zw));
  vec2 gradientX = toSquare.xy;
  vec2 gradientY = toSquare.zw;
#ifndef SIMPLE
  float facing = 1.0 - dot(point, center.zw);
  float w = 1.0 / facing;
  point *= w;
  vec2 gradientW = -center.z * toSquare.xy - center.w * toSquare.zw;
  gradientX = (gradientX - point.x * gradientW) * w;
  gradientY = (gradientY - point.y * gradientW) * w;
#endif
  vec2 scale = vec2(inversesqrt(dot(gradientX, gradientX)), inversesqrt(dot(gradientY, gradientY)));
  vec2 low = (1.0 + point) * scale;
  vec2 high = (1.0 - point) * scale;
  float coverage = overlap(low.x, high.x) * overlap(low.y, high.y);
#ifndef SIMPLE
  if (facing <= 0.0) coverage = 0.0;
#endif
  // The coordinate is limited to the centers of the outermost texels, so that texels outside of the part are
  // not sampled.
  vec2 limit = max(1.0 - 0.5 / (abs(mapping.xy) * texture_size()), 0.0);
  vec2 coordinate = clamp(point, -limit, limit) * mapping.xy + mapping.zw;
  color = texel(coordinate) * tint * (coverage * clip_coverage(pixel));
}
