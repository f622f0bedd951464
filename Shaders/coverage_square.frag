uniform samplerBuffer tex;
flat in ivec2 source;
flat in float side;
flat in vec4 tint;
out vec4 color;

void main() {
  ivec2 at = ivec2(gl_PointCoord * side);
  color = tint * texelFetch(tex, at.y * source.y + at.x + source.x).r;
}
