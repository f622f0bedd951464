// gradient.frag on blocks of pixels. Included inside kernels.h.

// Two linear functions of the position from which a gradient's parameter is computed: the parameter itself, or the
// position around a center.
typedef struct {
  fvec a, b;
} Place;

INLINE Place gradient_place(const GlazeGradient *g, fvec x, fvec y) {
  vec4 line = g->line;
  if (g->kind == 0) return (Place){x * line.x + y * line.y + line.z, y};
  if (g->kind == 1) return (Place){x * line.x + line.z, y * line.y + line.w};
  return (Place){x - line.z, y - line.w};
}

INLINE fvec gradient_parameter(int kind, float first, Place p) {
  if (kind == 0) return p.a;
  if (kind == 1) return sqrt_f(p.a * p.a + p.b * p.b);
  return turns_from(first, p.b, p.a);
}

// The colors between a stop and the one before it; `passed` stops lie before t.
INLINE Colors stop_colors(const GlazeGradient *g, int number, fvec t, ivec passed) {
  const GlazeStop stop = g->stops[number];
  int last = g->count - 1;
  // The distance before the stop, as a fraction of the segment.
  fvec way = (t - stop.start) * stop.scale - 1.0f;
  way = select_f(passed == 0, splat(last > 0 ? -1.0f : 0.0f), way);
  way = select_f(passed > last, splat(0.0f), way);
  return (Colors){stop.color.x + stop.change.x * way, stop.color.y + stop.change.y * way,
                  stop.color.z + stop.change.z * way, stop.color.w + stop.change.w * way};
}

// The number of stops that lie before a parameter; the first one counts only in the part beyond it.
INLINE int passed_at(const GlazeGradient *g, float t) {
  const GlazeStop *stops = g->stops;
  if (!(t > stops[0].place)) return 0;
  int low = 1, high = g->count;
  if (!g->isSorted) {
    while (low < high && t >= stops[low].place) low++;
    return low;
  }
  while (low < high) {
    int middle = (low + high) / 2;
    if (t >= stops[middle].place) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Returns unpremultiplied colors at positions t, and the stop before which the last one lies.
INLINE Colors gradient_colors(const GlazeGradient *g, fvec t, const GlazeStop **next) {
  const GlazeStop *stops = g->stops;
  int last = g->count - 1;
  // Counts the stops that are passed, from those on that all positions have passed.
  int first = 0, end = last + 1;
  if (g->isSorted && last > 3) {  // a search costs more than a few stops
    first = passed_at(g, __builtin_reduce_min(t));
    end = passed_at(g, __builtin_reduce_max(t));
  }
  ivec isBeyond = t > stops[0].place;
  ivec passed = (ivec)(-first);
  for (int i = first; i < end; i++) passed += i == 0 ? isBeyond : t >= stops[i].place;
  passed = -passed & isBeyond;
  *next = stops + last;
  if (last <= 1) return stop_colors(g, last, t, passed);
  ivec number = clamp_i(passed, (ivec)last);
  number += (number == 0) & 1;
  *next = stops + number[LANES - 1];
  // The loop visits the stops before which the lanes lie, one after another; mostly there is one.
  int low = __builtin_reduce_min(number), high = __builtin_reduce_max(number);
  Colors result = stop_colors(g, low, t, passed);
  for (int i = low + 1; i <= high; i++) {
    Colors c = stop_colors(g, i, t, passed);
    ivec isHere = number == i;
    result.red = select_f(isHere, c.red, result.red);
    result.green = select_f(isHere, c.green, result.green);
    result.blue = select_f(isHere, c.blue, result.blue);
    result.alpha = select_f(isHere, c.alpha, result.alpha);
  }
  return result;
}

// The same where all positions lie between a stop and the one before it.
INLINE Colors segment_colors(const GlazeStop *stop, fvec t) {
  fvec way = (t - stop->start) * stop->scale - 1.0f;
  return (Colors){stop->color.x + stop->change.x * way, stop->color.y + stop->change.y * way,
                  stop->color.z + stop->change.z * way, stop->color.w + stop->change.w * way};
}

// Adds noise to components of at least 0 and at most `alpha`.
INLINE fvec dithered(fvec component, fvec noise, fvec alpha) {
  return min_f(max_f(component + noise, splat(0.0f)), alpha);
}

// In floating point, also for colors outside of 0...1 on bytes. `mask`: multiplies the coverage, or NULL.
INLINE void gradient_floats(const GlazeRun *run, const GlazeGradient *prepared, GlazeClips clips,
                            const GlazeMask *mask, bool isCovered, bool isAffine) {
  const GlazeGradient g = *prepared;
  RowStart start = row_start(&g.shape, run->y);
  // The pattern is the same in all blocks, because their width is a multiple of its width.
  fvec noise = dither_at(run->start + g.ditherX, (int)run->y + g.ditherY);
  // Most blocks lie before the same stop as the last pixel of the block before.
  const GlazeStop *next = g.stops;
  bool hasSegments = g.isSorted && !run->isGeneral;
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x);
    Point point = point_at(&g.shape, start, centres, isAffine);
    fvec coverage = isCovered ? splat(1.0f) : coverage_of(&g.shape.outline, &point);
    if (mask) coverage *= coverage_of_bytes(bytes_in_run(run, mask, mask_row_of(mask, run), x));
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    fvec unit = select_f(lanes_in(run, x), coverage * (g.opacity * UNIT), splat(0.0f));
    fvec sampleX = point.x, sampleY = point.y;
    if (!isCovered) sample_point(&g.shape.outline, &point, &sampleX, &sampleY);
    fvec t = gradient_parameter(g.kind, g.line.x, gradient_place(&g, sampleX, sampleY));
    bool isInSegment = hasSegments && all((t > next->start) & (t < next->place));
    Colors c = isInSegment ? segment_colors(next, t) : gradient_colors(&g, t, &next);
    fvec alpha = clamp_f(c.alpha * unit, 0.0f, UNIT);
    fvec red = c.red * alpha, green = c.green * alpha, blue = c.blue * alpha;
    if (g.isDithered) {
      lay_premultiplied(run, x, dithered(red, noise, alpha), dithered(green, noise, alpha),
                        dithered(blue, noise, alpha), alpha);
    } else {
      lay(run, x, red, green, blue, alpha);
    }
  }
}

