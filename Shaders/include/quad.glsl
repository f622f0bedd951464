// A corner of an instance's polygon, from the strip's vertex number.
uniform vec4 projection;       // normalised device coordinate = pixel * xy + zw
noperspective out vec2 pixel;  // pixel space of the target

void place_corner(vec4 quad01, vec4 quad23) {
  pixel = gl_VertexID == 0 ? quad01.xy
        : gl_VertexID == 1 ? quad01.zw
        : gl_VertexID == 2 ? quad23.zw : quad23.xy;
  gl_Position = vec4(pixel * projection.xy + projection.zw, 0.0, 1.0);
}
