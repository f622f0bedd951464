// A gradient on a rounded box, fragment half: its color in a pixel, times the coverage by a mask.
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/texels.glsl"
#include "include/dither.glsl"
#include "include/pixel.glsl"

#ifdef SIMPLE
#include "include/simple.glsl"
#if defined(MOVED) || !defined(HARD)
flat in mat3x2 toParameter;  // maps a position in the shape
#else
in vec2 parameter;
#endif
#ifndef HARD
flat in vec2 samples;  // the limits of the sampled positions from the shape's center, in pixels; see sample_point
#endif
flat in float turn;
#ifdef STOPS
flat in vec4 base;
flat in vec4 change[STOPS - 1];
flat in vec2 span[STOPS - 1];
#else
#include "include/stops.glsl"
flat in ivec2 stopRange;  // the first stop, and the end
#ifdef PLACES
flat in vec4 places[PLACES];  // of the stops, in their order; NO_PLACE beyond the last
#endif
#endif
flat in float opacity;
flat in vec3 dithering;

vec4 gradient_color(float mask) {
  vec2 pixel = pixel_center();
#ifndef HARD
  vec2 parameter = toParameter * vec3(clamp(place_in_shape(), -samples, samples), 1.0);
#elif defined(MOVED)
  vec2 parameter = toParameter * vec3(place_in_shape(), 1.0);
#endif
#ifdef AXIAL
  float t = parameter.x;
#elif defined(RADIAL)
  float t = length(parameter);
#else
  float t = fract(atan(parameter.y, parameter.x) * 0.1591549431 - turn);
#endif
#ifdef STOPS
  vec4 plain = base;
  for (int i = 0; i < STOPS - 1; i++)
    plain += change[i] * clamp(t * span[i].x + span[i].y, 0.0, 1.0);
#elif defined(PLACES)
  vec4 plain = color_among(places, t, stopRange.x, stopRange.y);
#else
  vec4 plain = color_at(t, stopRange.x, stopRange.y);
#endif
  vec4 color = vec4(plain.rgb * plain.a, plain.a)
             * (opacity * mask * simple_coverage(vec2(0.0)) * clip_coverage(pixel));
  // Without dithering, the target may hold components above alpha.
  if (dithering.z > 0.0)
    color.rgb = clamp(color.rgb + dither(pixel + dithering.xy) * dithering.z, 0.0, color.a);
  return color;
}
#else
#include "include/stops.glsl"
flat in RoundedBox shape;
flat in vec4 line;
flat in vec4 stops;
flat in vec4 params;

float parameter(vec2 p) {
  if (int(stops.z) == GRADIENT_AXIAL) return dot(p, line.xy) + line.z;
  if (int(stops.z) == GRADIENT_RADIAL) return length(p * line.xy + line.zw);
  vec2 d = p - line.zw;
  return fract(atan(d.y, d.x) * 0.1591549431 - line.x);
}

vec4 gradient_color(float mask) {
  vec2 pixel = pixel_center();
  PlanePoint point = plane_point(shape, pixel);
  vec4 plain =
    color_at(parameter(sample_point(shape, point)), int(stops.x), int(stops.x) + int(stops.y));
  vec4 color = vec4(plain.rgb * plain.a, plain.a)
             * (stops.w * mask * box_coverage(shape, point) * clip_coverage(pixel));
  if (dithers_gradient(params)) {
    int code = int(params.x) - 1;
    vec2 first = vec2(DITHER_X(code), DITHER_Y(code));
    color.rgb = clamp(color.rgb + dither(pixel + first) / 255.0, 0.0, color.a);
  }
  return color;
}
#endif
