// The kernels for every processor of the architecture.
#define NAME(name) baseline_##name
#define LANES 8
#include "kernels.h"

#if defined(__x86_64__)
extern const GlazeKernels avx2_kernels, avx512_kernels;

// VBMI2 is not used. Intel's processors without it lower their frequency for vectors of 512 bits.
static bool has_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
      && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2");
}
#endif

const GlazeKernels *glaze_kernels(GlazeProcessor most) {
#if defined(__x86_64__)
  if (most >= GlazeAVX512 && has_avx512()) return &avx512_kernels;
  if (most >= GlazeAVX2 && __builtin_cpu_supports("avx2")) return &avx2_kernels;
#endif
  (void)most;
  return &baseline_kernels;
}

// A color in units of 1/32640, limited to 0...1: red, green, blue and alpha in the lower halves.
static uint32_t fixed_component(float c) {
  float limited = c > 0.0f ? (c < 1.0f ? c : 1.0f) : 0.0f;
  return (uint32_t)(limited * 32640.0f + 0.5f);
}

static uint32_t pair(uint32_t low, uint32_t high) { return (low & 0xFFFF) | high << 16; }

static GlazeComponents components(const uint32_t *c) {
  return (GlazeComponents){pair(c[0], c[2]), pair(c[1], c[3])};
}

static bool is_in_range(vec4 c) {
  return c.x >= 0.0f && c.y >= 0.0f && c.z >= 0.0f && c.w >= 0.0f && c.x <= 1.0f && c.y <= 1.0f
      && c.z <= 1.0f && c.w <= 1.0f;
}

GlazeSource glaze_source(vec4 color, float opacity) {
  vec4 c = color * opacity;
  uint32_t alpha = 2 * fixed_component(c.w), keep = 65535 - (alpha + (alpha >> 8));
  return (GlazeSource){2 * fixed_component(c.x) | fixed_component(c.z) << 17,
                       2 * fixed_component(c.y) | alpha << 16, keep | keep << 16, is_in_range(c), c};
}

uint32_t glaze_source_pixel(GlazeSource source) {
  return (((source.redBlue + 0x00800080) >> 8) & 0x00FF00FF)
       | ((source.greenAlpha + 0x00800080) & 0xFF00FF00);
}

static void round_outline(GlazeOutline *o) {
  const float *c = o->corner;
  o->isRounded = c[0] > 0.0f || c[1] > 0.0f || c[2] > 0.0f || c[3] > 0.0f;
  o->isUniform = c[0] == c[1] && c[0] == c[2] && c[0] == c[3];
  const float *h = o->hardness;
  bool isSoft = h[0] == 0.0f && h[1] == 0.0f && h[2] == 0.0f && h[3] == 0.0f;
  o->isPlain = isSoft && o->isUniform && !o->isClip && o->exponent == (float)EXPONENT_CIRCLE;
}

static GlazeOutline outline_of(const RoundedBox *box, bool isClip) {
  GlazeOutline o = {.halfX = box->extent.x, .halfY = box->extent.y, .exponent = box->rowW.w,
                    .isClip = isClip};
  int bits = box->extent.z >= 0.0f && box->extent.z < 16.0f ? (int)box->extent.z : 0;
  for (int i = 0; i < 4; i++) {
    o.hardness[i] = bits & (1 << i) ? 0.0f : 1e6f;
    o.corner[i] = box->corners[i];
  }
  round_outline(&o);
  return o;
}

static GlazeOutline inset_of(const RoundedBox *box, float width) {
  GlazeOutline o = {.halfX = box->extent.x - width, .halfY = box->extent.y - width,
                    .exponent = box->rowW.w};
  const float perExponent = (float)CORNER_REACH_EXCESS / (float)CORNER_EXPONENT_EXCESS;
  float inset = width * (1.0f + (box->rowW.w - 2.0f) * perExponent);
  for (int i = 0; i < 4; i++) {
    float corner = box->corners[i] - inset;
    o.corner[i] = corner > 0.0f ? corner : 0.0f;
  }
  round_outline(&o);
  return o;
}

