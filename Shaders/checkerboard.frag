#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/pixel.glsl"

flat in RoundedBox shape;
flat in vec4 first;
flat in vec4 second;
flat in vec4 cells;
out vec4 color;

void main() {
  vec2 pixel = pixel_center();
  vec2 cell = floor((pixel - cells.xy) / cells.z);
  vec4 fill = mod(cell.x + cell.y, 2.0) == 0.0 ? first : second;
  color = fill * (box_coverage(shape, plane_point(shape, pixel)) * clip_coverage(pixel));
}
