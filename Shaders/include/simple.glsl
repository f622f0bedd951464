// Shapes that need little arithmetic, fragment half. The program is for one of them:
//   HARD    nothing is covered in part
//   SQUARE  affine, square corners, edges soft or hard in pairs, at least a pixel wide
//   ROUND   affine without shear, circular corners of one radius, soft edges
//   PROJECTED  in perspective, square corners, edges soft or hard, at least a pixel wide
//   SHAPES  HARD, SQUARE, ROUND or an upright rectangle, as the instance says: with the arithmetic of their
//           own programs, to the last bit
// Up to rounding the coverage is that of rounded_box.glsl.
#ifdef PROJECTED
noperspective in vec4 edges;
#elif !defined(HARD)
noperspective in vec2 place;
flat in vec4 reach;
#endif
#ifdef SHAPES
#include "include/rectangle.glsl"
flat in float shapeKind;  // 0 square or hard, 1 round, 2 a rectangle
#endif

// Coverage by the contour that lies so many pixels inside the shape, along its sides.
float simple_coverage(vec2 width) {
#ifdef HARD
  return 1.0;
#elif defined(PROJECTED)
  vec2 inside = clamp(min(edges.xz, edges.yw), 0.0, 1.0);
  return inside.x * inside.y;
#elif defined(SHAPES)
  vec2 inside = clamp(reach.xy - width - abs(place), 0.0, 1.0);
  float beyond = length(max(abs(place) - reach.xy, 0.0));
  return shapeKind == 0.0 ? inside.x * inside.y
       : shapeKind == 1.0 ? clamp(reach.z - width.x - beyond, 0.0, 1.0)
       : rectangle_coverage(floor(pixel) + 0.5, reach);
#elif defined(ROUND)
  return clamp(reach.z - width.x - length(max(abs(place) - reach.xy, 0.0)), 0.0, 1.0);
#else
  vec2 inside = clamp(reach.xy - width - abs(place), 0.0, 1.0);
  return inside.x * inside.y;
#endif
}