// Whether no pixel of an affine plane reaches from an edge to the opposite one.
static bool is_broad(const GlazeShape *s, const GlazeOutline *o) {
  return s->isAffine && o->halfX * s->scaleX > 0.51f && o->halfY * s->scaleY > 0.51f;
}

void glaze_prepare_shape(GlazeShape *s, const RoundedBox *box, bool isClip, bool isGeneral) {
  s->rowX = box->rowX;
  s->rowY = box->rowY;
  s->rowW = box->rowW;
  s->isAffine = !isGeneral && box->rowW.x == 0.0f && box->rowW.y == 0.0f && box->rowW.z > 0.0f;
  s->inverse = 1.0f / box->rowW.z;
  s->rightX = box->rowX.x * s->inverse;
  s->downX = box->rowX.y * s->inverse;
  s->rightY = box->rowY.x * s->inverse;
  s->downY = box->rowY.y * s->inverse;
  s->scaleX = 1.0f / __builtin_sqrtf(s->rightX * s->rightX + s->downX * s->downX);
  s->scaleY = 1.0f / __builtin_sqrtf(s->rightY * s->rightY + s->downY * s->downY);
  s->outline = outline_of(box, isClip);
  s->outline.isPlain &= is_broad(s, &s->outline);
}

void glaze_prepare_box(GlazeBox *box, const BoxInstance *instance, bool isGeneral) {
  glaze_prepare_shape(&box->shape, &instance->shape, false, isGeneral);
  box->inset = inset_of(&instance->shape, __builtin_fabsf(instance->params.x));
  box->inset.isPlain &= is_broad(&box->shape, &box->inset);
  box->fill = instance->fill;
  box->border = is_under_border(instance->params) ? (vec4){} : instance->border;
  box->opacity = instance->params.w;
  box->isBordered = instance->params.x != 0.0f;
  box->hidden = is_under_border(instance->params) ? instance->border.w * box->opacity : 0.0f;
  box->inside = glaze_source(box->fill, box->opacity);
  // The border is composited over the fill, with the operations of the shader.
  box->line = glaze_source(box->border + box->fill * (1.0f - box->border.w), box->opacity);
}

static void prepare_image(GlazeImage *image, const RoundedBox *shape, vec4 mapping, vec4 color,
                          vec4 texels, const GlazeTexture *texture, bool isGeneral) {
  const GlazeShape *s = &image->shape;
  glaze_prepare_shape(&image->shape, shape, false, isGeneral);
  image->texture = texture;
  image->mapping = mapping;
  image->color = color;
  image->texelsX = mapping.x * texels.x;
  image->texelsY = mapping.y * texels.y;
  image->bias = texels.z;
  image->level = mip_level(image, splat(s->rightX), splat(s->downX), splat(s->rightY),
                           splat(s->downY))[0];
  image->isPlain = __builtin_reduce_and(color == 1.0f) != 0;
  image->isInRange = is_in_range(color);
}

void glaze_prepare_image(GlazeImage *image, const ImageInstance *instance,
                         const GlazeTexture *texture, bool isGeneral) {
  prepare_image(image, &instance->shape, instance->mapping, instance->color, instance->texture,
                texture, isGeneral);
  image->clamping = instance->clamping;
  image->isAlphaOnly = takes_alpha(instance->texture);
  image->isDithered = dithers_alpha(instance->texture);
  image->isPlain &= !image->isAlphaOnly;
}

// A direction as turns_from expects it.
static float wrapped(float turns) { return turns - __builtin_ceilf(turns - 0.5f); }

