// Shapes that need little arithmetic, vertex half; see simple.glsl.
#ifdef MOVED
out vec2 fromOrigin;
#ifdef PROJECTED
flat out mat3x4 toEdges;
#else
flat out mat3x2 toPlace;
#endif
#elif defined(PROJECTED)
out vec4 edges;
#else
out vec2 place;
#endif
flat out vec4 reach;  // where coverage ends: for ROUND the corners' centers and radius, plus half a pixel;
                      // for SQUARE the edges, plus half a pixel

#ifdef SHAPES
flat out float shapeKind;
#endif

// The number of pixels per unit of the shape's plane, across its edges.
vec2 pixels_per_unit(RoundedBox box) {
  return vec2(inversesqrt(dot(box.rowX.xy, box.rowX.xy)),
              inversesqrt(dot(box.rowY.xy, box.rowY.xy)));
}

// Returns a column of each row for a pixel relative to the shape's origin.
mat3x2 columns(vec3 x, vec3 y) { return mat3x2(x.x, y.x, x.y, y.y, x.z, y.z); }

// A pixel's distance, in pixels, from the line where an affine function is 0, plus half a pixel.
vec3 distance_row(vec3 row) {
  return row * inversesqrt(dot(row.xy, row.xy)) + vec3(0.0, 0.0, 0.5);
}

vec4 round_reach(RoundedBox box, vec2 scale) {
  return vec4((box.extent.xy - box.corners.x) * scale, box.corners.x * scale.x + 0.5, 0.0);
}

vec4 square_reach(RoundedBox box, vec2 scale) {
  int soft = int(box.extent.z);
  return vec4((soft & EDGE_MIN_X) != 0 ? box.extent.x * scale.x + 0.5 : 1e6,
              (soft & EDGE_MIN_Y) != 0 ? box.extent.y * scale.y + 0.5 : 1e6, 0.0, 0.0);
}

#ifndef PROJECTED
// The limits of a gradient's sampled positions from the shape's center, along its sides in pixels; see
// sample_point. `reach` is a parameter because compilers warn of functions that read an output.
vec2 sample_reach(RoundedBox box, vec4 reach) {
#ifdef ROUND
  return box.extent.xy * pixels_per_unit(box) - SAMPLE_INSET;
#else
  return max(reach.xy - (0.5 + SAMPLE_INSET), 0.0);
#endif
}
#endif

void place_shape(RoundedBox box, vec2 corner) {
  vec2 first = vec2(box.rowX.w, box.rowY.w);
#ifdef PROJECTED
  vec2 h = box.extent.xy;
  int soft = int(box.extent.z);
  vec3 x = box.rowX.xyz, y = box.rowY.xyz, w = box.rowW.xyz;
  const vec3 everywhere = vec3(0.0, 0.0, 1e6);
  vec3 a = (soft & EDGE_MIN_X) != 0 ? distance_row(h.x * w + x) : everywhere;
  vec3 b = (soft & EDGE_MAX_X) != 0 ? distance_row(h.x * w - x) : everywhere;
  vec3 c = (soft & EDGE_MIN_Y) != 0 ? distance_row(h.y * w + y) : everywhere;
  vec3 d = (soft & EDGE_MAX_Y) != 0 ? distance_row(h.y * w - y) : everywhere;
  mat3x4 toValue = mat3x4(a.x, b.x, c.x, d.x, a.y, b.y, c.y, d.y, a.z, b.z, c.z, d.z);
#else
  vec2 scale = pixels_per_unit(box);
#ifdef SHAPES
  shapeKind = is_plain_rectangle(box) ? 2.0 : box.corners.x > 0.0 ? 1.0 : 0.0;
  reach = shapeKind == 1.0 ? round_reach(box, scale) : square_reach(box, scale);
  // A rectangle has no plane: rowX contains its edges.
  if (shapeKind == 2.0) reach = box.rowX;
#elif defined(ROUND)
  reach = round_reach(box, scale);
#else
  reach = square_reach(box, scale);
#endif
#endif
#ifdef MOVED
  vec2 whole = floor(first);
  fromOrigin = corner - whole;
  vec3 rest = vec3(whole - first, 1.0);
#ifdef PROJECTED
  toEdges = mat3x4(toValue[0], toValue[1], toValue * rest);
#else
  toPlace = columns(box.rowX.xyz * scale.x, box.rowY.xyz * scale.y);
  toPlace[2] = toPlace * rest;
#ifdef SHAPES
  if (shapeKind == 2.0) toPlace = mat3x2(0.0);
#endif
#endif
#elif defined(PROJECTED)
  edges = toValue * vec3(corner - first, 1.0);
#else
  vec3 p = vec3(corner - first, 1.0);
  place = vec2(dot(box.rowX.xyz, p), dot(box.rowY.xyz, p)) * scale;
#ifdef SHAPES
  if (shapeKind == 2.0) place = vec2(0.0);
#endif
#endif
}
