// A finished frame on something of a host's, texel on pixel.
uniform sampler2D tex;
uniform ivec4 place;  // the frame's corner on the target; the frame's row there, and its step
out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) - place.xy;
  color = texelFetch(tex, ivec2(pixel.x, pixel.y * place.w + place.z), 0);
}
