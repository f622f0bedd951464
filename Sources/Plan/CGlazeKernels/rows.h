// The parts of rows inside of quadrilaterals and outlines, four rows at a time. Included inside kernels.h.
// In double precision, with the operations of Contour and in their order.

typedef double d4 __attribute__((ext_vector_type(4)));
typedef int64_t l4 __attribute__((ext_vector_type(4)));
typedef int32_t i4 __attribute__((ext_vector_type(4)));
typedef i4 unaligned_i4 __attribute__((aligned(4)));

INLINE d4 select_d(l4 mask, d4 a, d4 b) { return (d4)(((l4)a & mask) | ((l4)b & ~mask)); }
INLINE d4 d4_of(double a) { return (d4)a; }
INLINE d4 min_d(d4 a, d4 b) { return select_d(b < a, b, a); }
INLINE d4 max_d(d4 a, d4 b) { return select_d(b >= a, b, a); }

INLINE d4 load_i4(const int32_t *p) { return __builtin_convertvector(*(const unaligned_i4 *)p, d4); }
INLINE void store_i4(int32_t *p, i4 a) { *(unaligned_i4 *)p = a; }

// The centers of four rows.
INLINE d4 row_centres(int row) { return (double)row + (d4){0.5, 1.5, 2.5, 3.5}; }

// Positions along a row, as Span: empty where the start is not at most the end.
typedef struct {
  d4 start, end;
} Spans;

INLINE l4 has_span(Spans s) { return s.start <= s.end; }
INLINE Spans intersect(Spans a, Spans b) {
  return (Spans){max_d(a.start, b.start), min_d(a.end, b.end)};
}

// The part where slope * x + offset is not negative.
INLINE Spans not_negative(double slope, d4 offset) {
  const d4 far = d4_of(__builtin_inf());
  if (slope > 0) return (Spans){-offset / slope, far};
  if (slope < 0) return (Spans){-far, -offset / slope};
  l4 isAll = offset >= 0;
  return (Spans){select_d(isAll, -far, far), select_d(isAll, far, -far)};
}

// Removes a hole where the mask says so, and keeps the longer of the remaining parts.
INLINE void remove_span(Spans *s, Spans hole, l4 mask) {
  mask &= has_span(hole) & ~((hole.end < s->start) | (hole.start > s->end));
  l4 keepsLeft = hole.start - s->start >= s->end - hole.end;
  s->end = select_d(mask & keepsLeft, hole.start, s->end);
  s->start = select_d(mask & ~keepsLeft, hole.end, s->start);
}

// Limited to low...high, rounded up or down.
INLINE i4 ceiling_within(d4 x, d4 low, d4 high) {
  d4 limited = max_d(low, min_d(high, x));
  i4 truncated = __builtin_convertvector(limited, i4);
  l4 isLess = __builtin_convertvector(truncated, d4) < limited;
  return truncated - __builtin_convertvector(isLess, i4);
}
INLINE i4 floor_within(d4 x, d4 low, d4 high) {
  return __builtin_convertvector(max_d(low, min_d(high, x)), i4);
}

// The pixels whose centers lie in spans, limited to low...high.
INLINE void pixels_in(Spans s, d4 low, d4 high, i4 *start, i4 *end) {
  i4 isFilled = __builtin_convertvector(has_span(s), i4);
  i4 first = __builtin_convertvector(low, i4);
  i4 from = ceiling_within(s.start - 0.5, low, high), to = floor_within(s.end + 0.5, low, high);
  *start = (from & isFilled) | (first & ~isFilled);
  i4 last = (to & isFilled) | (first & ~isFilled);
  *end = last > *start ? last : *start;
}

