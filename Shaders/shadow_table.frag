#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/gaussian.glsl"

// The coverage of a rounded box blurred by a Gaussian of standard deviation 1, around one of its corners,
// by the depths below its edges: from -3.5 to 3.5 beyond the corner. Beyond that nothing changes.
uniform float corner;
uniform float texels;
out vec4 color;

void main() {
  vec2 depth = (gl_FragCoord.xy / texels) * (7.0 + corner) - 3.5;
  RoundedBox box;
  box.rowW = vec4(0.0, 0.0, 1.0, 2.0);
  box.extent = vec4(vec2(corner + 20.0), 0.0, 0.0);
  box.corners = vec4(corner);
  color = vec4(blurred_box(box, box.extent.xy - depth, vec2(1.0)));
}
