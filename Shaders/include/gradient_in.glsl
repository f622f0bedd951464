// A gradient on a rounded box, vertex half.
#include "include/quad.glsl"
#include "include/clip_in.glsl"
#include "include/texels.glsl"

#ifdef SIMPLE
#include "include/simple_in.glsl"
#if defined(STOPS) || defined(PLACES)
uniform sampler2D stopWords;
#endif
// AXIAL: x is t; RADIAL: t is its length; CONIC: t follows from its angle.
#if defined(MOVED) || !defined(HARD)
flat out mat3x2 toParameter;
#else
out vec2 parameter;
#endif
#ifndef HARD
flat out vec2 samples;
#endif
flat out float turn;
#ifdef STOPS
flat out vec4 base;
flat out vec4 change[STOPS - 1];   // from each stop to the next, per component
flat out vec2 span[STOPS - 1];     // the fraction of the change at t: t * x + y
#else
flat out ivec2 stopRange;  // the first stop, and the end
#ifdef PLACES
flat out vec4 places[PLACES];  // of the stops, in their order; NO_PLACE beyond the last

float place_of(int number, int end) {
  return number < end ? word_of(stopWords, number * 2 + 1).x : NO_PLACE;
}
#endif
#endif
flat out float opacity;
flat out vec3 dithering;  // x, y: the pattern's pixel on the target's first one; z: the strength

void place_gradient(vec4 quad01, vec4 quad23, RoundedBox box, vec4 line, vec4 stops, vec4 params) {
  place_shape(box, place_corner(quad01, quad23));
  vec2 unit = 1.0 / pixels_per_unit(box);
#ifdef AXIAL
  mat3x2 ofPlace = mat3x2(line.x * unit.x, 0.0, line.y * unit.y, 0.0, line.z, 0.0);
#elif defined(RADIAL)
  mat3x2 ofPlace = mat3x2(line.x * unit.x, 0.0, 0.0, line.y * unit.y, line.zw);
#else
  mat3x2 ofPlace = mat3x2(unit.x, 0.0, 0.0, unit.y, -line.zw);
#endif
#if defined(MOVED) || !defined(HARD)
  toParameter = ofPlace;
#else
  parameter = ofPlace * vec3(place, 1.0);
#endif
#ifndef HARD
  samples = sample_reach(box, reach);
#endif
  turn = line.x;
  int first = int(stops.x);
#ifndef STOPS
  int end = first + int(stops.y);
  stopRange = ivec2(first, end);
#ifdef PLACES
  for (int i = 0; i < PLACES; i++) {
    int number = first + 4 * i;
    places[i] = vec4(place_of(number, end), place_of(number + 1, end), place_of(number + 2, end),
                     place_of(number + 3, end));
  }
#endif
#else
  base = word_of(stopWords, first * 2);
  vec4 before = base;
  float start = word_of(stopWords, first * 2 + 1).x;
  for (int i = 0; i < STOPS - 1; i++) {
    vec4 after = word_of(stopWords, (first + i + 1) * 2);
    float end = word_of(stopWords, (first + i + 1) * 2 + 1).x;
    change[i] = after - before;
    span[i] = vec2(1.0, -start) / (end - start);
    before = after;
    start = end;
  }
#endif
  opacity = stops.w;
  int code = int(params.x) - 1;
  dithering = code < 0 ? vec3(0.0) : vec3(DITHER_X(code), DITHER_Y(code), 1.0 / 255.0);
  pass_clips(params);
}
#else
flat out RoundedBox shape;
flat out vec4 line;
flat out vec4 stops;
flat out vec4 params;

void place_gradient(vec4 quad01, vec4 quad23, RoundedBox box, vec4 toParameter, vec4 run, vec4 rest) {
  shape = box;
  line = toParameter;
  stops = run;
  params = rest;
  place_corner(quad01, quad23);
  pass_clips(rest);
}
#endif
