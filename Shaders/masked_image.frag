#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/pixel.glsl"

uniform sampler2D tex;
uniform sampler2D maskTex;
out vec4 color;

// The parameter of a gradient.
float parameter(vec2 p, int kind, float turn) {
  if (kind == MASK_AXIAL) return p.x;
  if (kind == MASK_RADIAL) return length(p);
  return fract(atan(p.y, p.x) * 0.1591549431 - turn);
}

#ifdef SIMPLE
#include "include/simple.glsl"
#ifdef MOVED
flat in vec4 toTexture;  // texture coordinate = position in the shape * xy + zw
#else
in vec2 coordinate;
#endif
#if defined(STOPS) && !defined(HARD)
#define INSIDE  // the mask is sampled inside of the antialiased edges; see sample_point
flat in vec2 samples;
#endif
#if defined(MOVED) || defined(INSIDE)
flat in mat3x2 toMask;   // maps a position in the shape
#else
in vec2 maskPlace;
#endif
flat in vec4 tint;
flat in vec2 levels;
#ifdef STOPS
flat in float turn;
flat in float base;
flat in vec3 ramps[STOPS - 1];

float mask_alpha(vec2 maskPlace) {
#ifdef AXIAL
  float t = parameter(maskPlace, MASK_AXIAL, turn);
#elif defined(RADIAL)
  float t = parameter(maskPlace, MASK_RADIAL, turn);
#else
  float t = parameter(maskPlace, MASK_CONIC, turn);
#endif
  float alpha = base;
  for (int i = 0; i < STOPS - 1; i++)
    alpha += ramps[i].z * clamp(t * ramps[i].x + ramps[i].y, 0.0, 1.0);
  return alpha;
}
#elif defined(MASK_LEVEL)
float mask_alpha(vec2 maskPlace) { return textureLod(maskTex, maskPlace, levels.y).a; }
#else
float mask_alpha(vec2 maskPlace) { return textureLod(maskTex, maskPlace, 0.0).a; }
#endif

void main() {
  vec2 pixel = pixel_center();
#ifdef MOVED
  vec2 coordinate = place_in_shape() * toTexture.xy + toTexture.zw;
#endif
#ifdef INSIDE
  vec2 maskPlace = toMask * vec3(clamp(place_in_shape(), -samples, samples), 1.0);
#elif defined(MOVED)
  vec2 maskPlace = toMask * vec3(place_in_shape(), 1.0);
#endif
#ifdef LEVEL
  vec4 texel = textureLod(tex, coordinate, levels.x);
#else
  vec4 texel = textureLod(tex, coordinate, 0.0);
#endif
  float coverage = simple_coverage(vec2(0.0));
#ifdef TWICE
  coverage *= coverage;
#endif
  coverage *= mask_alpha(maskPlace) * clip_coverage(pixel);
#ifdef UNTINTED
  color = texel * coverage;
#else
  color = texel * (tint * coverage);
#endif
}
#else
flat in RoundedBox shape;
flat in vec4 mapping;
flat in vec4 tint;
flat in vec4 texels;
flat in vec4 maskX;
flat in vec4 maskY;
flat in vec4 mask;
flat in vec4 places;

// Half the logarithm of the larger of two squares, which a step to the right and a step down span.
float mip_level(vec2 u, vec2 v) {
  return 0.5 * log2(max(u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y));
}

float mask_alpha(PlanePoint point) {
  bool isGradient = int(maskX.w) != MASK_TEXTURE;
  vec2 p = isGradient ? sample_point(shape, point) : point.position;
  vec2 place = vec2(dot(p, maskX.xy) + maskX.z, dot(p, maskY.xy) + maskY.z);
  if (isGradient) {
    float t = parameter(place, int(maskX.w), maskY.w);
    vec3 passed = clamp((t - places.xyz) / (places.yzw - places.xyz), 0.0, 1.0);
    return mask.x + dot(mask.yzw - mask.xyz, passed);
  }
  vec2 u = (point.gradientX * maskX.x + point.gradientY * maskX.y) * mask.x;
  vec2 v = (point.gradientX * maskY.x + point.gradientY * maskY.y) * mask.y;
  return textureLod(maskTex, place, mip_level(u, v) + mask.z).a;
}

void main() {
  vec2 pixel = pixel_center();
  PlanePoint point = plane_point(shape, pixel);
  float level = mip_level(point.gradientX * (mapping.x * texels.x),
                          point.gradientY * (mapping.y * texels.y)) + texels.z;
  vec4 texel = textureLod(tex, point.position * mapping.xy + mapping.zw, level);
  float coverage = box_coverage(shape, point);
  if (ends_with_mask(texels)) coverage *= coverage;
  color = texel * tint * (coverage * mask_alpha(point) * clip_coverage(pixel));
}
#endif
