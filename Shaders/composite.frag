#include "Layout.h"
#include "include/rounded_box.glsl"
#include "include/clip.glsl"
#include "include/picture.glsl"

uniform sampler2D tex;
uniform sampler2D maskTex;
noperspective in vec2 pixel;
flat in vec4 source;
flat in vec4 mask;
out vec4 color;

#ifdef SIMPLE
// No mask, and every pixel has a texel.
void main() {
  color = texelFetch(tex, texel_under(gl_FragCoord.xy, source.xy), 0)
        * (source.z * clip_coverage(pixel));
}
#else
void main() {
  float factor = source.z * clip_coverage(pixel);
  if (mask.z > 0.0) factor *= picture_texel(maskTex, texel_under(pixel, mask.xy)).a;
  color = picture_texel(tex, texel_under(pixel, source.xy)) * factor;
}
#endif
