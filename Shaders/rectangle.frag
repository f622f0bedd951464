#include "Layout.h"
#include "include/pixel.glsl"
#include "include/rectangle.glsl"

flat in vec4 edges;
flat in vec4 fill;
out vec4 color;

void main() { color = fill * rectangle_coverage(pixel_center(), edges); }
