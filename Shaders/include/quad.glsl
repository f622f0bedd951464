// A corner of an instance's polygon, from the strip's vertex number.
#include "include/target.glsl"

vec2 place_corner(vec4 quad01, vec4 quad23) {
  vec2 pixel = gl_VertexID == 0 ? quad01.xy
             : gl_VertexID == 1 ? quad01.zw
             : gl_VertexID == 2 ? quad23.zw : quad23.xy;
  place_vertex(pixel);
  return pixel;
}