static void NAME(quad_rows)(const GlazeQuad *quad, int32_t row, int32_t count, GlazeRowParts *parts) {
  const d4 far = d4_of(__builtin_inf()), left = d4_of(quad->left), right = d4_of(quad->right);
  for (int i = 0; i < count; i += 4) {
    d4 y = row_centres(row + i), start = far, end = -far;
    for (int k = 0; k < 4; k++) {
      l4 isCrossed = (quad->top[k] <= y) & (y < quad->bottom[k]);
      d4 x = quad->x[k] + (y - quad->top[k]) * quad->slope[k];
      start = select_d(isCrossed, min_d(start, x), start);
      end = select_d(isCrossed, max_d(end, x), end);
    }
    i4 from = ceiling_within(start - 0.5, left, right), to = ceiling_within(end - 0.5, left, right);
    store_i4(parts->visibleStart + i, from);
    store_i4(parts->visibleEnd + i, to);
    store_i4(parts->fullStart + i, from);
    store_i4(parts->fullEnd + i, to);
  }
}

INLINE Spans axis_spans(const GlazeAxis *a, double start, double end, d4 y) {
  d4 offset = a->slope * y;
  if (a->isAcross) return (Spans){start + offset, end + offset};
  const d4 far = d4_of(__builtin_inf());
  d4 value = a->start + offset;
  l4 isInside = (start <= value) & (value <= end);
  return (Spans){select_d(isInside, -far, far), select_d(isInside, far, -far)};
}

// Removes the part of a corner's cell that is not certainly inside its curve; see Contour.removeCorner.
INLINE void remove_corner(const GlazeContour *c, int index, Spans *full, l4 isTouched, d4 x, d4 y) {
  double cell = c->corner[index];
  double signX = index & 1 ? 1 : -1, signY = index & 2 ? 1 : -1;
  double centreX = c->halfX - cell, centreY = c->halfY - cell;
  d4 u0 = signX * x - centreX, v0 = signY * y - centreY;
  double u1 = signX * c->rightX, v1 = signY * c->rightY;
  l4 isOutside = ((u0 + u1 * full->start < 0) & (u0 + u1 * full->end < 0))
               | ((v0 + v1 * full->start < 0) & (v0 + v1 * full->end < 0));
  Spans inCell = intersect(intersect(*full, not_negative(u1, u0)), not_negative(v1, v0));
  l4 isHere = isTouched & ~isOutside & has_span(inCell);
  if (!__builtin_reduce_or(isHere)) return;
  double radius = cell - c->reach;
  double a = u1 * u1 + v1 * v1;
  if (!(c->isCircular && radius > 0 && a > 0)) {
    remove_span(full, inCell, isHere);
    return;
  }
  d4 b = u0 * u1 + v0 * v1;
  d4 rest = u0 * u0 + v0 * v0 - radius * radius;
  d4 discriminant = b * b - a * rest;
  d4 root = __builtin_elementwise_sqrt(discriminant);
  Spans circle = {(-b - root) / a, (-b + root) / a};
  l4 isWhole = ~(discriminant >= 0) | (circle.start >= inCell.end) | (circle.end <= inCell.start);
  remove_span(full, inCell, isHere & isWhole);
  l4 isPart = isHere & ~isWhole;
  remove_span(full, (Spans){inCell.start, circle.start}, isPart & (circle.start > inCell.start));
  remove_span(full, (Spans){circle.end, inCell.end}, isPart & (circle.end < inCell.end));
}

