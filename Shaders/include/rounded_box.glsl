// Analytic coverage of pixels by rounded boxes. It does not use the rasterizer's derivatives, so that the
// same arithmetic runs on the CPU. A shader program for boxes and clips whose corners are all circular
// defines CIRCULAR, and one without rounded corners CORNERLESS.

// A point of a box's plane under a pixel, with its change from pixel to pixel.
struct PlanePoint {
  vec2 position;   // relative to the box's center, in the plane's units
  vec2 gradientX;  // change of position.x per pixel to the right and per pixel down
  vec2 gradientY;
  float facing;    // positive in front of the camera
};

PlanePoint plane_point(RoundedBox box, vec2 pixel) {
  vec3 p = vec3(pixel - vec2(box.rowX.w, box.rowY.w), 1.0);
  vec3 q = vec3(dot(box.rowX.xyz, p), dot(box.rowY.xyz, p), dot(box.rowW.xyz, p));
  float inverse = 1.0 / q.z;
  vec2 position = q.xy * inverse;
  return PlanePoint(position, (box.rowX.xy - position.x * box.rowW.xy) * inverse,
                    (box.rowY.xy - position.y * box.rowW.xy) * inverse, q.z);
}

// The part of a pixel that lies between two parallel edges, given their distances to its center in pixels.
float overlap(float a, float b) {
  return clamp(min(a, 0.5) + min(b, 0.5), 0.0, 1.0);
}

// 1e6 for each edge (min x, max x, min y, max y) at which the polygon itself ends, 0 for an antialiased one.
vec4 edge_hardness(float softEdges) {
  int bits = int(softEdges);
  return vec4((bits & EDGE_MIN_X) != 0 ? 0.0 : 1e6, (bits & EDGE_MAX_X) != 0 ? 0.0 : 1e6,
              (bits & EDGE_MIN_Y) != 0 ? 0.0 : 1e6, (bits & EDGE_MAX_Y) != 0 ? 0.0 : 1e6);
}

// A corner is the superellipse u^n + v^n = 1 in its cell; n = 2 is the circle.
float corner_coverage(PlanePoint point, vec2 cellPoint, float cell, float exponent) {
  vec2 u = cellPoint / cell;
  float radius = length(u);
  vec2 normal = u / radius;
#ifndef CIRCULAR
  if (exponent != EXPONENT_CIRCLE) {
    radius = pow(pow(u.x, exponent) + pow(u.y, exponent), 1.0 / exponent);
    normal = pow(u / radius, vec2(exponent - 1.0));
  }
#endif
  vec2 gradient = normal.x * sign(point.position.x) * point.gradientX
                + normal.y * sign(point.position.y) * point.gradientY;
  return clamp((1.0 - radius) * cell / length(gradient) + 0.5, 0.0, 1.0);
}

// Distances inward from the edges min x, max x, min y, max y, in pixels.
vec4 edge_distances(PlanePoint point, vec2 halfSize) {
  float scaleX = inversesqrt(dot(point.gradientX, point.gradientX));
  float scaleY = inversesqrt(dot(point.gradientY, point.gradientY));
  return vec4((halfSize.x + point.position.x) * scaleX, (halfSize.x - point.position.x) * scaleX,
              (halfSize.y + point.position.y) * scaleY, (halfSize.y - point.position.y) * scaleY);
}

float shape_coverage(PlanePoint point, vec2 halfSize, vec4 distances, vec4 corners,
                     float exponent) {
  vec2 p = point.position;
  float coverage = overlap(distances.x, distances.y) * overlap(distances.z, distances.w);
#ifndef CORNERLESS
  vec2 pair = p.y < 0.0 ? corners.xy : corners.zw;
  float cell = p.x < 0.0 ? pair.x : pair.y;
  vec2 cellPoint = abs(p) - (halfSize - cell);
  if (cell > 0.0 && cellPoint.x > 0.0 && cellPoint.y > 0.0)
    coverage = min(coverage, corner_coverage(point, cellPoint, cell, exponent));
#endif
  return point.facing > 0.0 ? coverage : 0.0;
}

// Coverage by the box itself, where the instance's polygon ends at the aliased edges.
float box_coverage(RoundedBox box, PlanePoint point) {
  vec4 distances = edge_distances(point, box.extent.xy) + edge_hardness(box.extent.z);
  return shape_coverage(point, box.extent.xy, distances, box.corners, box.rowW.w);
}

// The point at which a pixel samples the fill of the box. If the pixel's center lies outside of an
// antialiased edge, it is a point inside of the edge.
vec2 sample_point(RoundedBox box, PlanePoint point) {
  vec2 inset = SAMPLE_INSET * vec2(length(point.gradientX), length(point.gradientY));
  vec2 reach = max(box.extent.xy - inset, 0.0);
  vec4 hardness = edge_hardness(box.extent.z);
  return clamp(point.position, -reach - hardness.xz, reach + hardness.yw);
}

// Coverage by the contour at a distance of `width` inside the box; always antialiased.
float inset_coverage(RoundedBox box, PlanePoint point, float width) {
  float expansion = 1.0 + (box.rowW.w - EXPONENT_CIRCLE) * (CORNER_REACH_EXCESS / CORNER_EXPONENT_EXCESS);
  vec4 corners = max(box.corners - width * expansion, 0.0);
  vec2 halfSize = box.extent.xy - width;
  return shape_coverage(point, halfSize, edge_distances(point, halfSize), corners, box.rowW.w);
}
