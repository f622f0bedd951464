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
uniform int transfer;      // of the frame, as in OutputColor.Transfer; -1 where colors stay the same
uniform vec4 primaries[3]; // rows of the matrix from linear sRGB; w: the brightest light, and the luminance of
                           // white as a part of PQ's 10000 cd/m2
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

vec3 decoded(vec3 number) {
  vec3 size = abs(number);
  return sign(number) * mix(
      size / 12.92, pow((size + 0.055) / 1.055, vec3(2.4)), greaterThan(size, vec3(0.04045)));
}

// Converts an sRGB-encoded color to the frame's encoding.
vec3 mapped(vec3 number) {
  vec3 c = decoded(number);
  c = vec3(dot(primaries[0].rgb, c), dot(primaries[1].rgb, c), dot(primaries[2].rgb, c));
  c = min(c, primaries[0].w);
  if (transfer == 0) return sign(c) * encoded(abs(c));
  if (transfer == 1) return c;
  if (transfer == 4) return sign(c) * pow(abs(c), vec3(1.0 / 2.2));
  c = max(c, 0.0);
  if (transfer == 2) {
    vec3 root = pow(min(c * primaries[1].w, 1.0), vec3(0.1593017578125));
    return pow((0.8359375 + 18.8515625 * root) / (1.0 + 18.6875 * root), vec3(78.84375));
  }
  // The light of the signal 0.75, which is white.
  c *= 0.26496256;
  return mix(
      sqrt(3.0 * c), 0.17883277 * log(max(12.0 * c - 0.28466892, 1e-6)) + 0.55991073,
      greaterThan(c, vec3(1.0 / 12.0)));
}

vec4 shown(vec4 texel) {
  if (transfer < 0 || texel.a <= 0.0) return texel;
  return vec4(mapped(texel.rgb / texel.a) * texel.a, texel.a);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 texel = texelFetch(tex, pixel, 0);
#ifndef SAMPLES_EXTERNAL
  if (alpha == EXTERNAL_YCBCR) {
    vec4 code = vec4(texel.r, chroma_at(pixel), 1.0);
    color = shown(vec4(
        clamp(vec3(dot(rows[0], code), dot(rows[1], code), dot(rows[2], code)), 0.0, 1.0), 1.0));
    return;
  }
#endif
  if (is_linear) texel.rgb = encoded(texel.rgb);
  if (alpha == EXTERNAL_STRAIGHT) texel.rgb *= texel.a;
  if (alpha == EXTERNAL_OPAQUE) texel.a = 1.0;
  color = shown(texel);
}
