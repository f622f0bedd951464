#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"

uniform sampler2D tex;
noperspective in vec2 pixel;
flat in vec4 source;
flat in vec4 red;
flat in vec4 green;
flat in vec4 blue;
flat in vec4 alpha;
flat in vec4 bias;
out vec4 color;

void main() {
  vec4 texel = picture_texel(tex, texel_under(pixel, source.xy));
  vec4 plain = texel.a > 0.0 ? vec4(texel.rgb / texel.a, texel.a) : vec4(0.0);
  vec4 mapped = vec4(dot(red, plain), dot(green, plain), dot(blue, plain), dot(alpha, plain));
  mapped += bias;
  mapped = clamp(mapped, 0.0, 1.0);
  color = vec4(mapped.rgb * mapped.a, mapped.a) * (source.z * clip_coverage(pixel));
}
