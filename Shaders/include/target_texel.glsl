// Texels of transient targets; transparent outside.
vec4 target_texel(sampler2D image, ivec2 texel) {
  ivec2 size = textureSize(image, 0);
  bool inside = texel.x >= 0 && texel.y >= 0 && texel.x < size.x && texel.y < size.y;
  return inside ? texelFetch(image, texel, 0) : vec4(0.0);
}

ivec2 texel_under(vec2 pixel, vec2 origin) { return ivec2(pixel) - ivec2(origin); }