static void NAME(contour_rows)(const GlazeContour *c, int32_t row, int32_t count, bool isInFull,
                               const GlazeRowParts *limits, GlazeRowParts *parts) {
  const int32_t *starts = isInFull ? limits->fullStart : limits->visibleStart;
  const int32_t *ends = isInFull ? limits->fullEnd : limits->visibleEnd;
  for (int i = 0; i < count; i += 4) {
    d4 y = row_centres(row + i);
    Spans visible = intersect(axis_spans(&c->x, c->x.visibleStart, c->x.visibleEnd, y),
                              axis_spans(&c->y, c->y.visibleStart, c->y.visibleEnd, y));
    Spans full = intersect(axis_spans(&c->x, c->x.fullStart, c->x.fullEnd, y),
                           axis_spans(&c->y, c->y.fullStart, c->y.fullEnd, y));
    if (c->isRounded) {
      d4 placeX = c->downX * y + c->startX, placeY = c->downY * y + c->startY;
      for (int k = 0; k < 4; k++) {
        if (!(c->corner[k] > 0)) continue;
        l4 isTouched = (c->cornerTop[k] <= y) & (y <= c->cornerBottom[k]) & has_span(full);
        if (__builtin_reduce_or(isTouched)) remove_corner(c, k, &full, isTouched, placeX, placeY);
      }
    }
    i4 fullStart = *(const unaligned_i4 *)(limits->fullStart + i);
    i4 fullEnd = *(const unaligned_i4 *)(limits->fullEnd + i);
    i4 start, end, from, to;
    pixels_in(visible, load_i4(starts + i), load_i4(ends + i), &start, &end);
    pixels_in(full, __builtin_convertvector(start, d4), __builtin_convertvector(end, d4), &from, &to);
    store_i4(parts->visibleStart + i, start);
    store_i4(parts->visibleEnd + i, end);
    store_i4(parts->fullStart + i, from > fullStart ? from : fullStart);
    store_i4(parts->fullEnd + i, to < fullEnd ? to : fullEnd);
  }
}

// Draws rows of a box: solid runs, and by evaluation the pixels between them.
INLINE void box_rows_of(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeBox *box,
                        GlazeClips clips, bool isDeep, bool isAffine, bool isBordered, bool isPlain) {
  const GlazeClips none = {NULL, 0};
  const ByteBox bytes = byte_box(box, isPlain);
  GlazeRun run = {.stride = surface->stride, .width = surface->width};
  for (int i = 0; i < rows->count; i++) {
    int next = rows->outer->visibleStart[i], last = rows->outer->visibleEnd[i];
    if (next >= last) continue;
    ptrdiff_t row = rows->row + i;
    run.row = surface->pixels ? surface->pixels + row * surface->width : NULL;
    run.planes = surface->planes ? surface->planes + row * 4 * surface->stride : NULL;
    run.y = (float)row + 0.5f;
    // The left part of the border, the inside, and the right part of the border.
    int start = rows->outer->fullStart[i], end = rows->outer->fullEnd[i];
    int starts[3] = {start, start, end}, ends[3] = {start, end, end};
    if (isBordered && start < end) {
      bool isInside = rows->inner->visibleStart[i] < rows->inner->visibleEnd[i];
      ends[0] = isInside ? rows->inner->visibleStart[i] : end;
      starts[1] = rows->inner->fullStart[i];
      ends[1] = rows->inner->fullEnd[i];
      starts[2] = isInside ? rows->inner->visibleEnd[i] : end;
    }
    for (int k = 0; k < 4; k++) {
      // A short run is evaluated together with its neighbors.
      if (k < 3 && ends[k] - starts[k] < GlazeShortestRun) continue;
      run.start = next;
      run.end = k < 3 ? starts[k] : last;
      if (run.start < run.end) {
        bool isClear = run.start >= rows->limits->fullStart[i] && run.end <= rows->limits->fullEnd[i];
        if (isDeep && (isClear || clips.count == 0))
          box_floats(&run, box, none, isAffine, isBordered, isPlain);
        else if (isDeep) box_floats(&run, box, clips, isAffine, isBordered, isPlain);
        else if (isClear || clips.count == 0) box_bytes(run, &bytes, none, isAffine, isBordered, isPlain);
        else box_bytes(run, &bytes, clips, isAffine, isBordered, isPlain);
      }
      if (k == 3) break;
      next = ends[k];
      const GlazeSource *source = k == 1 ? &box->inside : &box->line;
      // A transparent color does not change anything.
      if (!isDeep && source->redBlue == 0 && source->greenAlpha == 0) continue;
      run.start = starts[k];
      run.end = ends[k];
      NAME(fill)(&run, source);
    }
  }
}

