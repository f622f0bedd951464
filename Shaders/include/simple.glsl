// Shapes that need little arithmetic, fragment half. The shader program is for one of them:
//   HARD    no pixel is covered partially
//   SQUARE  affine, square corners, edges antialiased or aliased in pairs, at least a pixel wide
//   ROUND   affine without shear, circular corners of one radius, antialiased edges
//   PROJECTED  in perspective, square corners, any edges, at least a pixel wide
//   SHAPES  HARD, SQUARE, ROUND or an upright rectangle, by the instance, with the arithmetic of their
//           own shader programs, to the last bit
// Up to rounding, the coverage is that of rounded_box.glsl. Requires pixel.glsl.
flat in vec4 reach;
#ifdef MOVED
// The pixel's center, relative to the integer pixel of the shape's origin. Interpolated values differ in
// their last bits from polygon to polygon, while integer pixels do not. (gl_FragCoord is slower in llvmpipe.)
in vec2 fromOrigin;
vec2 steps() { return floor(fromOrigin) + 0.5; }
#endif
#ifdef SHAPES
#include "include/rectangle.glsl"
flat in float shapeKind;  // 0 square or hard, 1 round, 2 a rectangle
#endif

#ifdef PROJECTED
// Distances inward from the edges min x, max x, min y, max y, in pixels, plus half a pixel. On the screen
// they are linear, since the image of an edge is straight.
#ifdef MOVED
flat in mat3x4 toEdges;
vec4 distances() { return toEdges * vec3(steps(), 1.0); }
#else
in vec4 edges;
vec4 distances() { return edges; }
#endif
#else
// A pixel's position relative to the shape's center along its sides, in pixels.
#ifdef MOVED
flat in mat3x2 toPlace;
vec2 place_in_shape() { return toPlace * vec3(steps(), 1.0); }
#else
in vec2 place;
vec2 place_in_shape() { return place; }
#endif
#endif

// Coverage by the contour at a distance inside the shape, in pixels along its sides.
float simple_coverage(vec2 width) {
#ifdef HARD
  return 1.0;
#elif defined(PROJECTED)
  vec4 d = distances();
  vec2 inside = clamp(min(d.xz, d.yw), 0.0, 1.0);
  return inside.x * inside.y;
#elif defined(SHAPES)
  vec2 apart = abs(place_in_shape());
  vec2 inside = clamp(reach.xy - width - apart, 0.0, 1.0);
  return shapeKind == 0.0 ? inside.x * inside.y
       : shapeKind == 1.0 ? clamp(reach.z - width.x - length(max(apart - reach.xy, 0.0)), 0.0, 1.0)
       : rectangle_coverage(pixel_center(), reach);
#elif defined(ROUND)
  return clamp(reach.z - width.x - length(max(abs(place_in_shape()) - reach.xy, 0.0)), 0.0, 1.0);
#else
  vec2 inside = clamp(reach.xy - width - abs(place_in_shape()), 0.0, 1.0);
  return inside.x * inside.y;
#endif
}
