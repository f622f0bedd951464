// Presents a finished frame on the host's target, texel by pixel.
uniform sampler2D tex;
uniform ivec4 place;  // the frame's corner on the target; the frame's row at the corner, and its step
out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) - place.xy;
  color = texelFetch(tex, ivec2(pixel.x, pixel.y * place.w + place.z), 0);
}
