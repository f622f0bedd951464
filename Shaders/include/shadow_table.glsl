// Reads how much of a Gaussian around a point lies in a rounded box, from a table of what its shadow looks
// like around one corner. Docs/explanation/frame-plan.md says how tables lie on corners.

uniform sampler2DArray tables;

// What the place in a table follows from; lengths are in standard deviations along x.
struct ShadowPlace {
  vec2 reach;    // from the box's centre to where the blur begins to be felt, were there no corners
  float aspect;  // standard deviation along y
  float bulge;   // how far the corners' curve lies outside of a circle in its middle, in cells
  float isGrid;  // 1 where the table lies in rows and columns of the plane
};

// The part of a table, from its first texel to its last, across and along the corner's curve.
//
// The angle to the diagonal is nearly even in rows: a polynomial makes it of its sine.
vec2 place_along_curve(ShadowPlace place, vec2 q, float cell) {
  float square = dot(q, q);
  float inverse = inversesqrt(max(square, 1e-12));
  float along = (q.y - q.x) * inverse;
  float bend = along * along, middle = 1.0 - bend;
  float radius = cell * (1.0 + place.bulge * middle * middle);
  float across = square * inverse - radius;
  vec2 s = vec2(q.x, q.y * place.aspect);
  if (place.aspect != 1.0) across *= sqrt(square / max(dot(s, s), 1e-12));
  float angle = along * (1.0 + bend * (1.0 / 12.0 + bend * (3.0 / 160.0)));
  return vec2(across / SHADOW_TABLE_REACH,
              0.5 + angle * (0.5 / (1.0 + 1.0 / 12.0 + 3.0 / 160.0)));
}

vec2 place_in_table(ShadowPlace place, vec2 p, float cell) {
  vec2 q = max(abs(p) - (place.reach - cell), 0.0);
  vec2 even = q * (1.0 / (2.0 * SHADOW_TABLE_MARGIN + cell));
#if defined(GRID)
  return even;
#elif defined(SIMPLE)
  return place_along_curve(place, q, cell);
#else
  return place.isGrid > 0.0 ? even : place_along_curve(place, q, cell);
#endif
}

float shadow_coverage(vec2 place, float table) {
  const float side = float(SHADOW_TABLE_SIDE);
  vec2 coordinate = place * ((side - 1.0) / side) + 0.5 / side;
  return textureLod(tables, vec3(coordinate, table), 0.0).r;
}
