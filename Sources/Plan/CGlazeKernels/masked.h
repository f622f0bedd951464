// masked_image.frag on blocks of pixels. Included inside kernels.h, after gradient.h.

// The alpha of the mask.
INLINE fvec mask_alpha(const GlazeMaskedImage *m, const Point *p, bool isCovered, bool isAffine,
                     bool isTexture) {
  fvec sampleX = p->x, sampleY = p->y;
  if (!isTexture && !isCovered) sample_point(&m->image.shape.outline, p, &sampleX, &sampleY);
  fvec x = sampleX * m->maskX.x + sampleY * m->maskX.y + m->maskX.z;
  fvec y = sampleX * m->maskY.x + sampleY * m->maskY.y + m->maskY.z;
  if (isTexture) {
    fvec level = isAffine ? splat(m->level)
                        : masked_level(m, p->rightX, p->downX, p->rightY, p->downY);
    return component(sample(m->mask, x, y, level).greenAlpha, 16) * (1.0f / UNIT);
  }
  fvec t = x;
  if (m->kind == 2) t = sqrt_f(x * x + y * y);
  if (m->kind == 3) t = turns_from(m->maskY.w, y, x);
  fvec alpha = splat(m->base);
  for (int i = 0; i < m->rampCount; i++)
    alpha += m->change[i] * clamp_f((t - m->start[i]) * m->scale[i], 0.0f, 1.0f);
  return alpha;
}

INLINE void masked_image_run(const GlazeRun *run, const GlazeMaskedImage *prepared,
                             GlazeClips clips, bool isCovered, bool isAffine, bool isTexture) {
  const GlazeMaskedImage masked = *prepared;
  const GlazeImage *image = &masked.image;
  RowStart start = row_start(&image->shape, run->y);
  bool isFloat = run->planes || !image->isInRange;
  Tint tint = tint_of(image->color);
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x);
    Point point = point_at(&image->shape, start, centres, isAffine);
    fvec coverage = isCovered ? splat(1.0f) : coverage_of(&image->shape.outline, &point);
    if (masked.isTwice) coverage *= coverage;
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    coverage = select_f(lanes_in(run, x), coverage, splat(0.0f));
    coverage *= mask_alpha(&masked, &point, isCovered, isAffine, isTexture);
    // Most of many masks is transparent.
    if (!any(coverage > 0.0f)) continue;
    fvec level = isAffine ? splat(image->level)
                        : mip_level(image, point.rightX, point.downX, point.rightY, point.downY);
    Texels texels = sample(image->texture, texture_u(image, &point), texture_v(image, &point),
                           level);
    if (isFloat) {
      lay_texels(run, x, texels, image->color, coverage);
      continue;
    }
    if (!image->isPlain) texels = tinted(texels, &tint);
    lay_faded(run, x, texels, fade_of(coverage));
  }
}

static void NAME(masked_image)(const GlazeRun *run, const GlazeMaskedImage *image,
                               GlazeClips clips, bool isCovered) {
  const GlazeClips none = {NULL, 0};
  bool isTexture = image->mask != NULL;
  if (!image->image.shape.isAffine)
    masked_image_run(run, image, clips, isCovered, false, isTexture);
  else if (!isCovered || clips.count > 0)
    masked_image_run(run, image, clips, isCovered, true, isTexture);
  else if (isTexture)
    masked_image_run(run, image, none, true, true, true);
  else
    masked_image_run(run, image, none, true, true, false);
}

ROWS(masked_image_rows, GlazeMaskedImage, NAME(masked_image))
