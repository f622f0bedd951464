// Arrays in textures, row by row: OpenGL ES 3.0 has no buffers that fragments read. The rows of masks are as long
// as the device allows: MASK_ROW is a power of two.
#ifndef TEXELS
#define TEXELS
vec4 word_of(sampler2D words, int index) {
  return texelFetch(words, ivec2(index & (WORDS_IN_ROW - 1), index / WORDS_IN_ROW), 0);
}

float coverage_of(sampler2D mask, int index) {
  return texelFetch(mask, ivec2(index & (MASK_ROW - 1), index / MASK_ROW), 0).r;
}
#endif