void glaze_prepare_masked_image(GlazeMaskedImage *image, const MaskedImageInstance *instance,
                                const GlazeTexture *texture, const GlazeTexture *mask,
                                bool isGeneral) {
  const GlazeShape *s = &image->image.shape;
  prepare_image(&image->image, &instance->shape, instance->mapping, instance->color,
                instance->texture, texture, isGeneral);
  const float far = __FLT_MAX__;
  image->image.clamping = (vec4){-far, -far, far, far};
  image->mask = mask;
  image->maskX = instance->maskX;
  image->maskY = instance->maskY;
  image->kind = (int)instance->params.x;
  if (image->kind == 3) image->maskY.w = wrapped(image->maskY.w);
  image->isTwice = ends_with_mask(instance->texture);
  image->texelsX = instance->mask.x;
  image->texelsY = instance->mask.y;
  image->bias = instance->mask.z;
  image->level = masked_level(image, splat(s->rightX), splat(s->downX), splat(s->rightY),
                              splat(s->downY))[0];
  image->base = instance->mask.x;
  image->rampCount = mask ? 0 : (int)instance->params.w - 1;
  for (int i = 0; i < image->rampCount; i++) {
    image->change[i] = instance->mask[i + 1] - instance->mask[i];
    image->start[i] = instance->places[i];
    image->scale[i] = 1.0f / (instance->places[i + 1] - instance->places[i]);
  }
}

bool glaze_prepare_particle(GlazeParticle *p, const ParticleInstance *instance,
                            const GlazeTexture *texture, bool addsUp) {
  vec4 axes = instance->axes;
  float inverse = 1.0f / (axes.x * axes.w - axes.y * axes.z);
  float slopeU = instance->center.z, slopeV = instance->center.w;
  float nearest = 1.0f - __builtin_fabsf(slopeU) - __builtin_fabsf(slopeV);
  // A shape without area has no inverse.
  if (!(__builtin_fabsf(inverse) < 1e12f) || !(nearest > 0.0f)) return false;
  vec4 i = (vec4){axes.w, -axes.z, -axes.y, axes.x} * inverse;
  *p = (GlazeParticle){
    .texture = texture, .x = instance->center.x, .y = instance->center.y, .slopeU = slopeU,
    .slopeV = slopeV, .inverse = i, .wX = -slopeU * i.x - slopeV * i.z,
    .wY = -slopeU * i.y - slopeV * i.w, .mapping = instance->mapping, .color = instance->color,
    .level = instance->params.x, .isAffine = slopeU == 0.0f && slopeV == 0.0f, .addsUp = addsUp};
  p->scaleU = 1.0f / __builtin_sqrtf(i.x * i.x + i.y * i.y);
  p->scaleV = 1.0f / __builtin_sqrtf(i.z * i.z + i.w * i.w);
  float texelsU = __builtin_fabsf(instance->mapping.x) * texture->levels->width;
  float texelsV = __builtin_fabsf(instance->mapping.y) * texture->levels->height;
  p->limitU = texelsU > 0.5f ? 1.0f - 0.5f / texelsU : 0.0f;
  p->limitV = texelsV > 0.5f ? 1.0f - 0.5f / texelsV : 0.0f;
  // The area is extended by a pixel at all edges.
  float u = (1.0f + 1.0f / p->scaleU) / nearest, v = (1.0f + 1.0f / p->scaleV) / nearest;
  float reachX = __builtin_fabsf(axes.x) * u + __builtin_fabsf(axes.z) * v;
  float reachY = __builtin_fabsf(axes.y) * u + __builtin_fabsf(axes.w) * v;
  p->minX = p->x - reachX;
  p->maxX = p->x + reachX;
  p->minY = p->y - reachY;
  p->maxY = p->y + reachY;
  return true;
}

// The least number above a finite one.
static float number_after(float number) {
  int32_t bits;
  float positive = number + 0.0f;  // not -0
  __builtin_memcpy(&bits, &positive, sizeof bits);
  bits += bits >= 0 ? 1 : -1;
  __builtin_memcpy(&positive, &bits, sizeof bits);
  return positive;
}

// The curve between two colors of which the second one has at least the first one's alpha.
static GlazeCurve curve_between(vec4 from, vec4 to) {
  uint32_t begin[4], slope[4], bend[4];
  for (int i = 0; i < 4; i++) {
    bool isAlpha = i == 3;
    float product = isAlpha ? 0.0f : (to[i] - from[i]) * (to.w - from.w);
    begin[i] = fixed_component(isAlpha ? from.w : from[i] * from.w);
    bend[i] = (uint32_t)(int32_t)__builtin_rintf(product * 32640.0f);
    slope[i] = begin[i] + bend[i] - fixed_component(isAlpha ? to.w : to[i] * to.w);
  }
  return (GlazeCurve){components(begin), components(slope), components(bend)};
}

