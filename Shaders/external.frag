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
uniform int source_transfer;      // of the image, as in OutputColor.Transfer; -1 for sRGB
uniform vec4 source_primaries[3]; // rows of the matrix to linear sRGB
uniform vec4 tone;         // numbers of ToneCurve: the peak in PQ, the limit as a part of it, the knee; 0 for none
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

vec3 pq_encoded(vec3 light) {
  vec3 root = pow(clamp(light, 0.0, 1.0), vec3(0.1593017578125));
  return pow((0.8359375 + 18.8515625 * root) / (1.0 + 18.6875 * root), vec3(78.84375));
}

vec3 pq_decoded(vec3 number) {
  vec3 root = pow(clamp(number, 0.0, 1.0), vec3(1.0 / 78.84375));
  return pow(max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root), vec3(1.0 / 0.1593017578125));
}

// The light of the HLG signal 0.75, which is white.
const float HLG_WHITE = 0.26496256;

// The light of an image in another encoding than sRGB, in linear sRGB.
vec3 light_of(vec3 number) {
  vec3 c = decoded(number);
  if (source_transfer == 1) c = number;
  if (source_transfer == 2) c = pq_decoded(number) / 0.0203;
  if (source_transfer == 3)
    c = mix(number * number / 3.0, (exp((number - 0.55991073) / 0.17883277) + 0.28466892) / 12.0,
            greaterThan(number, vec3(0.5))) / HLG_WHITE;
  if (source_transfer == 4) c = pow(max(number, 0.0), vec3(2.2));
  return vec3(
      dot(source_primaries[0].rgb, c), dot(source_primaries[1].rgb, c), dot(source_primaries[2].rgb, c));
}

// The curve of BT.2390 for the brightest component.
vec3 toned(vec3 c) {
  float most = max(c.r, max(c.g, c.b));
  float number = pq_encoded(vec3(most * primaries[1].w)).r / tone.x;
  if (most <= 0.0 || number <= tone.z) return c;
  if (number >= 1.0) return c * (primaries[0].w / most);
  float t = (number - tone.z) / (1.0 - tone.z);
  float t2 = t * t;
  float t3 = t2 * t;
  float result = (2.0 * t3 - 3.0 * t2 + 1.0) * tone.z + (t3 - 2.0 * t2 + t) * (1.0 - tone.z) +
      (3.0 * t2 - 2.0 * t3) * tone.y;
  return c * (pq_decoded(vec3(result * tone.x)).r / primaries[1].w / most);
}

// Converts light in linear sRGB to the frame's encoding.
vec3 mapped(vec3 c) {
  c = vec3(dot(primaries[0].rgb, c), dot(primaries[1].rgb, c), dot(primaries[2].rgb, c));
  if (tone.x > 0.0) c = toned(c);
  c = min(c, primaries[0].w);
  if (transfer == 0) return sign(c) * encoded(abs(c));
  if (transfer == 1) return c;
  if (transfer == 4) return sign(c) * pow(abs(c), vec3(1.0 / 2.2));
  c = max(c, 0.0);
  if (transfer == 2) return pq_encoded(c * primaries[1].w);
  c *= HLG_WHITE;
  return mix(
      sqrt(3.0 * c), 0.17883277 * log(max(12.0 * c - 0.28466892, 1e-6)) + 0.55991073,
      greaterThan(c, vec3(1.0 / 12.0)));
}

vec4 shown(vec4 texel) {
  if (source_transfer >= 0) {
    vec3 light = light_of(texel.rgb);
    return vec4(transfer < 0 ? sign(light) * encoded(abs(light)) : mapped(light), 1.0);
  }
  if (transfer < 0 || texel.a <= 0.0) return texel;
  return vec4(mapped(decoded(texel.rgb / texel.a)) * texel.a, texel.a);
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