// MARK: Bytes

// The colors for parameters from one number up to another: those of a curve, whose way in units of -1/32768 is
// (t - start) * scale.
typedef struct {
  GlazeCurve curve;
  float low, high, start, scale;
} Segment;

// `passed` stops lie before the parameter.
INLINE Segment segment_at(const GlazeGradient *g, int passed) {
  const GlazeStop *stop = g->stops + passed;
  if (passed == 0) return (Segment){{stop->solid}, -__FLT_MAX__, g->beyond, 0.0f, 0.0f};
  float low = greater(stop[-1].place, g->beyond);
  if (passed == g->count) return (Segment){{stop[-1].solid}, low, __FLT_MAX__, 0.0f, 0.0f};
  float scale = lesser(stop->scale * 32768.0f, __FLT_MAX__);
  return (Segment){stop->curve, low, stop->place, stop->isReversed ? stop->place : stop->start,
                   stop->isReversed ? scale : -scale};
}

INLINE Segment segment_of(const GlazeGradient *g, float t) { return segment_at(g, passed_at(g, t)); }

INLINE bool is_all_in(const Segment *s, fvec t) { return all((t >= s->low) & (t < s->high)); }

// A curve for a block.
typedef struct {
  Texels begin, slope, bend;
} Curve;

INLINE Texels texels_of_components(GlazeComponents c) { return (Texels){(uvec)c.redBlue, (uvec)c.greenAlpha}; }

INLINE Curve curve_of(const GlazeCurve *c) {
  return (Curve){texels_of_components(c->begin), texels_of_components(c->slope),
                 texels_of_components(c->bend)};
}

