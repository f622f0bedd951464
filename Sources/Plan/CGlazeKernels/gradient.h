// gradient.frag on eight pixels. Included inside kernels.h.

INLINE f8 gradient_parameter(const GlazeGradient *g, f8 x, f8 y) {
  vec4 line = g->line;
  if (g->kind == 0) return x * line.x + y * line.y + line.z;
  if (g->kind == 1) {
    x = x * line.x + line.z;
    y = y * line.y + line.w;
    return sqrt_f(x * x + y * y);
  }
  f8 turns = atan_f(y - line.w, x - line.z) * 0.1591549431f - line.x;
  return turns - to_f(floor_f(turns));
}

// The colors between a stop and the one before it; `passed` stops lie before t.
INLINE Colors stop_colors(const GlazeGradient *g, int number, f8 t, i8 passed) {
  const GlazeStop stop = g->stops[number];
  int last = g->count - 1;
  // The distance before the stop, as a fraction of the segment.
  f8 way = (t - stop.start) * stop.scale - 1.0f;
  way = select_f(passed == 0, splat(last > 0 ? -1.0f : 0.0f), way);
  way = select_f(passed > last, splat(0.0f), way);
  return (Colors){stop.color.x + stop.change.x * way, stop.color.y + stop.change.y * way,
                  stop.color.z + stop.change.z * way, stop.color.w + stop.change.w * way};
}

// Returns unpremultiplied colors at positions t.
INLINE Colors gradient_colors(const GlazeGradient *g, f8 t) {
  const GlazeStop *stops = g->stops;
  int last = g->count - 1;
  // Counts the stops that are passed; the first counts only in the part beyond it.
  i8 isBeyond = t > stops[0].place;
  i8 passed = isBeyond;
  for (int i = 1; i <= last; i++) passed += t >= stops[i].place;
  passed = -passed & isBeyond;
  if (last <= 1) return stop_colors(g, last, t, passed);
  i8 number = clamp_i(passed, (i8)last);
  number += (number == 0) & 1;
  // The loop visits the stops before which the lanes lie, one after another; mostly there is one.
  int low = __builtin_reduce_min(number), high = __builtin_reduce_max(number);
  Colors result = stop_colors(g, low, t, passed);
  for (int i = low + 1; i <= high; i++) {
    Colors c = stop_colors(g, i, t, passed);
    i8 isHere = number == i;
    result.red = select_f(isHere, c.red, result.red);
    result.green = select_f(isHere, c.green, result.green);
    result.blue = select_f(isHere, c.blue, result.blue);
    result.alpha = select_f(isHere, c.alpha, result.alpha);
  }
  return result;
}

INLINE void gradient_run(const GlazeRun *run, const GlazeGradient *prepared, GlazeClips clips,
                         bool isCovered, bool isAffine) {
  const GlazeGradient g = *prepared;
  RowStart start = row_start(&g.shape, run->y);
  // Blocks begin eight pixels apart, so the pattern is the same in all of them.
  f8 noise = dither_at(run->start + g.ditherX, (int)run->y + g.ditherY);
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&g.shape, start, centres, isAffine);
    f8 coverage = isCovered ? splat(1.0f) : coverage_of(&g.shape.outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * (g.opacity * UNIT), splat(0.0f));
    f8 sampleX = point.x, sampleY = point.y;
    if (!isCovered) sample_point(&g.shape.outline, &point, &sampleX, &sampleY);
    Colors c = gradient_colors(&g, gradient_parameter(&g, sampleX, sampleY));
    f8 alpha = c.alpha * unit;
    f8 red = c.red * alpha, green = c.green * alpha, blue = c.blue * alpha;
    if (g.isDithered) {
      red = min_f(max_f(red + noise, splat(0.0f)), alpha);
      green = min_f(max_f(green + noise, splat(0.0f)), alpha);
      blue = min_f(max_f(blue + noise, splat(0.0f)), alpha);
    }
    lay(run, x, red, green, blue, alpha);
  }
}

static void NAME(gradient)(const GlazeRun *run, const GlazeGradient *gradient, GlazeClips clips,
                           bool isCovered) {
  const GlazeClips none = {NULL, 0};
  if (!gradient->shape.isAffine) gradient_run(run, gradient, clips, isCovered, false);
  else if (isCovered && clips.count == 0) gradient_run(run, gradient, none, true, true);
  else gradient_run(run, gradient, clips, isCovered, true);
}
