#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"
#include "include/blend.glsl"
#include "include/pixel.glsl"

// A composite whose mode no blend function of the pipeline has: it reads a copy of its target.
uniform sampler2D tex;
uniform sampler2D maskTex;
uniform sampler2D backdropTex;
uniform int mode;
flat in vec4 source;
flat in vec4 mask;
out vec4 color;

void main() {
  vec2 pixel = pixel_center();
  vec4 backdrop = texelFetch(backdropTex, ivec2(pixel), 0);
  vec4 texel = picture_texel(tex, texel_under(pixel, source.xy)) * source.z;
  if (mask.z > 0.0) texel *= picture_texel(maskTex, texel_under(pixel, mask.xy)).a;
  color = mix(backdrop, blend(mode, texel, backdrop), clip_coverage(pixel));
}
