#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/target_texel.glsl"
#include "include/pixel.glsl"

uniform sampler2D tex;
flat in vec4 source;
flat in vec4 red;
flat in vec4 green;
flat in vec4 blue;
flat in vec4 alpha;
flat in vec4 bias;
out vec4 color;

void main() {
  vec2 pixel = pixel_center();
  vec4 texel = target_texel(tex, texel_under(pixel, source.xy));
  vec4 plain = texel.a > 0.0 ? vec4(texel.rgb / texel.a, texel.a) : vec4(0.0);
  vec4 mapped = vec4(dot(red, plain), dot(green, plain), dot(blue, plain), dot(alpha, plain));
  mapped += bias;
  mapped = clamp(mapped, 0.0, 1.0 + source.w);
  mapped.a = min(mapped.a, 1.0);
  color = vec4(mapped.rgb * mapped.a, mapped.a) * (source.z * clip_coverage(pixel));
}
