#include "Layout.h"

// Converts another program's image to Glaze's format, texel by pixel: premultiplied, sRGB encoded.
#ifdef SAMPLES_EXTERNAL
uniform samplerExternalOES tex;  // colors, which the driver has converted
#else
uniform sampler2D tex;     // colors, or Y
uniform sampler2D chroma;  // Cb and Cr at half the size
uniform vec4 rows[3];      // R, G and B of (Y, Cb, Cr, 1)
#endif
uniform int alpha;         // EXTERNAL_*
uniform bool is_linear;    // the texture decodes its samples to linear light
out vec4 color;

#ifndef SAMPLES_EXTERNAL
// The chroma of a pixel: in rows every second pixel has a sample at its center, in columns samples lie
// between two.
vec2 chroma_at(ivec2 pixel) {
  vec2 place = vec2(pixel.x, float(pixel.y) - 0.5) / 2.0;
  ivec2 first = ivec2(floor(place));
  vec2 weight = place - vec2(first);
  ivec2 most = textureSize(chroma, 0) - 1;
  ivec2 low = clamp(first, ivec2(0), most);
  ivec2 high = clamp(first + 1, ivec2(0), most);
  vec2 upper = mix(
      texelFetch(chroma, low, 0).rg, texelFetch(chroma, ivec2(high.x, low.y), 0).rg, weight.x);
  vec2 lower = mix(
      texelFetch(chroma, ivec2(low.x, high.y), 0).rg, texelFetch(chroma, high, 0).rg, weight.x);
  return mix(upper, lower, weight.y);
}

#endif

vec3 encoded(vec3 light) {
  return mix(
      12.92 * light, 1.055 * pow(max(light, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055,
      greaterThan(light, vec3(0.0031308)));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 texel = texelFetch(tex, pixel, 0);
#ifndef SAMPLES_EXTERNAL
  if (alpha == EXTERNAL_YCBCR) {
    vec4 code = vec4(texel.r, chroma_at(pixel), 1.0);
    color = vec4(
        clamp(vec3(dot(rows[0], code), dot(rows[1], code), dot(rows[2], code)), 0.0, 1.0), 1.0);
    return;
  }
#endif
  if (is_linear) texel.rgb = encoded(texel.rgb);
  if (alpha == EXTERNAL_STRAIGHT) texel.rgb *= texel.a;
  if (alpha == EXTERNAL_OPAQUE) texel.a = 1.0;
  color = texel;
}
