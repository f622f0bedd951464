#include "Layout.h"
#include "include/target.glsl"

layout(location = 0) in vec4 instance[2];
flat out vec4 base;

#if BOXES > 0
uniform samplerBuffer tex;
flat out float opacity;
// As in simple_in.glsl, box for box.
flat out vec4 toPlace[BOXES];
flat out vec4 placement[BOXES];  // xy: the last column; zw: where the box begins
flat out vec4 reach[BOXES];
flat out vec4 fill[BOXES];

void fetch_box(int i, int word) {
  vec4 rowX = texelFetch(tex, word), rowY = texelFetch(tex, word + 1);
  vec4 extent = texelFetch(tex, word + 2);
  fill[i] = texelFetch(tex, word + 3);
  vec2 scale = vec2(inversesqrt(dot(rowX.xy, rowX.xy)), inversesqrt(dot(rowY.xy, rowY.xy)));
  reach[i] = vec4((extent.xy - extent.z) * scale, extent.z * scale.x + 0.5, 0.0);
  vec3 x = rowX.xyz * scale.x, y = rowY.xyz * scale.y;
  toPlace[i] = vec4(x.x, y.x, x.y, y.y);
  placement[i] = vec4(x.z, y.z, rowX.w, rowY.w);
  if (i == 0) opacity = extent.w;
}

void main() {
  int code = int(instance[0].w);
  int boxes = code >> 6, first = int(instance[0].z);
  for (int i = 0; i < BOXES; i++) {
    int bit = findLSB(boxes);
    if (bit < 0) {
      toPlace[i] = placement[i] = reach[i] = fill[i] = vec4(0.0);
    } else {
      fetch_box(i, 4 * (first + bit));
    }
    boxes &= boxes - 1;
  }
  base = instance[1];
  place_vertex(instance[0].xy);
  gl_PointSize = float(code & 63);
}
#else
void main() {
  base = instance[1];
  place_vertex(instance[0].xy);
  gl_PointSize = instance[0].w;
}
#endif
