// Fragment half of the clips: their product. Requires rounded_box.glsl.
#if CLIPS > 0
#include "include/texels.glsl"

uniform sampler2D clipWords;
flat in ivec2 clipRange;

RoundedBox clip_box(int index) {
  int word = (clipRange.x + index) * 5;
  return RoundedBox(word_of(clipWords, word), word_of(clipWords, word + 1),
                    word_of(clipWords, word + 2), word_of(clipWords, word + 3),
                    word_of(clipWords, word + 4));
}

// Aliased edges of a clip are decided at the pixel's center.
float clip_box_coverage(RoundedBox box, vec2 pixel) {
  if (is_half_plane(box)) {
    float side = dot(box.rowX.xyz, vec3(pixel - vec2(box.rowX.w, box.rowY.w), 1.0));
    return (side >= 0.0) == holds_positive_side(box) ? 1.0 : 0.0;
  }
  PlanePoint point = plane_point(box, pixel);
  vec4 distances = edge_distances(point, box.extent.xy);
  distances += edge_hardness(box.extent.z) * (step(0.0, distances) * 2.0 - 1.0);
  return shape_coverage(point, box.extent.xy, distances, box.corners, box.rowW.w);
}

float clip_coverage(vec2 pixel) {
  float coverage = 1.0;
  for (int i = 0; i < CLIPS; i++)
    if (i < clipRange.y) coverage *= clip_box_coverage(clip_box(i), pixel);
  return coverage;
}
#else
float clip_coverage(vec2 pixel) { return 1.0; }
#endif