static vec4 limited(vec4 c) {
  for (int i = 0; i < 4; i++) c[i] = c[i] > 0.0f ? (c[i] < 1.0f ? c[i] : 1.0f) : 0.0f;
  return c;
}

GlazeStop glaze_stop(const GradientStop *stop, const GradientStop *before) {
  vec4 c = stop->color, from = before->color, to = limited(c), start = limited(from);
  bool isReversed = to.w < start.w;
  return (GlazeStop){.color = c, .change = c - from,
                     .curve = isReversed ? curve_between(to, start) : curve_between(start, to),
                     .solid = curve_between(to, to).begin, .isReversed = isReversed,
                     .isInRange = is_in_range(c),
                     .place = stop->place.x, .start = before->place.x,
                     .scale = 1.0f / (stop->place.x - before->place.x)};
}

void glaze_prepare_gradient(GlazeGradient *gradient, const GradientInstance *instance,
                            const GlazeStop *stops, bool isGeneral) {
  glaze_prepare_shape(&gradient->shape, &instance->shape, false, isGeneral);
  gradient->line = instance->line;
  gradient->stops = stops + (int)instance->stops.x;
  gradient->count = (int)instance->stops.y;
  gradient->kind = (int)instance->stops.z;
  if (gradient->kind == 2) gradient->line.x = wrapped(gradient->line.x);
  gradient->opacity = clamp_f(splat(instance->stops.w), 0.0f, 1.0f)[0];
  gradient->isFlat = instance->shape.rowW.x == 0.0f && instance->shape.rowW.y == 0.0f;
  gradient->beyond = gradient->count > 0 ? number_after(gradient->stops[0].place) : 0.0f;
  gradient->isSorted = true;
  for (int i = 1; i < gradient->count; i++) {
    const GlazeStop *stop = gradient->stops + i;
    if (!(stop->place >= stop[-1].place && stop->start == stop[-1].place)) gradient->isSorted = false;
  }
  gradient->isInRange = gradient->isSorted;
  for (int i = 0; i < gradient->count; i++) gradient->isInRange &= gradient->stops[i].isInRange;
  gradient->isDithered = dithers_gradient(instance->params);
  bool isCode = gradient->isDithered && instance->params.x <= DITHER_SIDE * DITHER_SIDE;
  int code = isCode ? (int)instance->params.x - 1 : 0;
  gradient->ditherX = DITHER_X(code);
  gradient->ditherY = DITHER_Y(code);
}

float glaze_shadow_bulge(float exponent) {
  return exponent == 2.0f ? 0.0f : exp2_f((fvec)(0.5f - 1.0f / exponent))[0] - 1.0f;
}

void glaze_prepare_shadow(GlazeShadow *shadow, const ShadowInstance *instance, const float *tables,
                          bool isGeneral) {
  glaze_prepare_shape(&shadow->shape, &instance->shape, false, isGeneral);
  const GlazeOutline *o = &shadow->shape.outline;
  shadow->color = instance->color;
  shadow->sigmaX = instance->params.x;
  shadow->sigmaY = instance->params.w;
  shadow->isDithered = dithers_shadow(instance->shape);
  shadow->scale = 1.0f / shadow->sigmaX;
  shadow->aspect = shadow->sigmaY * shadow->scale;
  shadow->reachX = o->halfX * shadow->scale - (float)SHADOW_TABLE_MARGIN;
  shadow->reachY = o->halfY * shadow->scale - (float)SHADOW_TABLE_MARGIN * shadow->aspect;
  shadow->bulge = glaze_shadow_bulge(o->exponent);
  vec4 numbers = instance->tables;
  shadow->isUniform = o->isUniform;
  for (int i = 0; i < 4; i++) {
    shadow->cells[i] = o->corner[i] * shadow->scale;
    shadow->tables[i] = tables + (int)numbers[i] * SHADOW_TABLE_SIDE * SHADOW_TABLE_SIDE;
  }
}