INLINE bool is_opaque(const GlazeCurve *c) {
  return c->begin.greenAlpha >> 16 == 32640 && c->slope.greenAlpha >> 16 == 0;
}

// Where the colors do not bend, along a part of the way in units of -1/32768, twice in each word.
INLINE Texels on_line(const Curve *c, uvec way) {
  return (Texels){add_16(c->begin.redBlue, multiply_rounded(c->slope.redBlue, way)),
                  add_16(c->begin.greenAlpha, multiply_rounded(c->slope.greenAlpha, way))};
}

INLINE Texels on_curve(const Curve *c, uvec way) {
  Texels slope = {add_16(c->slope.redBlue, multiply_rounded(c->bend.redBlue, way)),
                  add_16(c->slope.greenAlpha, multiply_rounded(c->bend.greenAlpha, way))};
  Curve line = {c->begin, slope};
  Texels colors = on_line(&line, way);
  // Where a component begins or ends at 0, rounding can lead below it; alpha increases from the beginning.
  return (Texels){not_negative_16(colors.redBlue), not_negative_16(colors.greenAlpha)};
}

// Parameters within the segment need no limits.
INLINE uvec way_in(const Segment *s, fvec t) { return lower_twice((uvec)truncate_f((t - s->start) * s->scale)); }

INLINE Texels segment_colors_16(const Segment *s, fvec t) {
  fvec way = clamp_f((t - s->start) * s->scale, -32768.0f, 0.0f);
  Curve curve = curve_of(&s->curve);
  return on_curve(&curve, lower_twice((uvec)truncate_f(way)));
}

// Colors at parameters that lie in several segments.
static __attribute__((noinline)) void NAME(mixed_colors)(const GlazeGradient *g, const fvec *places,
                                                         Texels *result) {
  fvec t = *places;
  int passed = g->isSorted && g->count > 3 ? passed_at(g, __builtin_reduce_min(t)) : 0;
  Segment s = segment_at(g, passed);
  Texels c = segment_colors_16(&s, t);
  while (passed++ < g->count) {
    s = segment_at(g, passed);
    ivec isPast = t >= s.low;
    if (!any(isPast)) break;
    Texels d = segment_colors_16(&s, t);
    c.redBlue = select_u(isPast, d.redBlue, c.redBlue);
    c.greenAlpha = select_u(isPast, d.greenAlpha, c.greenAlpha);
  }
  *result = c;
}

// Noise does not let a component exceed the alpha.
INLINE Texels within_alpha(Texels c) {
  uvec alpha = upper_twice(c.greenAlpha);
  return (Texels){min_16(c.redBlue, alpha), min_16(c.greenAlpha, alpha)};
}

// Composites colors in units of 1/32640, of which a part is left out; `rounding` is added to them.
INLINE void lay_colored(const GlazeRun *run, int x, Texels c, uvec fade, Texels rounding) {
  c = faded(double_16(c), fade);
  uvec keep = kept(upper_twice(c.greenAlpha));
  rounding = double_16(rounding);
  c = within_alpha((Texels){add_16(c.redBlue, rounding.redBlue), add_16(c.greenAlpha, rounding.greenAlpha)});
  blend_at(run, x, (Sources){c.redBlue, c.greenAlpha, keep});
}

// The same, with the same bits, for whole colors to which the rounding, of 64 for alpha, was added before.
INLINE void lay_rounded(const GlazeRun *run, int x, Texels c) {
  uvec alpha = subtract_16(upper_twice(c.greenAlpha), (uvec)0x00400040);
  uvec keep = kept(add_16(alpha, alpha));
  c = double_16(within_alpha(c));
  blend_at(run, x, (Sources){c.redBlue, c.greenAlpha, keep});
}

// A gradient's place at the pixels of a row, as linear functions of the distance from the origin's x.
typedef struct {
  float a, b, rightA, rightB;
  float centerA, centerB;  // subtracted last, so that the center of a conic gradient is exactly 0
} PlaceRow;

