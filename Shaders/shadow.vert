#include "Layout.h"
#include "include/quad.glsl"
#include "include/clip_in.glsl"

in vec4 instance0, instance1, instance2, instance3, instance4, instance5, instance6, instance7, instance8,
  instance9;

// The shape, in units of standard deviations along x.
flat out RoundedBox shape;
flat out vec4 blur;  // xy: reach; z: standard deviation along y; w: bulge
flat out float isGrid;
flat out vec4 numbers;
flat out vec4 tint;
#if defined(SIMPLE) && !defined(MOVED)
out vec2 point;
#endif

void main() {
  float scale = 1.0 / instance9.x;
  shape = RoundedBox(vec4(instance2.xyz * scale, instance2.w),
                     vec4(instance3.xyz * scale, instance3.w), instance4,
                     vec4(instance5.xy * scale, instance5.zw), instance6 * scale);
  float aspect = instance9.w * scale;
  blur = vec4(shape.extent.xy - SHADOW_TABLE_MARGIN * vec2(1.0, aspect), aspect,
              exp2(0.5 - 1.0 / shape.rowW.w) - 1.0);
  if (has_circular_corners(shape)) blur.w = 0.0;
  vec4 cells = instance6;
  float largest = max(max(cells.x, cells.y), max(cells.z, cells.w));
  bool isEven = instance9.w == instance9.x;
  isGrid = isEven && largest <= SHADOW_TABLE_GRID * instance9.x ? 1.0 : 0.0;
  numbers = instance8;
  tint = instance7;
  vec2 corner = place_corner(instance0, instance1);
#if defined(SIMPLE) && !defined(MOVED)
  vec3 p = vec3(corner - vec2(shape.rowX.w, shape.rowY.w), 1.0);
  point = vec2(dot(shape.rowX.xyz, p), dot(shape.rowY.xyz, p));
#endif
  pass_clips(instance9);
}
