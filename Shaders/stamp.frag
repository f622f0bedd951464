// As little as it does, since llvmpipe draws whole rows with shaders that show a texel and compute nothing.
uniform sampler2D tex;
in vec2 coordinate;
out vec4 color;

void main() { color = texture(tex, coordinate); }
