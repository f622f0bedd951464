// Reads the part of a Gaussian around a point that lies in a rounded box, from a table of its shadow around
// one corner. Docs/explanation/frame-plan.md describes the position of tables on corners.

uniform sampler2DArray tables;

// The values that determine the position in a table; lengths are in standard deviations along x.
struct ShadowPlace {
  vec2 reach;    // from the box's center to where the blur begins, without corners
  float aspect;  // standard deviation along y
  float bulge;   // the distance of the corners' curve from a circle at its middle, in cells
  float isGrid;  // 1 where the table lies in rows and columns of the plane
};

// The position in a table as a fraction from its first to its last texel, across and along the corner's
// curve.
//
// The angle to the diagonal is nearly uniform over the rows; a polynomial computes it from its sine.
vec2 place_along_curve(ShadowPlace place, vec2 q, float cell) {
  float square = dot(q, q);
  float perLength = inversesqrt(max(square, 1e-12));
  float along = (q.y - q.x) * perLength;
  float bend = along * along, middle = 1.0 - bend;
  float radius = cell * (1.0 + place.bulge * middle * middle);
  float across = square * perLength - radius;
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
