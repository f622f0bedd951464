#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"

uniform sampler2D tex;
uniform sampler2D maskTex;
in vec2 pixel;
flat in vec4 source;
flat in vec4 mask;
out vec4 color;

void main() {
  float factor = source.z * clip_coverage(pixel);
  if (mask.z > 0.0) factor *= picture_texel(maskTex, texel_under(pixel, mask.xy)).a;
  color = picture_texel(tex, texel_under(pixel, source.xy)) * factor;
}
