// The target of a draw; see pixel.glsl.
uniform vec4 projection;    // normalized device coordinate = pixel * xy + zw
#ifdef MOVED
uniform vec2 targetOrigin;  // the position of its first pixel in the framebuffer
flat out vec2 targetPlace;
#endif

void place_vertex(vec2 pixel) {
  gl_Position = vec4(pixel * projection.xy + projection.zw, 0.0, 1.0);
#ifdef MOVED
  targetPlace = targetOrigin;
#endif
}
