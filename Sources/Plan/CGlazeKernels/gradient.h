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

// Returns unpremultiplied colors at positions t, and the stop before which the last one lies.
INLINE Colors gradient_colors(const GlazeGradient *g, f8 t, const GlazeStop **next) {
  const GlazeStop *stops = g->stops;
  int last = g->count - 1;
  // Counts the stops that are passed; the first counts only in the part beyond it.
  i8 isBeyond = t > stops[0].place;
  i8 passed = isBeyond;
  for (int i = 1; i <= last; i++) passed += t >= stops[i].place;
  passed = -passed & isBeyond;
  *next = stops + last;
  if (last <= 1) return stop_colors(g, last, t, passed);
  i8 number = clamp_i(passed, (i8)last);
  number += (number == 0) & 1;
  *next = stops + number[7];
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

// The same where all positions lie between a stop and the one before it.
INLINE Colors segment_colors(const GlazeStop *stop, f8 t) {
  f8 way = (t - stop->start) * stop->scale - 1.0f;
  return (Colors){stop->color.x + stop->change.x * way, stop->color.y + stop->change.y * way,
                  stop->color.z + stop->change.z * way, stop->color.w + stop->change.w * way};
}

// Adds noise to components of at least 0 and at most `alpha`.
INLINE f8 dithered(f8 component, f8 noise, f8 alpha) {
  return min_f(max_f(component + noise, splat(0.0f)), alpha);
}

// Stores opaque colors of eight pixels, in units of 1/65280.
INLINE void store_opaque(const GlazeRun *run, int x, f8 red, f8 green, f8 blue) {
  u8 r = (u8)truncate_f(red + 128.5f), g = (u8)truncate_f(green + 128.5f);
  u8 b = (u8)truncate_f(blue + 128.5f);
  u8 pixels = (r >> 8) | (g & 0xFF00) | ((b << 8) & 0x00FF0000) | 0xFF000000;
  *(unaligned_u8 *)(run->row + x) = pixels;
}

INLINE void gradient_run(const GlazeRun *run, const GlazeGradient *prepared, GlazeClips clips,
                         bool isCovered, bool isAffine) {
  const GlazeGradient g = *prepared;
  RowStart start = row_start(&g.shape, run->y);
  // Blocks begin eight pixels apart, so the pattern is the same in all of them.
  f8 noise = dither_at(run->start + g.ditherX, (int)run->y + g.ditherY);
  // Most blocks lie before the same stop as the last pixel of the block before.
  const GlazeStop *next = g.stops;
  bool hasSegments = g.isSorted && !run->isGeneral;
  bool storesOpaque = isCovered && clips.count == 0 && g.isDithered && g.opacity == 1.0f && run->row;
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point point = point_at(&g.shape, start, centres, isAffine);
    f8 coverage = isCovered ? splat(1.0f) : coverage_of(&g.shape.outline, &point);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * (g.opacity * UNIT), splat(0.0f));
    f8 sampleX = point.x, sampleY = point.y;
    if (!isCovered) sample_point(&g.shape.outline, &point, &sampleX, &sampleY);
    f8 t = gradient_parameter(&g, sampleX, sampleY);
    Colors c;
    if (hasSegments && all((t > next->start) & (t < next->place))) {
      c = segment_colors(next, t);
      // The backdrop is not read where nothing of it remains.
      if (storesOpaque && next->color.w == 1.0f && next->change.w == 0.0f && x + 8 <= run->end) {
        f8 most = splat(UNIT);
        store_opaque(run, x, dithered(c.red * UNIT, noise, most), dithered(c.green * UNIT, noise, most),
                     dithered(c.blue * UNIT, noise, most));
        continue;
      }
    } else {
      c = gradient_colors(&g, t, &next);
    }
    f8 alpha = clamp_f(c.alpha * unit, 0.0f, UNIT);
    f8 red = c.red * alpha, green = c.green * alpha, blue = c.blue * alpha;
    if (g.isDithered) {
      lay_premultiplied(run, x, dithered(red, noise, alpha), dithered(green, noise, alpha),
                        dithered(blue, noise, alpha), alpha);
    } else {
      lay(run, x, red, green, blue, alpha);
    }
  }
}

static void NAME(gradient)(const GlazeRun *run, const GlazeGradient *gradient, GlazeClips clips,
                           bool isCovered) {
  const GlazeClips none = {NULL, 0};
  if (!gradient->shape.isAffine) gradient_run(run, gradient, clips, isCovered, false);
  else if (isCovered && clips.count == 0) gradient_run(run, gradient, none, true, true);
  else gradient_run(run, gradient, clips, isCovered, true);
}
