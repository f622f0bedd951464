// Shapes that need little arithmetic, fragment half. The program is for one of them:
//   HARD    nothing is covered in part
//   SQUARE  affine, square corners, edges soft or hard in pairs, at least a pixel wide
//   ROUND   affine without shear, circular corners of one radius, soft edges
//   PROJECTED  in perspective, square corners, edges soft or hard, at least a pixel wide
// Up to rounding the coverage is that of rounded_box.glsl.
#ifdef PROJECTED
noperspective in vec4 edges;
#elif !defined(HARD)
noperspective in vec2 place;
flat in vec4 reach;
#endif

// Coverage by the contour that lies so many pixels inside the shape, along its sides.
float simple_coverage(vec2 width) {
#ifdef HARD
  return 1.0;
#elif defined(PROJECTED)
  vec2 inside = clamp(min(edges.xz, edges.yw), 0.0, 1.0);
  return inside.x * inside.y;
#elif defined(ROUND)
  return clamp(reach.z - width.x - length(max(abs(place) - reach.xy, 0.0)), 0.0, 1.0);
#else
  vec2 inside = clamp(reach.xy - width - abs(place), 0.0, 1.0);
  return inside.x * inside.y;
#endif
}
