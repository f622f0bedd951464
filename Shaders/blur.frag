#include "include/target_texel.glsl"
#include "include/pixel.glsl"

uniform sampler2D tex;
flat in vec4 source;
flat in vec4 params;
out vec4 color;

void main() {
  vec2 pixel = pixel_center();
  ivec2 middle = texel_under(pixel, source.xy);
  ivec2 direction = ivec2(source.zw);
  float falloff = -0.5 / (params.x * params.x);
  vec4 sum = target_texel(tex, middle);
  float total = 1.0;
  for (int i = 1; i <= int(params.w); i++) {
    float weight = exp(falloff * float(i * i));
    sum += weight * (target_texel(tex, middle + direction * i)
                   + target_texel(tex, middle - direction * i));
    total += 2.0 * weight;
  }
  // A target of alpha alone stores the first component.
  color = (params.y > 0.0 ? sum.aaaa : sum) / total;
}
