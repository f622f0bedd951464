// An ordered dither: what a component must gain before it is rounded to 8 bits, in -0.5...0.5 of a step.
float dither(vec2 pixel) {
  ivec2 p = ivec2(floor(pixel));
  int x = p.x ^ p.y;
  int y = p.y;
  int value = ((x & 1) << 5) | ((y & 1) << 4) | ((x & 2) << 2) | ((y & 2) << 1) | ((x & 4) >> 1)
            | ((y & 4) >> 2);
  return (float(value) - 31.5) / 64.0;
}
