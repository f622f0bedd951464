// An ordered dither: the value to add to a component before it is rounded to 8 bits, in -0.5...0.5 of a step.
float dither(vec2 pixel) {
  ivec2 p = ivec2(pixel);
  int x = p.x ^ p.y;
  int y = p.y;
  int value = ((x & 1) << 5) | ((y & 1) << 4) | ((x & 2) << 2) | ((y & 2) << 1) | ((x & 4) >> 1)
            | ((y & 4) >> 2);
  return (float(value) - 31.5) / 64.0;
}

// Dithers a color that fades out over many pixels by scaling all its components, without steps of alpha.
vec4 dither_fade(vec4 color, vec2 pixel) {
  if (color.a <= 0.0 || color.a >= 1.0) return color;
  return color * (clamp(color.a + dither(pixel) / 255.0, 0.0, 1.0) / color.a);
}