INLINE PlaceRow place_row(const GlazeGradient *g, RowStart start) {
  const GlazeShape *s = &g->shape;
  vec4 line = g->line;
  float x = start.x * s->inverse, y = start.y * s->inverse;
  float rightX = s->rowX.x * s->inverse, rightY = s->rowY.x * s->inverse;
  if (g->kind == 0)
    return (PlaceRow){x * line.x + y * line.y + line.z, 0.0f, rightX * line.x + rightY * line.y};
  if (g->kind == 1)
    return (PlaceRow){x * line.x + line.z, y * line.y + line.w, rightX * line.x, rightY * line.y};
  return (PlaceRow){x, y, rightX, rightY, line.z, line.w};
}

INLINE Place place_at(const PlaceRow *row, fvec across, int kind) {
  Place place = {across * row->rightA + row->a, across * row->rightB + row->b};
  return kind == 2 ? (Place){place.a - row->centerA, place.b - row->centerB} : place;
}

// Moves a place by as much as the point is moved at which the gradient is sampled.
INLINE void move_place(const GlazeGradient *g, Place *place, fvec x, fvec y) {
  vec4 line = g->line;
  if (g->kind == 0) {
    place->a += x * line.x + y * line.y;
  } else {
    place->a += g->kind == 1 ? x * line.x : x;
    place->b += g->kind == 1 ? y * line.y : y;
  }
}

// The noise of the pixels from a run's start on, and a half, in units of 1/32640.
INLINE Texels gradient_rounding(const GlazeRun *run, const GlazeGradient *g) {
  if (!g->isDithered) return (Texels){(uvec)0x00400040, (uvec)0x00400040};
  uvec noise = 2 * (uvec)dither_values(run->start + g->ditherX, (int)run->y + g->ditherY) + 1;
  return (Texels){noise | (noise << 16), noise | 0x00400000};
}

// A gradient on bytes in one row, with colors in 0...1. Its run may be narrowed to blocks of that run.
typedef struct {
  const GlazeGradient *g;
  GlazeRun run;
  GlazeClips clips;
  GlazeOutline outline;
  RowStart start;
  PlaceRow row;
  Texels rounding;  // in units of 1/32640
} GradientRow;

INLINE GradientRow gradient_row(const GlazeRun *run, const GlazeGradient *g, GlazeClips clips) {
  RowStart start = row_start(&g->shape, run->y);
  return (GradientRow){.g = g, .run = *run, .clips = clips, .start = start, .row = place_row(g, start),
                       .outline = g->shape.outline, .rounding = gradient_rounding(run, g)};
}

// The parameters of a block, and its coverage.
INLINE fvec parameters_at(const GradientRow *r, fvec centres, bool isCovered, bool isAffine, bool isPlain, int kind,
                         fvec *coverage) {
  const GlazeGradient *g = r->g;
  Place place = place_at(&r->row, centres - g->shape.rowX.w, kind);
  *coverage = splat(1.0f);
  if (!isCovered) {
    Point point = point_at(&g->shape, r->start, centres, isAffine);
    *coverage = coverage_in(&r->outline, &point, isPlain);
    if (r->clips.count > 0) *coverage *= clip_coverage(r->clips, r->run.y, centres);
    fvec sampleX, sampleY;
    sample_point(&r->outline, &point, &sampleX, &sampleY);
    if (isAffine || g->isFlat) move_place(g, &place, sampleX - point.x, sampleY - point.y);
    else place = gradient_place(g, sampleX, sampleY);
  } else if (!isAffine && !g->isFlat) {
    Point point = point_at(&g->shape, r->start, centres, false);
    place = gradient_place(g, point.x, point.y);
  }
  return gradient_parameter(kind, g->line.x, place);
}

// The first block from x on of which it is not known that its parameters, a linear function, lie in a segment.
INLINE int end_in_segment(const GradientRow *r, const Segment *s, int x, fvec t) {
  float slope = r->row.rightA, room = (slope > 0.0f ? s->high : s->low) - t[0];
  int blocks = (r->run.end - x + LANES - 1) / LANES;
  float most = room / slope * (1.0f / LANES) - 1.5f;
  if (most < (float)blocks) blocks = most > 1.0f ? (int)most : 1;
  // A linear function that ends in the segment does not leave it before.
  fvec last = centres_at(x + LANES * (blocks - 1)) - r->g->shape.rowX.w;
  return is_all_in(s, place_at(&r->row, last, 0).a) ? x + LANES * blocks : x + LANES;
}