static void NAME(box_rows)(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeBox *box,
                           GlazeClips clips) {
  const GlazeClips none = {NULL, 0};
  bool isBordered = box->isBordered;
  bool isPlain = box->shape.outline.isPlain && (!isBordered || box->inset.isPlain);
  bool isAffine = box->shape.isAffine;
  bool isDeep = surface->planes || !box->inside.isInRange || !box->line.isInRange;
  if (isDeep && isAffine && isPlain && !isBordered && clips.count == 0)
    box_rows_of(surface, rows, box, none, true, true, false, true);
  else if (isDeep) box_rows_of(surface, rows, box, clips, true, isAffine, isBordered, false);
  else if (!isAffine) box_rows_of(surface, rows, box, clips, false, false, isBordered, false);
  else if (clips.count > 0) box_rows_of(surface, rows, box, clips, false, true, isBordered, false);
  else if (!isPlain) box_rows_of(surface, rows, box, none, false, true, isBordered, false);
  else if (isBordered) box_rows_of(surface, rows, box, none, false, true, true, true);
  else box_rows_of(surface, rows, box, none, false, true, false, true);
}

// Draws runs of rows: in full parts, where the box covers all pixels, and to their left and right. A short full part
// is evaluated together with its neighbors.
#define ROWS(name, Prepared, draw)                                                                       \
  static void NAME(name)(const GlazeSurface *surface, const GlazeBoxRows *rows, const Prepared *prepared, \
                         GlazeClips clips) {                                                             \
    for (int i = 0; i < rows->count; i++) {                                                              \
      RowRuns runs = row_runs(rows, i);                                                                  \
      for (int k = 0; k < 3; k++) {                                                                      \
        if (runs.starts[k] >= runs.starts[k + 1]) continue;                                              \
        GlazeRun run = run_in_row(surface, rows, i, runs.starts[k], runs.starts[k + 1]);                 \
        draw(&run, prepared, clips_in_row(rows, i, &run, clips), k == 1);                                \
      }                                                                                                  \
    }                                                                                                    \
  }

// The starts of the left, the full and the right part of a row, and the end.
typedef struct {
  int starts[4];
} RowRuns;

INLINE RowRuns row_runs(const GlazeBoxRows *rows, int i) {
  GlazeRowPart p = glaze_row_part(rows->outer, i);
  int full = p.fullEnd - p.fullStart;
  if (p.visibleStart >= p.visibleEnd) return (RowRuns){};
  if (full < GlazeShortestRun && full < p.visibleEnd - p.visibleStart)
    return (RowRuns){{p.visibleStart, p.visibleEnd, p.visibleEnd, p.visibleEnd}};
  return (RowRuns){{p.visibleStart, p.fullStart, p.fullEnd, p.visibleEnd}};
}

INLINE GlazeRun run_in_row(const GlazeSurface *surface, const GlazeBoxRows *rows, int i, int start, int end) {
  ptrdiff_t row = rows->row + i;
  return (GlazeRun){.row = surface->pixels ? surface->pixels + row * surface->width : NULL,
                    .planes = surface->planes ? surface->planes + row * 4 * surface->stride : NULL,
                    .stride = surface->stride, .width = surface->width, .start = start, .end = end,
                    .y = (float)row + 0.5f, .isGeneral = rows->isGeneral};
}

// The clips to evaluate: none where they cover everything.
INLINE GlazeClips clips_in_row(const GlazeBoxRows *rows, int i, const GlazeRun *run, GlazeClips clips) {
  bool isClear = run->start >= rows->limits->fullStart[i] && run->end <= rows->limits->fullEnd[i];
  return isClear ? (GlazeClips){NULL, 0} : clips;
}
