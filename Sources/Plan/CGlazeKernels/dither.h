// dither.glsl on blocks of pixels. Included inside kernels.h.

// The pattern's values at the pixels from x on, from 0 to 63.
INLINE ivec dither_values(int x, int y) {
  ivec row = (ivec)y;
  ivec a = (x + lane_numbers) ^ row;
  return ((a & 1) << 5) | ((row & 1) << 4) | ((a & 2) << 2) | ((row & 2) << 1) | ((a & 4) >> 1)
       | ((row & 4) >> 2);
}

// The values to add to components, in units of 1/65280, at the pixels from x on.
INLINE fvec dither_at(int x, int y) { return to_f(dither_values(x, y)) * 4.0f - 126.0f; }

// Composites a color that fades out over many pixels; its components and the noise are in units of 1/65280.
INLINE void lay_fade(const GlazeRun *run, int x, Colors c, fvec noise) {
  ivec fades = (c.alpha > 0.0f) & (c.alpha < UNIT);
  fvec alpha = clamp_f(c.alpha + noise, 0.0f, UNIT);
  fvec factor = select_f(fades, alpha / c.alpha, splat(1.0f));
  lay(run, x, c.red * factor, c.green * factor, c.blue * factor, c.alpha * factor);
}
