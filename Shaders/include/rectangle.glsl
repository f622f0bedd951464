// The part of the pixel around a center that lies in an upright rectangle.
float rectangle_coverage(vec2 center, vec4 edges) {
  vec2 inside = clamp(min(center - edges.xy, 0.5) + min(edges.zw - center, 0.5), 0.0, 1.0);
  return inside.x * inside.y;
}