// Adds the row's rounding to the colors.
INLINE Curve rounded_curve(Curve c, const GradientRow *r) {
  c.begin.redBlue = add_16(c.begin.redBlue, r->rounding.redBlue);
  c.begin.greenAlpha = add_16(c.begin.greenAlpha, r->rounding.greenAlpha);
  return c;
}

// Stores opaque colors in one segment from x on; returns the first block that is not in it.
INLINE int store_segment(const GradientRow *r, const Segment *s, int x, fvec t, int kind) {
  const GlazeRun run = r->run;
  const PlaceRow row = r->row;
  const Segment segment = *s;
  const Curve curve = rounded_curve(curve_of(&s->curve), r);
  const int known = kind == 0 ? end_in_segment(r, s, x, t) : x;
  const float origin = r->g->shape.rowX.w, first = r->g->line.x;
  fvec centres = centres_at(x);
  while (true) {
    Texels c = on_line(&curve, way_in(&segment, t));
    uvec pixels = shift_right_16(c.redBlue, 7) | (add_16(c.greenAlpha, c.greenAlpha) & 0xFF00FF00);
    if (x + LANES > run.end) {
      pixels = select_u(lanes_in(&run, x), pixels, load_pixels(run.row, x, run.width));
      store_pixels(run.row, x, run.width, pixels);
      return x + LANES;
    }
    *(unaligned_uvec *)(run.row + x) = pixels;
    x += LANES;
    centres += (float)LANES;
    if (x >= run.end) return x;
    t = gradient_parameter(kind, first, place_at(&row, centres - origin, kind));
    if (x >= known && !is_all_in(&segment, t)) return x;
  }
}

// Composites colors in one segment from x on; returns the first block that is not in it.
INLINE int lay_segment(const GradientRow *r, const Segment *s, int x, fvec t, fvec coverage, bool isCovered,
                       bool isAffine, bool isPlain, int kind) {
  const GlazeRun run = r->run;
  const PlaceRow row = r->row;
  const Segment segment = *s;
  const Curve curve = curve_of(&s->curve), rounded = rounded_curve(curve, r);
  const bool isWhole = isCovered && r->g->opacity == 1.0f;
  const int known = isCovered && isAffine && kind == 0 ? end_in_segment(r, s, x, t) : x;
  const float origin = r->g->shape.rowX.w, first = r->g->line.x;
  fvec centres = centres_at(x);
  while (true) {
    uvec way = way_in(&segment, t);
    if (isWhole && x + LANES <= run.end) {
      lay_rounded(&run, x, on_curve(&rounded, way));
    } else {
      uvec fade = fade_of(coverage * r->g->opacity) | (uvec)~lanes_in(&run, x);
      lay_colored(&run, x, on_curve(&curve, way), fade, r->rounding);
    }
    x += LANES;
    centres += (float)LANES;
    if (x >= run.end) return x;
    t = isCovered && isAffine ? gradient_parameter(kind, first, place_at(&row, centres - origin, kind))
                              : parameters_at(r, centres, isCovered, isAffine, isPlain, kind, &coverage);
    if (x >= known && !is_all_in(&segment, t)) return x;
  }
}

