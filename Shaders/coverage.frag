#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"

uniform sampler2D tex;
in vec2 pixel;
flat in vec4 source;
flat in vec4 tint;
out vec4 color;

void main() {
  color = tint * (picture_texel(tex, texel_under(pixel, source.xy)).r * clip_coverage(pixel));
}
