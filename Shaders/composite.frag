#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/target_texel.glsl"
#include "include/pixel.glsl"

uniform sampler2D tex;
uniform sampler2D maskTex;
flat in vec4 source;
flat in vec4 mask;
out vec4 color;

#if defined(BLEND)
// For modes that no blend function of the pipeline supports, the shader program reads a copy of its target.
#include "include/blend.glsl"
uniform sampler2D backdropTex;
uniform int mode;

void main() {
  vec2 pixel = pixel_center();
  vec4 backdrop = texelFetch(backdropTex, ivec2(pixel), 0);
  vec4 texel = target_texel(tex, texel_under(pixel, source.xy)) * source.z;
  if (is_masked(mask)) texel *= target_texel(maskTex, texel_under(pixel, mask.xy)).a;
  color = mix(backdrop, blend(mode, texel, backdrop, 1.0 + source.w), clip_coverage(pixel));
}
#elif defined(SIMPLE)
// Every pixel has a texel, and a texel of the mask where there is a mask.
void main() {
  vec2 pixel = pixel_center();
  float factor = source.z * clip_coverage(pixel);
#ifdef MASKED
  factor *= texelFetch(maskTex, texel_under(pixel, mask.xy), 0).a;
#endif
  color = texelFetch(tex, texel_under(pixel, source.xy), 0) * factor;
}
#else
void main() {
  vec2 pixel = pixel_center();
  float factor = source.z * clip_coverage(pixel);
  if (is_masked(mask)) factor *= target_texel(maskTex, texel_under(pixel, mask.xy)).a;
  color = target_texel(tex, texel_under(pixel, source.xy)) * factor;
}
#endif