// `isCovered`: the coverage is 1.
INLINE void gradient_bytes(const GradientRow *given, bool isCovered, bool isAffine, bool isPlain, int kind) {
  GradientRow r = *given;
  const GlazeGradient *g = r.g;
  if (isCovered) r.clips.count = 0;
  if (isPlain) {
    r.outline = plain(r.outline);
    r.clips.count = 0;
  }
  for (int x = r.run.start; x < r.run.end;) {
    fvec coverage, t = parameters_at(&r, centres_at(x), isCovered, isAffine, isPlain, kind, &coverage);
    // Most blocks lie in the segment of the block before.
    Segment segment = segment_of(g, t[LANES - 1]);
    if (r.run.isGeneral || !is_all_in(&segment, t)) {
      Texels c;
      NAME(mixed_colors)(g, &t, &c);
      uvec fade = fade_of(coverage * g->opacity) | (uvec)~lanes_in(&r.run, x);
      lay_colored(&r.run, x, c, fade, r.rounding);
      x += LANES;
      continue;
    }
    // The backdrop is not read where nothing of it remains.
    bool isOpaque = isCovered && isAffine && g->opacity == 1.0f && is_opaque(&segment.curve);
    x = isOpaque ? store_segment(&r, &segment, x, t, kind)
                 : lay_segment(&r, &segment, x, t, coverage, isCovered, isAffine, isPlain, kind);
  }
}

// A function for each of the common cases, so that each has all registers.
static __attribute__((noinline)) void NAME(axial_bytes)(const GradientRow *r) {
  gradient_bytes(r, true, true, false, 0);
}
static __attribute__((noinline)) void NAME(radial_bytes)(const GradientRow *r) {
  gradient_bytes(r, true, true, false, 1);
}
static __attribute__((noinline)) void NAME(conic_bytes)(const GradientRow *r) {
  gradient_bytes(r, true, true, false, 2);
}
static __attribute__((noinline)) void NAME(edge_bytes)(const GradientRow *r) {
  gradient_bytes(r, false, true, false, r->g->kind);
}
static __attribute__((noinline)) void NAME(plain_edge_bytes)(const GradientRow *r) {
  gradient_bytes(r, false, true, true, r->g->kind);
}
static __attribute__((noinline)) void NAME(projected_bytes)(const GradientRow *r, bool isCovered) {
  gradient_bytes(r, isCovered, false, false, r->g->kind);
}

INLINE void gradient_part(const GradientRow *r, bool isCovered) {
  const GlazeShape *shape = &r->g->shape;
  bool isWhole = isCovered && r->clips.count == 0;
  if (!shape->isAffine) NAME(projected_bytes)(r, isWhole);
  else if (!isWhole && r->clips.count == 0 && shape->outline.isPlain) NAME(plain_edge_bytes)(r);
  else if (!isWhole) NAME(edge_bytes)(r);
  else if (r->g->kind == 0) NAME(axial_bytes)(r);
  else if (r->g->kind == 1) NAME(radial_bytes)(r);
  else NAME(conic_bytes)(r);
}

INLINE void gradient_part_floats(const GlazeRun *run, const GlazeGradient *g, GlazeClips clips, bool isCovered) {
  if (!g->shape.isAffine) gradient_floats(run, g, clips, NULL, isCovered, false);
  else if (isCovered && clips.count == 0) gradient_floats(run, g, (GlazeClips){NULL, 0}, NULL, true, true);
  else gradient_floats(run, g, clips, NULL, isCovered, true);
}

INLINE bool has_bytes(const GlazeRun *run, const GlazeGradient *g) { return !run->planes && g->isInRange; }

static void NAME(gradient_rows)(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeGradient *g,
                                GlazeClips clips) {
  for (int i = 0; i < rows->count; i++) {
    RowRuns runs = row_runs(rows, i);
    GradientRow row;
    row.run = run_in_row(surface, rows, i, runs.starts[0], runs.starts[3]);
    bool hasBytes = has_bytes(&row.run, g);
    if (hasBytes && runs.starts[0] < runs.starts[3]) row = gradient_row(&row.run, g, clips);
    for (int k = 0; k < 3; k++) {
      row.run.start = runs.starts[k];
      row.run.end = runs.starts[k + 1];
      if (row.run.start >= row.run.end) continue;
      row.clips = clips_in_row(rows, i, &row.run, clips);
      if (hasBytes) gradient_part(&row, k == 1);
      else gradient_part_floats(&row.run, g, row.clips, k == 1);
    }
  }
}
