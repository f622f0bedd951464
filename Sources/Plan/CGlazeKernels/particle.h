// Small images, many of them, with little work before the first pixel. Included inside kernels.h.

// Adds components in units of 1/65280 to the target.
INLINE void add(const GlazeRun *run, int x, fvec red, fvec green, fvec blue, fvec alpha) {
  if (run->planes) {
    Colors old = load_planes(run->planes + x, run->stride);
    Colors c = scale_colors((Colors){red, green, blue, alpha}, splat(1.0f / UNIT));
    fvec most = splat(run->most);
    store_planes(run->planes + x, run->stride,
                 (Colors){min_f(c.red + old.red, most), min_f(c.green + old.green, most),
                          min_f(c.blue + old.blue, most), min_f(c.alpha + old.alpha, most)});
    return;
  }
  Sources s = sources_of(red, green, blue, alpha);
  uvec backdrop = load_pixels(run->row, x, run->width);
  uvec redBlue = add_saturating(s.redBlue, (backdrop << 8) & 0xFF00FF00);
  uvec greenAlpha = add_saturating(s.greenAlpha, backdrop & 0xFF00FF00);
  store_pixels(run->row, x, run->width,
               ((redBlue >> 8) & 0x00FF00FF) | (greenAlpha & 0xFF00FF00));
}

// Narrows a run to the part where slope * (x - middle) + offset lies within limit.
INLINE void narrow(GlazeRun *run, float middle, float slope, float offset, float limit) {
  if (__builtin_fabsf(slope) * run->width < 1e-3f) {
    if (__builtin_fabsf(offset) > limit + 1e-3f) run->end = run->start;
    return;
  }
  float a = middle + (-limit - offset) / slope, b = middle + (limit - offset) / slope;
  float low = a < b ? a : b, high = a < b ? b : a;
  if (low - 1.0f > (float)run->start)
    run->start = low < (float)run->end ? (int32_t)(low - 1.0f) : run->end;
  if (high + 1.0f < (float)run->end)
    run->end = high > (float)run->start ? (int32_t)(high + 1.0f) : run->start;
}

INLINE void particle_row(const GlazeRun *run, const GlazeParticle *p, GlazeClips clips,
                         bool isAffine) {
  float down = run->y - p->y;
  float flatU = p->inverse.y * down, flatV = p->inverse.w * down, flatW = 1.0f + p->wY * down;
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x);
    fvec across = centres - p->x;
    fvec u = p->inverse.x * across + flatU, v = p->inverse.z * across + flatV;
    fvec scaleU = splat(p->scaleU), scaleV = splat(p->scaleV);
    ivec isInside = lanes_in(run, x);
    if (!isAffine) {
      fvec facing = p->wX * across + flatW;
      fvec w = 1.0f / facing;
      u *= w;
      v *= w;
      fvec rightU = (p->inverse.x - u * p->wX) * w, downU = (p->inverse.y - u * p->wY) * w;
      fvec rightV = (p->inverse.z - v * p->wX) * w, downV = (p->inverse.w - v * p->wY) * w;
      scaleU = 1.0f / sqrt_f(rightU * rightU + downU * downU);
      scaleV = 1.0f / sqrt_f(rightV * rightV + downV * downV);
      isInside &= facing > 0.0f;
    }
    fvec coverage = overlap((1.0f + u) * scaleU, (1.0f - u) * scaleU)
                * overlap((1.0f + v) * scaleV, (1.0f - v) * scaleV);
    coverage = select_f(isInside, coverage, splat(0.0f));
    if (!any(coverage > 0.0f)) continue;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    fvec textureU = clamp_f(u, -p->limitU, p->limitU) * p->mapping.x + p->mapping.z;
    fvec textureV = clamp_f(v, -p->limitV, p->limitV) * p->mapping.y + p->mapping.w;
    if (p->texture->levels->planes) {
      Colors c = sample_deep(p->texture, textureU, textureV, splat(p->level));
      fvec unit = coverage * UNIT;
      c = (Colors){c.red * (p->color.x * unit), c.green * (p->color.y * unit),
                   c.blue * (p->color.z * unit), c.alpha * (p->color.w * unit)};
      if (p->addsUp) add(run, x, c.red, c.green, c.blue, c.alpha);
      else lay(run, x, c.red, c.green, c.blue, c.alpha);
      continue;
    }
    Texels t = sample(p->texture, textureU, textureV, splat(p->level));
    if (!p->addsUp) {
      lay_texels(run, x, t, p->color, coverage);
    } else {
      add(run, x, component(t.redBlue, 0) * (p->color.x * coverage),
          component(t.greenAlpha, 0) * (p->color.y * coverage),
          component(t.redBlue, 16) * (p->color.z * coverage),
          component(t.greenAlpha, 16) * (p->color.w * coverage));
    }
  }
}

// particle.frag.
static void NAME(particle)(const GlazeRun *first, int32_t rows, const GlazeParticle *particle,
                           GlazeClips clips) {
  const GlazeClips none = {NULL, 0};
  GlazeRun run = *first;
  for (int32_t row = 0; row < rows; row++) {
    run.start = first->start;
    run.end = first->end;
    run.y = first->y + (float)row;
    if (particle->isAffine && !run.isGeneral) {
      float down = run.y - particle->y;
      narrow(&run, particle->x, particle->inverse.x, particle->inverse.y * down,
             1.0f + 0.5f / particle->scaleU);
      narrow(&run, particle->x, particle->inverse.z, particle->inverse.w * down,
             1.0f + 0.5f / particle->scaleV);
    }
    if (!particle->isAffine) particle_row(&run, particle, clips, false);
    else if (clips.count > 0) particle_row(&run, particle, clips, true);
    else particle_row(&run, particle, none, true);
    if (run.row) run.row += run.width;
    if (run.planes) run.planes += (ptrdiff_t)4 * run.stride;
  }
}
