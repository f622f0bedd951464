#include "Layout.h"
#include "include/gradient.glsl"

out vec4 color;

void main() { color = gradient_color(1.0); }
